#include "damage.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "test.h"

static struct damage *collecting; /* nftw() hands nothing through */

static size_t used_bytes(const unsigned char *bytes, size_t size)
{
    while (size > 0 && bytes[size - 1] == 0)
        size--;
    return size;
}

static int collect(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)ftw;
    if (type != FTW_F || st->st_size == 0)
        return 0;
    struct damage_file file = {.path = strdup(path), .size = (size_t)st->st_size};
    FILE *in = fopen(path, "r");
    file.good = malloc(file.size);
    assert_true(in && file.good && fread(file.good, 1, file.size, in) == file.size);
    fclose(in);
    file.used = used_bytes(file.good, file.size);
    collecting->files = realloc(collecting->files, (collecting->count + 1) * sizeof(file));
    assert_non_null(collecting->files);
    collecting->files[collecting->count++] = file;
    return 0;
}

void damage_begin(struct damage *damage, const char *folder)
{
    const char *seed = getenv("CLD_SEED");
    *damage = (struct damage){.random = seed ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL)};
    printf("CLD_SEED=%llu repeats this run\n", (unsigned long long)damage->random);
    fflush(stdout);
    collecting = damage;
    assert_int_equal(nftw(folder, collect, 16, FTW_PHYS), 0);
    assert_true(damage->count > 0);
}

static size_t below(struct damage *damage, size_t limit)
{
    damage->random = damage->random * 6364136223846793005ull + 1442695040888963407ull;
    return limit ? (damage->random >> 33) % limit : 0;
}

void damage_write(const char *path, const void *bytes, size_t size)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

static void spoil(struct damage *damage, unsigned char *bytes, size_t *size, size_t used)
{
    size_t at = below(damage, below(damage, 4) ? used : *size), length = 1 + below(damage, 300);
    switch (below(damage, 8)) {
    case 0:
        *size = below(damage, 2) ? at : below(damage, *size);
        break;
    case 1:
        memset(bytes + at, 0, length < *size - at ? length : *size - at);
        break;
    case 2:
        memmove(bytes + at, bytes + below(damage, *size - length), length < *size - at ? length : *size - at);
        break;
    case 3:
        memset(bytes + (at & ~(size_t)7), 0xff, 8 < *size - at ? 8 : *size - at);
        break;
    default:
        for (size_t i = 1 + below(damage, 8); i > 0; i--, at = below(damage, used))
            bytes[at] ^= (unsigned char)(1 + below(damage, 255));
    }
}

const struct damage_file *damage_one(struct damage *damage)
{
    const struct damage_file *file = &damage->files[below(damage, damage->count)];
    size_t size = file->size;
    unsigned char *bytes = malloc(size + 512);
    assert_non_null(bytes);
    memcpy(bytes, file->good, size);
    memset(bytes + size, 0xa5, 512);
    if (size > 512)
        spoil(damage, bytes, &size, file->used);
    else
        bytes[below(damage, size)] ^= (unsigned char)(1 + below(damage, 255));
    damage_write(file->path, bytes, size);
    free(bytes);
    return file;
}

void damage_repair(const struct damage_file *file)
{
    damage_write(file->path, file->good, file->size);
}

void damage_end(struct damage *damage)
{
    for (size_t i = 0; i < damage->count; i++) {
        free(damage->files[i].path);
        free(damage->files[i].good);
    }
    free(damage->files);
}

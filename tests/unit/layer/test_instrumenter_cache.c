/* test_instrumenter_cache.c - the cache on disk: damage, bounds, many writers, and folders that are no good.
 */
#include "layer/twin_cache.h"

#include "instrumenter_support.h"
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

static char *path_of(struct cld_twin_key key)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/cldoctor/twins/%016llx%016llx", cache_folder,
             (unsigned long long)key.high, (unsigned long long)key.low);
    return path;
}

static struct cld_twin_key key_of(const char *text)
{
    return cld_twin_key(text, strlen(text));
}

static bool has(const char *name, const char *content)
{
    void *data;
    size_t size;
    if (!cld_twin_cache_get(key_of(name), &data, &size))
        return false;
    bool same = size == strlen(content) && memcmp(data, content, size) == 0;
    free(data);
    assert_true(same); /* another content would be worse than none */
    return true;
}

static void put(const char *name, const char *content)
{
    cld_twin_cache_put(key_of(name), content, strlen(content));
}

static int count_files(void)
{
    char path[128];
    int n = 0;
    snprintf(path, sizeof path, "%s/cldoctor/twins", cache_folder);
    DIR *d = opendir(path);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        n += e->d_type == DT_REG;
    if (d)
        closedir(d);
    return n;
}

static int open_descriptors(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/fd");
    while (readdir(d))
        n++;
    closedir(d);
    return n;
}

static int setup(void **state)
{
    (void)state;
    make_cache_folder();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    remove_cache_folder();
    return 0;
}

static void test_put_and_get(void **state)
{
    struct stat s;
    char folder[128];
    int before = open_descriptors();
    (void)state;
    assert_false(has("a", ""));
    put("a", "one");
    put("b", "");
    assert_true(has("a", "one"));
    assert_true(has("b", ""));
    assert_false(has("c", ""));
    put("a", "another, longer");
    assert_true(has("a", "another, longer"));
    assert_int_equal(count_files(), 2);
    assert_int_equal(open_descriptors(), before);
    snprintf(folder, sizeof folder, "%s/cldoctor/twins", cache_folder);
    assert_int_equal(stat(folder, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0700);
}

static void test_damage(void **state)
{
    char bytes[256];
    (void)state;
    put("a", "content");
    int fd = open(path_of(key_of("a")), O_RDWR);
    ssize_t size = read(fd, bytes, sizeof bytes);
    assert_true(size > 7);
    for (ssize_t i = 0; i < size; i++) {
        char other = (char)(bytes[i] ^ 4);
        assert_int_equal(pwrite(fd, &other, 1, i), 1);
        assert_false(has("a", "content"));
        assert_int_equal(pwrite(fd, bytes + i, 1, i), 1);
    }
    assert_true(has("a", "content"));
    for (ssize_t i = 0; i < size; i++) {
        assert_int_equal(ftruncate(fd, i), 0);
        assert_false(has("a", "content"));
    }
    assert_int_equal(pwrite(fd, bytes, (size_t)size, 0), size);
    assert_true(has("a", "content"));
    assert_int_equal(pwrite(fd, "x", 1, size), 1); /* longer than it says */
    assert_false(has("a", "content"));
    close(fd);
    put("a", "content");
    assert_true(has("a", "content"));
    char from[256];
    strcpy(from, path_of(key_of("a")));
    assert_int_equal(rename(from, path_of(key_of("z"))), 0); /* another's entry */
    assert_false(has("z", "content"));
}

static void test_bad_entries(void **state)
{
    char elsewhere[128];
    (void)state;
    put("a", "content");
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", cache_folder);
    assert_int_equal(rename(path_of(key_of("a")), elsewhere), 0);
    assert_int_equal(symlink(elsewhere, path_of(key_of("a"))), 0);
    assert_false(has("a", "content"));
    put("a", "new"); /* takes the link's place, and not its target's */
    assert_true(has("a", "new"));
    assert_int_equal(unlink(path_of(key_of("a"))), 0);
    assert_int_equal(mkfifo(path_of(key_of("a")), 0600), 0);
    assert_false(has("a", "")); /* and does not hang */
    unlink(path_of(key_of("a")));
    assert_int_equal(mkdir(path_of(key_of("a")), 0700), 0);
    put("a", "new");
    assert_false(has("a", "new"));
    assert_int_equal(count_files(), 0); /* no temporary file stays */
}

static void test_bad_folders(void **state)
{
    char path[128], target[128];
    (void)state;
    snprintf(path, sizeof path, "%s/cldoctor", cache_folder);
    snprintf(target, sizeof target, "%s/target", cache_folder);
    assert_int_equal(mkdir(target, 0700), 0);
    assert_int_equal(symlink(target, path), 0);
    put("a", "x");
    assert_false(has("a", "x"));
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(chmod(path, 0777), 0); /* anybody's */
    put("a", "x");
    assert_false(has("a", "x"));
    assert_int_equal(chmod(path, 0700), 0);
    put("a", "x");
    assert_true(has("a", "x"));
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", cache_folder, 1);
    put("b", "y");
    assert_true(has("b", "y"));
    snprintf(path, sizeof path, "%s/.cache/cldoctor/twins", cache_folder);
    assert_int_equal(access(path, F_OK), 0);
    unsetenv("HOME");
    put("c", "z");
    assert_false(has("c", "z"));
    setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
    put("c", "z");
    assert_false(has("c", "z"));
    setenv("XDG_CACHE_HOME", cache_folder, 1);
}

static void set_age(const char *name, time_t seconds)
{
    struct timespec times[2] = {{time(NULL) - seconds, 0}, {time(NULL) - seconds, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path_of(key_of(name)), times, 0), 0);
}

static void test_bounds(void **state)
{
    char large[1000];
    (void)state;
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    const char *names[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++) {
        put(names[i], large);
        set_age(names[i], 1000 - 100 * i);
    }
    cld_twin_cache_trim(1 << 20);
    assert_int_equal(count_files(), 4);
    assert_true(has("a", large)); /* used now */
    cld_twin_cache_trim(2500);
    assert_int_equal(count_files(), 2);
    assert_true(has("a", large));
    assert_true(has("d", large));
    cld_twin_cache_trim(0);
    assert_int_equal(count_files(), 0);
}

/* Writers and readers of the same few entries, in several processes: whole or not there. */
static void test_concurrency(void **state)
{
    enum { PROCESSES = 6 };
    pid_t pids[PROCESSES];
    (void)state;
    for (int p = 0; p < PROCESSES; p++)
        if ((pids[p] = fork()) == 0) {
            for (int i = 0; i < 300; i++) {
                char name[2] = {(char)('a' + (i * (p + 1)) % 5), 0};
                size_t size = 50000;
                void *data;
                if (p % 2) {
                    char *content = malloc(size);
                    memset(content, name[0], size);
                    cld_twin_cache_put(key_of(name), content, size);
                    free(content);
                } else if (cld_twin_cache_get(key_of(name), &data, &size)) {
                    if (size != 50000 || ((char *)data)[0] != name[0] || ((char *)data)[size - 1] != name[0])
                        _exit(1);
                    free(data);
                }
            }
            _exit(0);
        }
    for (int p = 0; p < PROCESSES; p++) {
        int status;
        assert_int_equal(waitpid(pids[p], &status, 0), pids[p]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(count_files(), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_put_and_get, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_damage, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_bad_entries, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_bad_folders, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_bounds, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_concurrency, setup, teardown)};
    (void)find_device;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

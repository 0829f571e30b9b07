#include "layer/strings.h"

#include "layer/layer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#define LONGEST 1024

struct text {
    UT_hash_handle hh;
    uint32_t id;
    char text[];
};

static struct {
    pthread_mutex_t lock;
    struct text *all;
    uint32_t count;
} strings = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint32_t add(struct cld_thread *t, const char *text, size_t length)
{
    struct text *s = malloc(sizeof *s + length + 1);
    struct cld_rec_string *r =
        s ? cld_rec_reserve(&cld_layer.session, t->file, sizeof *r + length + 1, CLD_REC_ESSENTIAL) : NULL;
    if (!r) {
        free(s);
        return 0;
    }
    memcpy(r->text, text, length);
    r->text[length] = '\0';
    memcpy(s->text, r->text, length + 1);
    s->id = ++strings.count;
    cld_rec_commit(t->file, r, CLD_REC_STRING, s->id);
    HASH_ADD_KEYPTR(hh, strings.all, s->text, length, s);
    return s->id;
}

uint32_t cld_string_id(const char *text)
{
    struct cld_thread *t = cld_thread_self();
    size_t length = strnlen(text, LONGEST);
    struct text *s;
    pthread_mutex_lock(&strings.lock);
    HASH_FIND(hh, strings.all, text, length, s);
    uint32_t id = s ? s->id : add(t, text, length);
    pthread_mutex_unlock(&strings.lock);
    return id;
}

/* Seldom asked: looks at all of them. */
void cld_string_text(uint32_t id, char *out, size_t room)
{
    out[0] = '\0';
    pthread_mutex_lock(&strings.lock);
    for (const struct text *s = strings.all; s; s = s->hh.next)
        if (s->id == id)
            snprintf(out, room, "%s", s->text);
    pthread_mutex_unlock(&strings.lock);
}

void cld_strings_lock(void)
{
    pthread_mutex_lock(&strings.lock);
}

void cld_strings_unlock(void)
{
    pthread_mutex_unlock(&strings.lock);
}

void cld_strings_forked(void)
{
    pthread_mutex_init(&strings.lock, NULL);
    strings.all = NULL; /* the child's texts are written anew; the old table is a small leak */
    strings.count = 0;
}

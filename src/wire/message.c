#include "wire/message.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#define MAGIC "CLDM"
#define HEAD 8 /* magic, size */

static bool make_room(struct cld_message *m, size_t more)
{
    if (m->size + more <= m->room)
        return true;
    size_t room = m->room ? m->room : 4096;
    while (room < m->size + more)
        room *= 2;
    char *data = realloc(m->data, room);
    if (!data)
        return false;
    m->data = data;
    m->room = room;
    return true;
}

void cld_message_add(struct cld_message *m, const char *key, const void *value, size_t size)
{
    uint16_t key_size = (uint16_t)strlen(key);
    uint32_t value_size = (uint32_t)size;
    size_t whole = sizeof key_size + sizeof value_size + key_size + size;
    if (m->broken || size > CLD_MESSAGE_MAX || m->size + whole > CLD_MESSAGE_MAX || !make_room(m, whole)) {
        m->broken = true;
        return;
    }
    char *at = m->data + m->size;
    memcpy(at, &key_size, sizeof key_size);
    memcpy(at += sizeof key_size, &value_size, sizeof value_size);
    memcpy(at += sizeof value_size, key, key_size); /* NOLINT(bugprone-not-null-terminated-result) */
    if (size)
        memcpy(at + key_size, value, size);
    m->size += whole;
}

void cld_message_text(struct cld_message *m, const char *key, const char *text)
{
    cld_message_add(m, key, text, strlen(text));
}

void cld_message_pair(struct cld_message *m, const char *key, const char *name, const char *rest)
{
    size_t a = strlen(name) + 1, b = strlen(rest);
    char *both = malloc(a + b);
    if (!both) {
        m->broken = true;
        return;
    }
    memcpy(both, name, a);
    memcpy(both + a, rest, b); /* NOLINT(bugprone-not-null-terminated-result) */
    cld_message_add(m, key, both, a + b);
    free(both);
}

void cld_message_free(struct cld_message *m)
{
    free(m->data);
    *m = (struct cld_message){0};
}

bool cld_message_next(const struct cld_message *m, size_t *at, struct cld_item *item)
{
    uint16_t key_size;
    uint32_t value_size;
    size_t left = m->size - *at;
    if (left < sizeof key_size + sizeof value_size)
        return false;
    const char *p = m->data + *at;
    memcpy(&key_size, p, sizeof key_size);
    memcpy(&value_size, p += sizeof key_size, sizeof value_size);
    p += sizeof value_size;
    left -= sizeof key_size + sizeof value_size;
    if (key_size > left || value_size > left - key_size)
        return false;
    *item = (struct cld_item){p, p + key_size, key_size, value_size};
    *at = (size_t)(item->value + value_size - m->data);
    return true;
}

bool cld_message_whole(const struct cld_message *m)
{
    size_t at = 0;
    struct cld_item item;
    while (cld_message_next(m, &at, &item))
        ;
    return at == m->size;
}

bool cld_item_is(const struct cld_item *item, const char *key)
{
    return item->key_size == strlen(key) && memcmp(item->key, key, item->key_size) == 0;
}

char *cld_item_text(const struct cld_item *item)
{
    char *text = malloc(item->size + 1);
    if (text) {
        memcpy(text, item->value, item->size);
        text[item->size] = '\0';
    }
    return text;
}

/* ---- over a socket ------------------------------------------------------------------------------------ */

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* 0 when the socket is ready for `events`. */
static int wait_ready(int fd, short events, int64_t until)
{
    struct pollfd p = {fd, events, 0};
    for (;;) {
        int64_t left = until < 0 ? -1 : until - now_ms();
        if (until >= 0 && left <= 0)
            return ETIMEDOUT;
        int n = poll(&p, 1, (int)left);
        if (n > 0)
            return 0;
        if (n < 0 && errno != EINTR)
            return errno;
    }
}

static int send_all(int fd, const char *data, size_t size, int64_t until)
{
    while (size > 0) {
        int error = wait_ready(fd, POLLOUT, until);
        if (error)
            return error;
        ssize_t n = send(fd, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return errno;
        if (n > 0) {
            data += n;
            size -= (size_t)n;
        }
    }
    return 0;
}

static int receive_all(int fd, char *data, size_t size, int64_t until)
{
    while (size > 0) {
        int error = wait_ready(fd, POLLIN, until);
        if (error)
            return error;
        ssize_t n = recv(fd, data, size, MSG_DONTWAIT);
        if (n == 0)
            return EPIPE;
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return errno;
        if (n > 0) {
            data += n;
            size -= (size_t)n;
        }
    }
    return 0;
}

int cld_message_send(int fd, const struct cld_message *m, int timeout_ms)
{
    char head[HEAD];
    uint32_t size = (uint32_t)m->size;
    int64_t until = timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
    if (m->broken)
        return ENOMEM;
    memcpy(head, MAGIC, 4); /* NOLINT(bugprone-not-null-terminated-result) */
    memcpy(head + 4, &size, 4);
    int error = send_all(fd, head, sizeof head, until);
    return error ? error : send_all(fd, m->data, m->size, until);
}

int cld_message_receive(int fd, struct cld_message *m, int timeout_ms)
{
    char head[HEAD];
    uint32_t size;
    int64_t until = timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
    int error = receive_all(fd, head, sizeof head, until);
    if (error)
        return error;
    memcpy(&size, head + 4, 4);
    if (memcmp(head, MAGIC, 4) != 0 || size > CLD_MESSAGE_MAX)
        return EPROTO;
    m->size = 0;
    if (!make_room(m, size))
        return ENOMEM;
    error = receive_all(fd, m->data, size, until);
    if (error)
        return error;
    m->size = size;
    return cld_message_whole(m) ? 0 : EPROTO;
}

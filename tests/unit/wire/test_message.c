/* test_message.c - messages whole, damaged, in halves, late, and with nobody at the other end. */
#include "wire/message.h"
#include "wire/stamp.h"

#include "test.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void fill(struct cld_message *m)
{
    cld_message_text(m, "status", "ok");
    cld_message_add(m, "blob", "a\0b", 3);
    cld_message_pair(m, "file", "/x", "1:2");
    cld_message_text(m, "", "");
}

static void make_pair(int pair[2])
{
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
}

static void test_items(void **state)
{
    struct cld_message m = {0};
    struct cld_item item;
    size_t at = 0;
    (void)state;
    assert_false(cld_message_next(&m, &at, &item));
    assert_true(cld_message_whole(&m));
    fill(&m);
    assert_true(cld_message_next(&m, &at, &item));
    assert_true(cld_item_is(&item, "status"));
    assert_false(cld_item_is(&item, "statu"));
    assert_false(cld_item_is(&item, "status "));
    char *text = cld_item_text(&item);
    assert_string_equal(text, "ok");
    free(text);
    assert_true(cld_message_next(&m, &at, &item));
    assert_int_equal(item.size, 3);
    assert_memory_equal(item.value, "a\0b", 3);
    assert_true(cld_message_next(&m, &at, &item));
    assert_int_equal(item.size, 6);
    assert_memory_equal(item.value, "/x\0001:2", 6);
    assert_true(cld_message_next(&m, &at, &item));
    assert_int_equal(item.key_size + item.size, 0);
    assert_false(cld_message_next(&m, &at, &item));
    assert_int_equal(at, m.size);
    cld_message_free(&m);
    assert_null(m.data);
}

static void test_too_large_is_refused(void **state)
{
    struct cld_message m = {0};
    int pair[2];
    (void)state;
    cld_message_add(&m, "huge", "", (size_t)CLD_MESSAGE_MAX + 1);
    assert_true(m.broken);
    make_pair(pair);
    assert_int_equal(cld_message_send(pair[0], &m, 100), ENOMEM);
    close(pair[0]);
    close(pair[1]);
    cld_message_free(&m);
}

/* Cut anywhere, or with any byte changed: never a read outside, and a cut is told. */
static void test_damage(void **state)
{
    struct cld_message m = {0};
    (void)state;
    fill(&m);
    size_t ends[8], n_ends = 0;
    struct cld_item item;
    for (size_t at = 0; cld_message_next(&m, &at, &item);)
        ends[n_ends++] = at;
    for (size_t size = 1; size < m.size; size++) {
        char *exact = malloc(size); /* of just this size, so that sanitizers see a step outside */
        assert_non_null(exact);
        memcpy(exact, m.data, size);
        struct cld_message cut = {.data = exact, .size = size};
        bool at_end = false;
        for (size_t i = 0; i < n_ends; i++)
            at_end |= ends[i] == size;
        assert_int_equal(cld_message_whole(&cut), at_end);
        free(exact);
    }
    for (size_t i = 0; i < m.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            m.data[i] ^= (char)(1 << bit);
            (void)cld_message_whole(&m);
            m.data[i] ^= (char)(1 << bit);
        }
    assert_true(cld_message_whole(&m));
    cld_message_free(&m);
}

struct sending {
    int fd, error;
    const struct cld_message *message;
};

static void *send_it(void *data)
{
    struct sending *s = data;
    s->error = cld_message_send(s->fd, s->message, 10000);
    return NULL;
}

/* More than the socket's buffer, so that both sides have to wait for the other. */
static void test_round_trip(void **state)
{
    struct cld_message m = {0}, got = {0};
    int pair[2];
    pthread_t thread;
    (void)state;
    fill(&m);
    char *large = calloc(1, 3 << 20);
    assert_non_null(large);
    cld_message_add(&m, "large", large, 3 << 20);
    make_pair(pair);
    struct sending s = {pair[0], -1, &m};
    for (int i = 0; i < 3; i++) {
        pthread_create(&thread, NULL, send_it, &s);
        assert_int_equal(cld_message_receive(pair[1], &got, 10000), 0);
        pthread_join(thread, NULL);
        assert_int_equal(s.error, 0);
        assert_int_equal(got.size, m.size);
        assert_memory_equal(got.data, m.data, m.size);
    }
    close(pair[0]);
    close(pair[1]);
    free(large);
    cld_message_free(&m);
    cld_message_free(&got);
}

static void *drip(void *data)
{
    const struct sending *s = data;
    char head[8] = "CLDM";
    uint32_t size = (uint32_t)s->message->size;
    memcpy(head + 4, &size, 4);
    for (size_t i = 0; i < sizeof head; i++) {
        usleep(500);
        assert_int_equal(write(s->fd, head + i, 1), 1);
    }
    for (size_t i = 0; i < s->message->size; i++) {
        usleep(500);
        assert_int_equal(write(s->fd, s->message->data + i, 1), 1);
    }
    return NULL;
}

static void test_byte_by_byte(void **state)
{
    struct cld_message m = {0}, got = {0};
    int pair[2];
    pthread_t thread;
    (void)state;
    fill(&m);
    make_pair(pair);
    struct sending s = {pair[0], 0, &m};
    pthread_create(&thread, NULL, drip, &s);
    assert_int_equal(cld_message_receive(pair[1], &got, 20000), 0);
    pthread_join(thread, NULL);
    assert_memory_equal(got.data, m.data, m.size);
    close(pair[0]);
    close(pair[1]);
    cld_message_free(&m);
    cld_message_free(&got);
}

/* What `bytes` are worth when the sender then waits (close: is gone). */
static int receive_these(const void *bytes, size_t size, bool gone)
{
    struct cld_message got = {0};
    int pair[2];
    make_pair(pair);
    assert_int_equal(write(pair[0], bytes, size), size);
    if (gone)
        close(pair[0]);
    int error = cld_message_receive(pair[1], &got, 50);
    if (!gone)
        close(pair[0]);
    close(pair[1]);
    cld_message_free(&got);
    return error;
}

static void test_halves_and_junk(void **state)
{
    (void)state;
    assert_int_equal(receive_these("", 0, false), ETIMEDOUT);
    assert_int_equal(receive_these("", 0, true), EPIPE);
    assert_int_equal(receive_these("CLDM", 4, false), ETIMEDOUT);
    assert_int_equal(receive_these("CLDM", 4, true), EPIPE);
    assert_int_equal(receive_these("CLDM\x09\0\0\0\x01\0", 10, true), EPIPE);
    assert_int_equal(receive_these("HTTP/1.1 400 Bad", 16, false), EPROTO);
    assert_int_equal(receive_these("CLDM\xff\xff\xff\xff", 8, false), EPROTO);
    assert_int_equal(receive_these("CLDM\x02\0\0\0\x01\0", 10, false), EPROTO); /* no whole item */
    assert_int_equal(receive_these("CLDM\0\0\0\0", 8, false), 0);
}

static void test_nobody_there(void **state)
{
    struct cld_message m = {0};
    int pair[2];
    (void)state;
    fill(&m);
    make_pair(pair);
    close(pair[1]);
    assert_int_equal(cld_message_send(pair[0], &m, 1000), EPIPE); /* and no SIGPIPE */
    close(pair[0]);
    char *large = calloc(1, 8 << 20);
    assert_non_null(large);
    cld_message_add(&m, "large", large, 8 << 20);
    make_pair(pair);
    assert_int_equal(cld_message_send(pair[0], &m, 50), ETIMEDOUT); /* nobody reads */
    close(pair[0]);
    close(pair[1]);
    free(large);
    cld_message_free(&m);
}

static void test_stamp(void **state)
{
    char path[] = "/tmp/cldoctor-stamp-XXXXXX", first[CLD_STAMP_MAX], second[CLD_STAMP_MAX];
    int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    assert_true(cld_stamp(path, first));
    assert_true(cld_stamp(path, second));
    assert_string_equal(first, second);
    assert_int_equal(write(fd, "x", 1), 1);
    assert_true(cld_stamp(path, second));
    assert_string_not_equal(first, second);
    close(fd);
    unlink(path);
    assert_false(cld_stamp(path, second));
    assert_false(cld_stamp("/tmp", second));
    assert_string_equal(second, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items),        cmocka_unit_test(test_too_large_is_refused),
        cmocka_unit_test(test_damage),       cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_byte_by_byte), cmocka_unit_test(test_halves_and_junk),
        cmocka_unit_test(test_nobody_there), cmocka_unit_test(test_stamp)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

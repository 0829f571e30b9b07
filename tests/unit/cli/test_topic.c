/* test_topic.c - what people type, and what they mean. */
#include "cli/pages/topic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void expect(const char *text, const char *name)
{
    struct cld_topic topic = {false, 0, "nothing"};
    if (!cld_topic_find(text, &topic) || strcmp(topic.name, name) != 0)
        fail_msg("'%s' is %s, not %s", text, topic.name, name);
}

static void ways_of_writing(void **state)
{
    (void)state;
    expect("-54", "CL_INVALID_WORK_GROUP_SIZE");
    expect("54", "CL_INVALID_WORK_GROUP_SIZE");
    expect("0", "CL_SUCCESS");
    expect("-1001", "CL_PLATFORM_NOT_FOUND_KHR");
    expect("CL_INVALID_VALUE", "CL_INVALID_VALUE");
    expect("cl_invalid_value", "CL_INVALID_VALUE");
    expect("Invalid-Value", "CL_INVALID_VALUE");
    expect("object-leak", "object-leak");
    expect("Object_Leak", "object-leak");
    expect("CL_INVALID_VALUE (-30)", "CL_INVALID_VALUE"); /* as it is printed */
}

static void what_is_nothing(void **state)
{
    static const char *const nothing[] = {
        "", " ", "-", "--", "CL_", "-9999", "9999999999999999999999", "-54x", "5 4", "object", "%s"};
    struct cld_topic topic;
    (void)state;
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++)
        if (cld_topic_find(nothing[i], &topic))
            fail_msg("'%s' is taken for %s", nothing[i], topic.name);
}

static void suggest(const char *text, const char *first)
{
    const char *names[4];
    size_t n = cld_topic_suggest(text, names, 4);
    if (n == 0 || strcmp(names[0], first) != 0)
        fail_msg("for '%s' comes %s, not %s", text, n ? names[0] : "nothing", first);
}

static void typos(void **state)
{
    (void)state;
    suggest("object-leek", "object-leak");
    suggest("CL_INVALID_WORKGROUP_SIZE", "CL_INVALID_WORK_GROUP_SIZE");
    suggest("out-of-bound-read", "out-of-bounds-read");
    suggest("invalid_wrk_group", "CL_INVALID_WORK_GROUP_SIZE");
    suggest("INVALID_KERNAL_NAME", "CL_INVALID_KERNEL_NAME");
}

static void suggestions_fit(void **state)
{
    const char *names[9];
    char longest[4096];
    (void)state;
    memset(longest, 'A', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(cld_topic_suggest(longest, names, 4), 0);
    assert_int_equal(cld_topic_suggest("qqqqqqqq", names, 4), 0);
    assert_int_equal(cld_topic_suggest("INVALID", names, 3), 3); /* a part of many */
    assert_int_equal(cld_topic_suggest("INVALID", names, 0), 0);
    assert_true(cld_topic_suggest("INVALID", names, 9) <= 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_of_writing),
        cmocka_unit_test(what_is_nothing),
        cmocka_unit_test(typos),
        cmocka_unit_test(suggestions_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

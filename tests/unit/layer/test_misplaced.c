/* What is said of accesses that are not aligned, or through pointers of another address space. */
#include "layer/arg_alignment.h"
#include "layer/log_slot.h"
#include "layer/misplaced.h"
#include "wire/log.h"

#include <string.h>

#include "test.h"

static struct cld_slot_read slot(uint32_t alignment, uint32_t components, uint64_t address)
{
    return (struct cld_slot_read){.exact = true,
                                  .alignment = alignment,
                                  .components = components,
                                  .address = address,
                                  .bytes = alignment};
}

static void test_slot(void **state)
{
    uint32_t words[CLD_LOG_SLOT_WORDS] = {[CLD_LOG_PUBLISHED] = 1, [CLD_LOG_ALIGNMENT] = 4u << 16 | 16};
    struct cld_slot_read l;
    (void)state;
    assert_true(cld_slot_read(words, &l));
    assert_int_equal(l.alignment, 16);
    assert_int_equal(l.components, 4);
    words[CLD_LOG_ALIGNMENT] = 0;
    assert_true(cld_slot_read(words, &l));
    assert_int_equal(l.alignment, 0);
}

static void check(struct cld_slot_read l, uint64_t first, bool host, const char *cause, const char *fix)
{
    char text[320];
    struct cld_misplaced m = {.slot = &l, .first = first, .is_host_memory = host};
    assert_string_equal(cld_misaligned_cause(&m, text, sizeof text), cause);
    if (!strstr(text, fix))
        fail_msg("\"%s\" is not in \"%s\"", fix, text);
}

static void test_misaligned(void **state)
{
    (void)state;
    check(slot(16, 4, 0x1004), 0x1000, true, "misaligned-offset", "vload4()");
    check(slot(16, 3, 0x1004), 0x1000, true, "misaligned-offset", "vload3()");
    check(slot(16, 4, 0x1001), 0x1000, true, "misaligned-offset", "packed");
    check(slot(4, 0, 0x1001), UINT64_MAX, true, "misaligned-offset", "a multiple of 4");
    check(slot(16, 4, 0x1014), 0x1004, true, "misaligned-memory", "aligned_alloc(16");
    check(slot(4, 0, 0x1001), 0x1001, false, "misaligned-memory", "aligned(4)");
}

static void test_other_space(void **state)
{
    char fix[320];
    struct cld_slot_read l = {.exact = true, .first = CLD_LOG_IN_CONSTANT, .behind = CLD_LOG_IN_CONSTANT};
    struct cld_misplaced m = {.slot = &l, .is_write = true};
    (void)state;
    assert_string_equal(cld_other_space(&l), "constant");
    assert_string_equal(cld_other_space_cause(&m, fix, sizeof fix), "constant-memory");
    m.is_write = false;
    assert_string_equal(cld_other_space_cause(&m, fix, sizeof fix), "other-address-space");
    l.first = l.behind = CLD_LOG_IN_LOCAL;
    assert_string_equal(cld_other_space(&l), "local");
    l.first = l.behind = 0; /* a null pointer */
    assert_null(cld_other_space(&l));
    l.first = l.behind = 77;
    assert_null(cld_other_space(&l));
    l.first = 2;
    l.behind = 3;
    assert_null(cld_other_space(&l));
}

static void test_pointees(void **state)
{
    (void)state;
    assert_int_equal(cld_pointee_alignment("float4*"), 16);
    assert_int_equal(cld_pointee_alignment("float3 *"), 16);
    assert_int_equal(cld_pointee_alignment("double16*"), 128);
    assert_int_equal(cld_pointee_alignment("uchar*"), 1);
    assert_int_equal(cld_pointee_alignment("float4"), 1);
    assert_int_equal(cld_pointee_alignment("float4**"), 1);
    assert_int_equal(cld_pointee_alignment("struct body*"), 1);
    assert_int_equal(cld_pointee_alignment("box7*"), 1);
    assert_int_equal(cld_pointee_alignment(NULL), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slot),
        cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_other_space),
        cmocka_unit_test(test_pointees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A twin's log and its table of sites, as the layer reads them. */
#include "layer/log_slot.h"
#include "layer/site_text.h"
#include "wire/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static const char sites[] = "1\t\t2\t59\tr\tnorm\tSQ\tp[n]\tfloat norm(global const float *p, int n)\n"
                            "2\tinc/a.h\t30\t0\trw\tk\t\ta[n]\t    a[n] += 1;\n"
                            "3\t\t4\t7\tw\tk\t\t\t";

static void test_count(void **state)
{
    (void)state;
    assert_int_equal(cld_site_count(sites, sizeof sites - 1), 3); /* the last line need not end */
    assert_int_equal(cld_site_count(NULL, 0), 0);
    assert_int_equal(cld_site_count("\n\n", 2), 0);
    assert_int_equal(cld_log_bytes(3), (16 + 3 * 32) * 4);
}

static void test_sites(void **state)
{
    struct cld_site_text s;
    (void)state;
    assert_true(cld_site_read(sites, sizeof sites - 1, 1, &s));
    assert_string_equal(s.file, "");
    assert_int_equal(s.line, 2);
    assert_int_equal(s.column, 59);
    assert_string_equal(s.use, "r");
    assert_string_equal(s.function, "norm");
    assert_string_equal(s.macro, "SQ");
    assert_string_equal(s.text, "p[n]");
    assert_string_equal(s.row, "float norm(global const float *p, int n)");
    assert_true(cld_site_read(sites, sizeof sites - 1, 2, &s));
    assert_string_equal(s.file, "inc/a.h");
    assert_int_equal(s.column, 0);
    assert_string_equal(s.use, "rw");
    assert_string_equal(s.macro, "");
    assert_string_equal(s.row, "    a[n] += 1;");
    assert_true(cld_site_read(sites, sizeof sites - 1, 3, &s));
    assert_string_equal(s.row, "");
    assert_false(cld_site_read(sites, sizeof sites - 1, 4, &s));
    assert_false(cld_site_read(NULL, 0, 1, &s));
}

/* Cut anywhere, it is read as far as it goes, and not beyond. */
static void test_cut_sites(void **state)
{
    struct cld_site_text s;
    (void)state;
    for (size_t size = 0; size < sizeof sites; size++) {
        char *copy = malloc(size + 1);
        memcpy(copy, sites, size);
        for (unsigned n = 0; n < 5; n++)
            cld_site_read(copy, size, n, &s);
        assert_true(cld_site_count(copy, size) <= 3);
        free(copy);
    }
}

static void test_long_site(void **state)
{
    char line[4096];
    struct cld_site_text s;
    (void)state;
    int head = snprintf(line, sizeof line, "1\tf\t1\t1\tw\tk\t\t");
    memset(line + head, 'x', sizeof line - (size_t)head);
    line[3000] = '\t';
    assert_true(cld_site_read(line, sizeof line, 1, &s));
    assert_int_equal(strlen(s.text), sizeof s.text - 1);
    assert_int_equal(strlen(s.row), sizeof s.row - 1);
}

static void test_slot(void **state)
{
    uint32_t words[CLD_LOG_SLOT_WORDS];
    struct cld_slot_read slot;
    (void)state;
    for (uint32_t i = 0; i < CLD_LOG_SLOT_WORDS; i++)
        words[i] = 100 + i;
    words[CLD_LOG_ARGUMENT] = 3;
    words[CLD_LOG_PUBLISHED] = 1;
    words[CLD_LOG_ADDRESS] = 0x1000;
    words[CLD_LOG_ADDRESS + 1] = 0x7f00;
    assert_true(cld_slot_read(words, &slot));
    assert_int_equal(slot.work_items, 102);
    assert_int_equal(slot.accesses, 103);
    assert_int_equal(slot.key, 104);
    assert_int_equal(slot.argument, 2);
    assert_int_equal(slot.bytes, 106);
    assert_true(slot.address == 0x7f0000001000ull);
    assert_true(slot.first == (110ull | 111ull << 32) && slot.behind == (112ull | 113ull << 32));
    assert_true(slot.global[2] == (118ull | 119ull << 32));
    assert_int_equal(slot.local[0], 120);
    assert_int_equal(slot.local[2], 122);
    assert_int_equal(slot.group[2], 125);
    words[CLD_LOG_ARGUMENT] = 0;
    cld_slot_read(words, &slot);
    assert_int_equal(slot.argument, -1);
    assert_true(slot.exact);
    words[CLD_LOG_PUBLISHED] = 2; /* a place, and no address */
    assert_true(cld_slot_read(words, &slot));
    assert_false(slot.exact);
    words[CLD_LOG_PUBLISHED] = 0; /* claimed, and still being filled in */
    assert_false(cld_slot_read(words, &slot));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_count),     cmocka_unit_test(test_sites), cmocka_unit_test(test_cut_sites),
        cmocka_unit_test(test_long_site), cmocka_unit_test(test_slot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

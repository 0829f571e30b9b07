/* Lines of source in a report: what is shown of them, and what is marked. */
#include "report/excerpt.h"
#include "test.h"

#include <stdlib.h>

static void check(const char *line, const char *call, int column, int room, const char *text, int caret,
                  int length)
{
    struct cld_excerpt excerpt = cld_excerpt_make(line, call, column, room);
    assert_string_equal(excerpt.text, text);
    assert_int_equal(excerpt.caret, caret);
    if (caret >= 0)
        assert_int_equal(excerpt.length, length);
    free(excerpt.text);
}

static void the_call_is_marked(void **state)
{
    (void)state;
    check("  err = clFinish(q);", "clFinish", 0, 40, "  err = clFinish(q);", 8, 8);
    /* As a word: not in the longer name before it. */
    check("clFinishAll(); clFinish(q);", "clFinish", 1, 40, "clFinishAll(); clFinish(q);", 15, 8);
    check("my_clFinish(); clFinish(q);", "clFinish", 1, 40, "my_clFinish(); clFinish(q);", 15, 8);
}

static void else_the_column_is(void **state)
{
    (void)state;
    check("  cl::Buffer b(ctx);", "clCreateBuffer", 3, 40, "  cl::Buffer b(ctx);", 2, 10);
    check("  return f(x);", NULL, 0, 40, "  return f(x);", -1, 0);
    check("  return f(x);", NULL, 99, 40, "  return f(x);", -1, 0);
    check("  return f(x);", NULL, 13, 40, "  return f(x);", -1, 0); /* a bracket says nothing */
}

static void tabs_and_indentation(void **state)
{
    (void)state;
    check("\tclFinish(q);", "clFinish", 0, 40, "    clFinish(q);", 4, 8);
    check("\t\t\tclFinish(\tq);", "clFinish", 0, 40, "    clFinish(   q);", 4, 8);
}

static void long_lines_are_cut(void **state)
{
    (void)state;
    check("clFinish(abcdefghijklmnopqrstuvwxyz);", "clFinish", 0, 20, "clFinish(abcdefgh...", 0, 8);
    check("abcdefghijklmnopqrstuvwxyz(clFinish(q));", "clFinish", 0, 24, "...vwxyz(clFinish(q));", 9, 8);
    check("clFinish(abcdefghijk)", "clFinish", 0, 21, "clFinish(abcdefghijk)", 0, 8);
}

/* Columns are counted in characters, and no character is cut in two. */
static void other_languages(void **state)
{
    (void)state;
    check("/* \xc3\xa9\xc3\xa9 */ clFinish(q);", "clFinish", 0, 40, "/* \xc3\xa9\xc3\xa9 */ clFinish(q);", 9,
          8);
    check("clFinish(\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9);", "clFinish",
          0, 16, "clFinish(\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9...", 0, 8);
}

/* Whatever the line and the place, the excerpt fits, and so does the mark. */
static void it_always_fits(void **state)
{
    (void)state;
    char line[121];
    for (int i = 0; i < 120; i++)
        line[i] = "\tab (\xc3\xa9"[i % 7];
    line[120] = '\0';
    for (int room = 30; room < 130; room += 7)
        for (int column = 0; column < 125; column++) {
            struct cld_excerpt excerpt = cld_excerpt_make(line, NULL, column, room);
            int columns = 0;
            for (const char *c = excerpt.text; *c; c++)
                columns += ((unsigned char)*c & 0xc0) != 0x80;
            assert_in_range(columns, 1, room);
            if (excerpt.caret >= 0)
                assert_in_range(excerpt.caret + excerpt.length, 1, room);
            free(excerpt.text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_call_is_marked),   cmocka_unit_test(else_the_column_is),
        cmocka_unit_test(tabs_and_indentation), cmocka_unit_test(long_lines_are_cut),
        cmocka_unit_test(other_languages),      cmocka_unit_test(it_always_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_markdown.c - how pages look in a terminal. */
#include "cli/pages/markdown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect(int width, bool color, const char *markdown, const char *wanted)
{
    char *text = NULL;
    size_t size = 0;
    struct cld_out out = {open_memstream(&text, &size), width, color};
    assert_non_null(out.file);
    cld_markdown_write(&out, markdown);
    fclose(out.file);
    assert_string_equal(text, wanted);
    free(text);
}

static void paragraphs(void **state)
{
    (void)state;
    expect(40, false, "# a title\n\none two three\nfour five six seven eight nine ten\n",
           "a title\n\n  one two three four five six seven\n  eight nine ten\n");
    expect(40, false, "- one two three four five six seven eight\n  nine\n- ten\n",
           "  - one two three four five six seven\n    eight nine\n  - ten\n");
    expect(40, false, "x\n", "  x\n");
    expect(40, false, "no newline at the end", "  no newline at the end\n");
    expect(40, false, "", "");
}

static void code(void **state)
{
    (void)state;
    expect(40, false, "```c\nfor (;;) { /* a line longer than the terminal is */ }\n\n    x\n```\nafter\n",
           "      for (;;) { /* a line longer than the terminal is */ }\n\n          x\n  after\n");
    expect(40, false, "call `f(a, b)` now\n", "  call `f(a, b)` now\n");
    expect(40, true, "call `f(a, b)` now\n", "  call \033[1;36mf(a,\033[0m \033[1;36mb)\033[0m now\n");
}

/* Without colours the marks of code take columns. */
static void marks_count(void **state)
{
    (void)state;
    expect(40, false, "123456789 123456789 123456789 `34567890`\n",
           "  123456789 123456789 123456789\n  `34567890`\n");
    expect(40, true, "123456789 123456789 123456789 `34567890`\n",
           "  123456789 123456789 123456789 \033[1;36m34567890\033[0m\n");
}

static void tables(void **state)
{
    (void)state;
    expect(60, false,
           "| function | section | condition |\n| --- | --- | --- |\n| clA, clB | 5.1 | it is `NULL` |\n| "
           "clA, clB | 5.1 | "
           "again |\n| clC | 5.2 | more |\n",
           "  clA, clB (5.1)\n    - it is `NULL`\n    - again\n  clC (5.2)\n    - more\n");
    expect(40, false, "| a | b |\n| - | - |\n| one | two |\n\n| a | b |\n| - | - |\n| one | two |\n",
           "  one\n    - two\n\n  one\n    - two\n");
}

static void headings(void **state)
{
    (void)state;
    expect(40, true, "## How to fix it\n\ndo\n", "\033[1mHow to fix it\033[0m\n\n  do\n");
}

static void nothing_breaks_it(void **state)
{
    static const char *const odd[] = {"|",
                                      "||",
                                      "| |",
                                      "|a",
                                      "```",
                                      "`",
                                      "#",
                                      "-",
                                      "- ",
                                      "|a|b|\n|\n|",
                                      "``` ` ```\n`",
                                      "\n\n\n",
                                      "| a | b |\n| - | - |\n|||||||\n"};
    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        char *text = NULL;
        size_t size = 0;
        struct cld_out out = {open_memstream(&text, &size), 40, i % 2};
        assert_non_null(out.file);
        cld_markdown_write(&out, odd[i]);
        fclose(out.file);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paragraphs), cmocka_unit_test(code),     cmocka_unit_test(marks_count),
        cmocka_unit_test(tables),     cmocka_unit_test(headings), cmocka_unit_test(nothing_breaks_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_pages.c - every finding and every error code has its page, of the form in docs/findings/README.md, and
 * no page is of something else. */
#include "cli/error_code.h"
#include "cli/pages/pages.h"
#include "rules/findings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const finding_headings[] = {"What it means", "Example", "Usual causes", "How to fix it",
                                               "What it does not mean"};
static const char *const error_headings[] = {"What it means", "Conditions", "Usual causes", "How to fix it"};

/* The n-th "## ..." line has this heading, and something stands under it. */
static void check_headings(const struct cld_page *page, const char *const *headings, size_t n)
{
    const char *at = page->text;
    for (size_t i = 0; i < n; i++) {
        char line[64];
        snprintf(line, sizeof line, "\n## %s\n\n", headings[i]);
        at = strstr(at, "\n## ");
        if (!at || strncmp(at, line, strlen(line)) != 0)
            fail_msg("%s.md: heading %zu is not '%s'", page->name, i + 1, headings[i]);
        at += strlen(line) - 1;
        if (strncmp(at, "\n##", 3) == 0 || at[1] == '\0')
            fail_msg("%s.md: nothing stands under '%s'", page->name, headings[i]);
    }
    if (strstr(at, "\n## "))
        fail_msg("%s.md: there are more headings than the form has", page->name);
}

static void check_title(const struct cld_page *page, const char *title)
{
    size_t n = strlen(title);
    if (strncmp(page->text, title, n) != 0 || page->text[n] != '\n')
        fail_msg("%s.md begins with another line than '%s'", page->name, title);
}

static void every_finding(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CLD_FINDING_COUNT; i++) {
        const char *id = cld_finding_info(i)->id;
        const struct cld_page *page = cld_page_find(CLD_PAGE_FINDING, id);
        char title[128], message[128];
        if (!page)
            fail_msg("docs/findings/%s.md is missing: docs/findings/README.md has the form", id);
        snprintf(title, sizeof title, "# %s", id);
        check_title(page, title);
        check_headings(page, finding_headings, 5);
        snprintf(message, sizeof message, "[%s]: ", id);
        if (!strstr(page->text, "\n```c\n") || !strstr(page->text, "\n```text\n") ||
            !strstr(page->text, message))
            fail_msg("%s.md: the example needs faulty lines (```c) and the message as printed (```text)", id);
    }
}

static void every_code(void **state)
{
    size_t n;
    const struct cld_error_code *codes = cld_error_codes(&n);
    (void)state;
    assert_true(n > 60);
    for (size_t i = 0; i < n; i++) {
        const struct cld_page *page = cld_page_find(CLD_PAGE_ERROR, codes[i].name);
        char title[128];
        if (!page)
            fail_msg("docs/errors/%s.md is missing: docs/findings/README.md has the form", codes[i].name);
        snprintf(title, sizeof title, "# %s (%d)", codes[i].name, codes[i].value);
        check_title(page, title);
        check_headings(page, error_headings, 4);
        if (!strstr(page->text, "\n| function | section | condition |\n| --- | --- | --- |\n| "))
            fail_msg("%s.md: 'Conditions' has no table of functions", codes[i].name);
    }
}

static bool is_finding(const char *name)
{
    for (unsigned i = 0; i < CLD_FINDING_COUNT; i++)
        if (strcmp(cld_finding_info(i)->id, name) == 0)
            return true;
    return false;
}

static bool is_code(const char *name)
{
    size_t n;
    const struct cld_error_code *codes = cld_error_codes(&n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(codes[i].name, name) == 0)
            return true;
    return false;
}

static void no_page_of_something_else(void **state)
{
    (void)state;
    for (const struct cld_page *page = cld_pages; page->name; page++)
        if (page->kind == CLD_PAGE_ERROR ? !is_code(page->name) : !is_finding(page->name))
            fail_msg("%s.md: there is no such %s", page->name,
                     page->kind == CLD_PAGE_ERROR ? "code in src/lib/errors.def"
                                                  : "id in src/rules/findings.def");
}

/* What markdown.c does not know would be shown as it stands. */
static void only_markdown_that_is_known(void **state)
{
    (void)state;
    for (const struct cld_page *page = cld_pages; page->name; page++) {
        size_t fences = 0;
        for (const char *line = page->text; line && *line;
             line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
            fences += strncmp(line, "```", 3) == 0;
            if (fences % 2 == 0 &&
                (strncmp(line, "* ", 2) == 0 || strncmp(line, "###", 3) == 0 || line[0] == '>'))
                fail_msg("%s.md: markdown.c does not know this: %.40s", page->name, line);
            if (strcspn(line, "\n") > 140 && line[0] != '|')
                fail_msg("%s.md: a line is too long: %.40s...", page->name, line);
        }
        if (fences % 2)
            fail_msg("%s.md: a code block does not end", page->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_finding),
        cmocka_unit_test(every_code),
        cmocka_unit_test(no_page_of_something_else),
        cmocka_unit_test(only_markdown_that_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

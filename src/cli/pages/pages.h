/* pages.h - the pages of docs/findings and docs/errors, which are part of the executable (gen_pages.py). */
#ifndef CLD_CLI_PAGES_PAGES_H
#define CLD_CLI_PAGES_PAGES_H

#include <stddef.h>

enum cld_page_kind { CLD_PAGE_FINDING, CLD_PAGE_ERROR };

struct cld_page {
    enum cld_page_kind kind;
    const char *name; /* a finding's id, or an error code's name; NULL ends the table */
    const char *text; /* markdown, of the form that docs/findings/README.md describes */
};

extern const struct cld_page cld_pages[];

/* The page of exactly this name; NULL: there is none. Any thread. */
const struct cld_page *cld_page_find(enum cld_page_kind kind, const char *name);

#endif

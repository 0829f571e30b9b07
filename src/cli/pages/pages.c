#include "cli/pages/pages.h"

#include <string.h>

const struct cld_page *cld_page_find(enum cld_page_kind kind, const char *name)
{
    for (const struct cld_page *page = cld_pages; page->name; page++)
        if (page->kind == kind && strcmp(page->name, name) == 0)
            return page;
    return NULL;
}

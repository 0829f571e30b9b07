/*
 * markdown.h - pages for a terminal. Of markdown it knows what the pages use: headings, paragraphs, lists,
 * code blocks, tables, and `code` within a line.
 */
#ifndef CLD_CLI_PAGES_MARKDOWN_H
#define CLD_CLI_PAGES_MARKDOWN_H

#include "report/out.h"

/* Writes `text`. Lines end where the terminal does; those of code blocks are left alone. */
void cld_markdown_write(const struct cld_out *out, const char *text);

#endif

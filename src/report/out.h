/* out.h - text for a terminal: colours, and lines that end where the terminal does. */
#ifndef CLD_REPORT_OUT_H
#define CLD_REPORT_OUT_H

#include <stdbool.h>
#include <stdio.h>

enum cld_style { CLD_PLAIN, CLD_BOLD, CLD_RED, CLD_YELLOW, CLD_CYAN, CLD_GREEN, CLD_BLUE };

struct cld_out {
    FILE *file;
    int width; /* columns, at least 40 */
    bool color;
};

/* Prints `text` in a style. What could move a terminal's cursor is replaced. */
void cld_out_styled(const struct cld_out *out, enum cld_style style, const char *text);
void cld_out_printf(const struct cld_out *out, enum cld_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/*
 * Prints `text` and a newline, from column `column` on (where the cursor already is), broken at spaces;
 * further lines begin with `indent` spaces, after `gutter` in the style of gutters.
 */
void cld_out_wrap(const struct cld_out *out, enum cld_style style, int column, const char *gutter, int indent,
                  const char *text);
/* Columns that a UTF-8 text takes, one a character. */
int cld_out_columns(const char *text);

#endif

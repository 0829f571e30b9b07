/* line.h - a line of the list of devices: a label, and behind it what there is to say, with commas between.
 */
#ifndef CLD_CLI_DEVICES_LINE_H
#define CLD_CLI_DEVICES_LINE_H

#include <jansson.h>
#include <stdio.h>

#include "report/out.h"

/* Column where what follows a label begins. */
#define CLD_LINE_COLUMN 18

struct cld_line {
    FILE *file;
    char *text;
    size_t size;
};

void cld_line_begin(struct cld_line *line);
/* Prints the line with its label, unless nothing was added. */
void cld_line_end(struct cld_line *line, const struct cld_out *out, const char *label);

void cld_line_add(struct cld_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `text`, put into the %s of `format`, unless it is empty. */
void cld_line_text(struct cld_line *line, const char *format, const char *text);
/* The entries of a list, after `before`, unless it is empty. */
void cld_line_list(struct cld_line *line, const json_t *list, const char *before, const char *between);
/* A field of the device, where it has it: a size for people in the %s of `format`, or "what number". */
void cld_line_size(struct cld_line *line, const json_t *device, const char *group, const char *field,
                   const char *format);
void cld_line_number(struct cld_line *line, const json_t *device, const char *group, const char *field,
                     const char *what);

/* "1.5 GiB". Returns `room`. */
const char *cld_bytes(char room[32], long long number);

#endif

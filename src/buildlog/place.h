/*
 * place.h - the line of source that a diagnostic is about, found in what the program was made from.
 *
 * Compilers name files of their own ("<kernel>", "1", "/tmp/.../tempfile_X.cl") for a program's source; #line
 * directives, headers given as programs and files on disk have the names that the program gave them. Any
 * thread.
 */
#ifndef CLD_BUILDLOG_PLACE_H
#define CLD_BUILDLOG_PLACE_H

#include "buildlog/log.h"

/* What was compiled. The texts may hold any bytes; lines end with \n, \r\n or \r. */
struct cld_source_text {
    const char *name; /* of a header, as it is included; NULL: the program's own source */
    const char *text;
    size_t size;
};

struct cld_place_text {
    char file[256];        /* as the user knows it; "": the program's source, which has no name */
    unsigned line, column; /* as the compiler counts them; 0: not known */
    char *row;             /* the line, malloc'ed; NULL: not found */
};

/*
 * Finds the place of `d` among `count` sources, and on disk for what is none of them (headers by -I). For a
 * message that names a function and no line: the line where a source defines it. False: nothing is known of a
 * place, and `out` is empty. The caller frees out->row.
 */
bool cld_place_find(const struct cld_diagnostic *d, const struct cld_source_text *sources, size_t count,
                    struct cld_place_text *out);

#endif

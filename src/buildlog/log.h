/*
 * log.h - a compiler's build log (OpenCL 3.0, 5.8.14: CL_PROGRAM_BUILD_LOG) as single diagnostics.
 *
 * The specification says nothing of what a log looks like. Known are those of compilers made from clang,
 * which are nearly all (NVIDIA "<kernel>:12:3: error: ...", Intel "1:12:3: error: ...", AMD
 * "CompileSource:12:3: error:
 * ...", PoCL 3 "error: FILE:12:3: ..."), of EDG ("\"FILE\", line 12: error: ..."), of ptxas and of linkers,
 * which name functions and no lines.
 *
 * Part of the library, of the layer and of the tool: depends on nothing of this project. Nothing here has a
 * state: any thread.
 */
#ifndef CLD_BUILDLOG_LOG_H
#define CLD_BUILDLOG_LOG_H

#include <stdbool.h>
#include <stddef.h>

enum cld_diagnostic_level { CLD_LEVEL_ERROR, CLD_LEVEL_WARNING, CLD_LEVEL_NOTE };

/* Strings are the log's and never NULL. */
struct cld_diagnostic {
    enum cld_diagnostic_level level;
    const char *file;      /* as the compiler calls it; "": it names none */
    unsigned line, column; /* from 1, columns in bytes; 0: not given */
    const char *from;      /* the source that includes `file`, by way of others or not; "": it is no header */
    unsigned from_line;    /* where it does */
    const char *message;   /* one line */
    const char *flag;      /* of a warning: "-Wunused-variable"; "": none */
    const char *kernel;    /* that the compiler names on a line of its own; "": none */
};

struct cld_build_log {
    struct cld_diagnostic *list; /* in the compiler's order; notes follow what they belong to */
    size_t count;
    size_t errors, warnings; /* all there are; the list ends after CLD_MOST_DIAGNOSTICS */
    char *text;              /* the strings */
};
#define CLD_MOST_DIAGNOSTICS 1000

/*
 * Takes a log apart. `log` is `size` bytes of anything. Returns NULL when there is no memory, else a log,
 * which the caller frees; without diagnostics where none was recognised.
 */
struct cld_build_log *cld_build_log_parse(const char *log, size_t size);
void cld_build_log_free(struct cld_build_log *log);

/*
 * NVIDIA's compiler warns of a call to a function that is not declared, and fails later: when it meets the
 * function's declaration, or links. Makes errors of such warnings, where an error names the same function.
 * Done by cld_build_log_parse.
 */
void cld_build_log_promote(struct cld_build_log *log);

/*
 * The error to begin with: the first, but for those that a misread line before it explains. NULL: the log has
 * none.
 */
const struct cld_diagnostic *cld_build_log_root(const struct cld_build_log *log);
/* The first error or warning behind `after` (NULL: at all) of that level; NULL: there is none. */
const struct cld_diagnostic *cld_build_log_next(const struct cld_build_log *log,
                                                const struct cld_diagnostic *after,
                                                enum cld_diagnostic_level level);
/* The next note of the same error or warning; NULL: there is none. */
const struct cld_diagnostic *cld_build_log_note(const struct cld_build_log *log,
                                                const struct cld_diagnostic *after);

/*
 * The function that a message without a position is about: "Entry function 'k' uses too much shared data".
 * False: it names none.
 */
bool cld_diagnostic_function(const struct cld_diagnostic *d, char *out, size_t room);

#endif

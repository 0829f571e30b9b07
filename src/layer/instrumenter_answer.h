/*
 * instrumenter_answer.h - an answer of the instrumenter (wire/message.h), read without trust: it is another
 * process's, or was on disk.
 */
#ifndef CLD_LAYER_INSTRUMENTER_ANSWER_H
#define CLD_LAYER_INSTRUMENTER_ANSWER_H

#include "layer/instrumenter.h"
#include "wire/message.h"

enum cld_verdict { CLD_ANSWER_NONSENSE, CLD_ANSWER_FINAL, CLD_ANSWER_NEED };

/* Zero-initialised: none. */
struct cld_needs {
    char **list;
    size_t n, room;
};

/*
 * FINAL: `out` is filled. NEED: `needs` has the names of macros. NONSENSE: *wrong says what is wrong with it,
 * a clause. What isn't filled is empty.
 */
enum cld_verdict cld_answer_read(const struct cld_message *m, size_t n_units, struct cld_twin_text *out,
                                 struct cld_needs *needs, const char **wrong);
/* Takes a name over; the list then owns it. False: no memory. */
bool cld_needs_add(struct cld_needs *n, char *name);
void cld_needs_free(struct cld_needs *n);

#endif

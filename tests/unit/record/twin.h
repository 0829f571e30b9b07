/* twin.h - twins in synthetic sessions. */
#ifndef CLD_TEST_TWIN_H
#define CLD_TEST_TWIN_H

#include "session.h"
#include "test.h"

/* The twin of the kernel named by string `label`. `text`: why there is none, or what of it is not checked. */
static inline void synth_twin_of(struct synth *synth, uint64_t program, uint32_t label,
                                 enum cld_twin_state state, const char *text)
{
    size_t size = offsetof(struct cld_rec_twin, reason) + strlen(text) + 1;
    struct cld_rec_twin *record = cld_rec_reserve(&synth->session, synth->file, size, CLD_REC_ESSENTIAL);
    assert_non_null(record);
    record->program = program;
    record->label = label;
    strcpy(record->reason, text);
    cld_rec_commit(synth->file, record, CLD_REC_TWIN, state);
}

/* `reason` NULL: it was made, and all of it is checked. */
static inline void synth_twin(struct synth *synth, uint64_t program, uint32_t label, const char *reason)
{
    synth_twin_of(synth, program, label, reason ? CLD_TWIN_SKIPPED : CLD_TWIN_INSTRUMENTED,
                  reason ? reason : "");
}

#endif

/* twin.h - twins in synthetic sessions. */
#ifndef CLD_TEST_TWIN_H
#define CLD_TEST_TWIN_H

#include "session.h"
#include "test.h"

/* The twin of the kernel named by string `label`. `reason` NULL: it was made. */
static inline void synth_twin(struct synth *synth, uint64_t program, uint32_t label, const char *reason)
{
    const char *text = reason ? reason : "";
    size_t size = offsetof(struct cld_rec_twin, reason) + strlen(text) + 1;
    struct cld_rec_twin *record = cld_rec_reserve(&synth->session, synth->file, size, CLD_REC_ESSENTIAL);
    assert_non_null(record);
    record->program = program;
    record->label = label;
    strcpy(record->reason, text);
    cld_rec_commit(synth->file, record, CLD_REC_TWIN, reason ? CLD_TWIN_SKIPPED : CLD_TWIN_INSTRUMENTED);
}

#endif

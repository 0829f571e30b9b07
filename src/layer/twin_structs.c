/* twin_structs.c - records how the device lays out the structs that kernels take: the tool knows the host's.
 */
#include "layer/twin.h"

#include <string.h>

#define LONGEST 8192

void cld_twin_structs(struct cld_call *call, uint64_t program, const struct cld_twin_text *text)
{
    for (size_t i = 0; i < text->n_structs; i++) {
        size_t length = strlen(text->structs[i]);
        uint32_t stack = cld_call_stack(call); /* may write a record: before ours is begun */
        struct cld_rec_struct *r = NULL;
        if (length <= LONGEST)
            r = cld_rec_reserve(&cld_layer.session, call->thread->file, sizeof *r + length + 1,
                                CLD_REC_ESSENTIAL);
        if (!r)
            continue;
        r->program = program;
        r->stack = stack;
        r->reserved = 0;
        memcpy(r->text, text->structs[i], length + 1);
        cld_rec_commit(call->thread->file, r, CLD_REC_STRUCT, call->fn);
    }
}

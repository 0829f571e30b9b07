/* guard_prefetch.c - prefetch(): only a hint, which is not given where it is outside. */
#include "instrument/async_range.h"

#include "instrument/guard.h"
#include "instrument/provenance.h"

#include <stdlib.h>

void cld_prefetch_emit(struct cld_rewriter *r, const struct cld_node *call, struct cld_text *out)
{
    struct cld_async_range a = {.pointer = cld_node_child(call, 1), .space = CLD_SPACE_GLOBAL};
    char *pointer = cld_frame_text(r, a.pointer), *n = cld_frame_text(r, cld_node_child(call, 2));
    char *size = cld_printf("sizeof(*(%s))", pointer), *hint = cld_printf("prefetch(%s, %s)", pointer, n);
    a.address = cld_printf("((ulong)(%s))", pointer);
    a.n = cld_printf("(ulong)(%s)", n);
    a.stride = cld_async_text("1UL");
    a.bounds = cld_async_bounds(r, &a);
    cld_async_judge(r, &a, size, "pr");
    r->has_ranges |= a.within != NULL;
    if (a.within)
        cld_text_format(out, "(%s ? (void)%s : (void)%s)", a.within, hint, a.missed);
    else
        cld_text_add(out, hint);
    cld_async_range_free(&a);
    free(pointer);
    free(n);
    free(size);
    free(hint);
}

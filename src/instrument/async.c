#include "instrument/async.h"

#include "instrument/kernel_local.h"
#include "instrument/pass_bounds.h"
#include "instrument/reach.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the program
 * ------------------------------------------------------------------------------------------------ */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Words that begin with `prefix`; `exact`: and end there. */
static unsigned count_words(const struct cld_unit *u, const char *prefix, bool exact)
{
    unsigned count = 0;
    size_t n = strlen(prefix);
    for (const char *p = u->text; p && (p = strstr(p, prefix)); p += n)
        count += (p == u->text || !is_word(p[-1])) && (!exact || !is_word(p[n]));
    return count;
}

struct cld_async_use cld_async_use_of(const struct cld_unit *units, size_t count)
{
    struct cld_async_use use = {0};
    for (size_t i = 0; i < count; i++) {
        unsigned copies = count_words(&units[i], "async_work_group_copy", true) +
                          count_words(&units[i], "async_work_group_strided_copy", true);
        unsigned all = count_words(&units[i], "async_", false);
        use.any |= copies || count_words(&units[i], "event_t", true);
        /* cl_khr_extended_async_copies, cl_khr_async_work_group_copy_fence, names of the program's own */
        use.not_followed |= all > copies && count_words(&units[i], "async_work_group_", false) > copies;
        use.kept += copies;
    }
    use.kept = use.kept > 4 ? 4 : use.kept ? use.kept : 1;
    use.any &= !use.not_followed;
    return use;
}

/* ---- which kernels
 * ---------------------------------------------------------------------------------------------- */

static bool is_of_events(const struct cld_rewriter *r, const struct cld_node *n, void *user)
{
    char *name = cld_builtin_called(r, n);
    bool is = name && (cld_begins(name, "async_work_group_") || strcmp(name, "wait_group_events") == 0);
    (void)user;
    free(name);
    return is;
}

static unsigned words_of_group(const struct cld_rewriter *r)
{
    return 3 + 10 * r->async.kept;
}

static bool follows(const struct cld_rewriter *r, const struct cld_function *f)
{
    return r->async.any && f->is_kernel && cld_reach(r, f->tree, true, is_of_events, NULL);
}

void cld_async_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out)
{
    if (!follows(r, f))
        return;
    bool alone = cld_kernel_is_called(r, f->name) || !cld_kernel_has_room(f, 4LL * words_of_group(r));
    if (alone && r->unchecked)
        cld_unchecked_access(r->unchecked, f->name, r->unit_index, f->tree, CLD_UNCHECKED_ROOM);
    if (!alone)
        cld_text_format(out, " __local uint __cld_group[%u];", words_of_group(r));
    cld_text_add(out, r->device->is_cpu ? " __cld_real_event __cld_real = 0;" : "");
    cld_text_format(out, " __cld_async __cld_a; __cld_async_begin(&__cld_a, __cld_log, __cld_key, %s);",
                    alone ? "0" : "__cld_group + (__cld_key >> 31)");
    cld_text_add(out, r->device->is_cpu ? " __cld_a.real = &__cld_real;" : "");
    cld_text_add(out, alone ? "" : " barrier(CLK_LOCAL_MEM_FENCE);");
    if (cld_calls_functions(r, f->tree))
        cld_text_add(out, " __cld_st.async = &__cld_a;");
}

void cld_async_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out)
{
    if (follows(r, f))
        cld_text_add(out, " __cld_async_end(&__cld_a);");
}

/* ---- variables
 * --------------------------------------------------------------------------------------------------- */

static void no_events(CXType type, struct cld_text *out)
{
    if (type.kind == CXType_OCLEvent) {
        cld_text_add(out, "__CLD_NO_EVENT");
        return;
    }
    long long n = clang_getArraySize(type);
    cld_text_add(out, "{");
    for (long long i = 0; i < n; i++) {
        cld_text_add(out, i ? ", " : "");
        no_events(clang_getCanonicalType(clang_getArrayElementType(type)), out);
    }
    cld_text_add(out, "}");
}

void cld_async_initialise(const struct cld_rewriter *r, const struct cld_node *variable, struct cld_text *out)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(variable->cursor)), element = type;
    long long all = 1;
    while (element.kind == CXType_ConstantArray) {
        all *= clang_getArraySize(element);
        element = clang_getCanonicalType(clang_getArrayElementType(element));
    }
    if (!r->async.any || element.kind != CXType_OCLEvent || all > 256 ||
        !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(variable->cursor)))
        return;
    cld_text_add(out, " = ");
    no_events(type, out);
}

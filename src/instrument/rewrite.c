#include "instrument/rewrite.h"

#include "instrument/access.h"
#include "instrument/arg_use.h"
#include "instrument/async.h"
#include "instrument/check_ahead.h"
#include "instrument/endless.h"
#include "instrument/guard.h"
#include "instrument/log_runtime.h"
#include "instrument/provenance.h"
#include "instrument/versions.h"
#include "instrument/voting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cld_rewriter_add(struct cld_rewriter *r, const struct cld_pass *pass)
{
    if (r->n_passes < CLD_MOST_PASSES)
        r->passes[r->n_passes++] = pass;
    r->wants_bounds |= pass->wants_bounds;
    r->wants_log |= pass->wants_log;
    r->wants_launch |= pass->wants_launch;
    r->votes |= pass == &cld_pass_barrier;
    r->guard = pass->within ? pass : r->guard;
}

void cld_rewriter_free(struct cld_rewriter *r)
{
    for (size_t i = 0; i < r->n_kernels; i++) {
        free(r->kernels[i].name);
        free(r->kernels[i].hidden);
        free(r->kernels[i].uses);
        free(r->kernels[i].loops);
    }
    free(r->kernels);
    cld_voting_free(r->voting);
    r->voting = NULL;
    cld_names_free(&r->helpers);
    cld_text_free(&r->helper_text);
}

void cld_rewriter_helper(struct cld_rewriter *r, const char *name, const char *text)
{
    if (cld_names_add(&r->helpers, name, strlen(name)))
        cld_text_add(&r->helper_text, text);
}

const char *cld_space_name(enum cld_space space)
{
    static const char *const names[] = {"private", "global", "constant", "local", "generic", "image"};
    return names[space];
}

const char *cld_type_name(CXType type, char room[32])
{
    static const struct {
        enum CXTypeKind kind;
        const char *name;
    } names[] = {{CXType_Char_S, "char"},   {CXType_SChar, "char"},  {CXType_UChar, "uchar"},
                 {CXType_Char_U, "uchar"},  {CXType_Short, "short"}, {CXType_UShort, "ushort"},
                 {CXType_Int, "int"},       {CXType_UInt, "uint"},   {CXType_Long, "long"},
                 {CXType_ULong, "ulong"},   {CXType_Half, "half"},   {CXType_Float, "float"},
                 {CXType_Double, "double"}, {CXType_Enum, "int"}};
    CXType canonical = clang_getCanonicalType(type);
    long long width = 1;
    if (cld_type_kind(canonical) == CXType_Vector) {
        width = clang_getNumElements(canonical);
        canonical = clang_getCanonicalType(clang_getElementType(canonical));
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].kind == canonical.kind) {
            snprintf(room, 32, width > 1 ? "%s%lld" : "%s", names[i].name, width);
            return room;
        }
    return NULL;
}

/* ---- calls
 * ------------------------------------------------------------------------------------------------- */

bool cld_calls_program(const struct cld_rewriter *r, const struct cld_node *call, char **name)
{
    const struct cld_node *callee = cld_node_strip(call->first);
    unsigned at;
    *name = NULL;
    if (!callee || callee->kind != CLD_NODE_NAME)
        return false;
    CXCursor function = clang_getCursorReferenced(callee->cursor);
    CXString spelling = clang_getCursorSpelling(callee->cursor);
    *name = cld_copy(clang_getCString(spelling), strlen(clang_getCString(spelling)));
    clang_disposeString(spelling);
    if (!cld_tree_offset(r->tree, clang_getCursorLocation(function), &at))
        return false; /* declared by clang's header, or by us */
    for (size_t i = 0; i < r->defined->count; i++)
        if (strcmp(r->defined->names[i], *name) == 0)
            return true;
    return false;
}

/* ---- what functions gain
 * ------------------------------------------------------------------------------------ */

/* Follows from the prototype alone, so that units agree that were written apart. */
static void hidden_parameters(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out)
{
    cld_text_add(out, f->has_parameters ? ", " : "");
    cld_text_add(out, f->is_kernel ? "__global uint *__cld_log" : "__private __cld_state *__cld_s");
    if (f->is_kernel && r->wants_launch)
        cld_text_add(out, ", uint __cld_key, __global const ulong *__cld_ranges");
    if (r->wants_bounds)
        cld_provenance_parameters(r, f, out);
}

static void kernel_twin(struct cld_rewriter *r, const struct cld_function *f)
{
    struct cld_text hidden = {0}, uses = {0}, loops = {0};
    cld_text_add(&hidden, r->wants_log ? "L" : "N");
    cld_text_add(&hidden, r->wants_launch ? " K R" : "");
    if (r->wants_bounds)
        cld_provenance_hidden(r, f, &hidden);
    cld_arg_uses(r->unit, r->functions, f, &uses);
    cld_endless_loops(r->unit, r->functions, f, &loops);
    r->kernels = cld_grow(r->kernels, &r->kernels_room, r->n_kernels, sizeof *r->kernels);
    r->kernels[r->n_kernels++] =
        (struct cld_kernel_twin){cld_copy(f->name, strlen(f->name)), hidden.data, uses.data, loops.data};
}

static bool uses_state(const char *text)
{
    static const char *const uses[] = {"__cld_s->", "__cld_s,", "__cld_s)", "__cld_st."};
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++)
        if (strstr(text, uses[i]))
            return true;
    return false;
}

/* Where nothing needs the state of a work-item there is none: PoCL would carry it over every barrier. */
static void function_start(struct cld_rewriter *r, const struct cld_function *f, bool needs_state,
                           const char *body, struct cld_text *out)
{
    struct cld_text t = {0};
    if (r->wants_bounds)
        cld_provenance_start(r, f, body, &t);
    for (size_t i = 0; i < r->n_passes; i++)
        if (r->passes[i]->function_start)
            r->passes[i]->function_start(r, f, &t);
    if (f->is_kernel && (needs_state || uses_state(cld_text_get(&t)))) {
        cld_text_add(out, " __cld_state __cld_st; __private __cld_state *__cld_s = &__cld_st; "
                          "__cld_st.log = __cld_log;");
        if (r->wants_launch)
            cld_text_add(out, " __cld_st.key = __cld_key; __cld_st.ranges = __cld_ranges;");
    }
    cld_text_add(out, cld_text_get(&t));
    cld_text_free(&t);
}

static void function_end(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out)
{
    for (size_t i = r->n_passes; i-- > 0;)
        if (r->passes[i]->function_end)
            r->passes[i]->function_end(r, f, out);
}

/* ---- nodes
 * -------------------------------------------------------------------------------------------------- */

void cld_emit_source(const struct cld_rewriter *r, unsigned begin, unsigned end, struct cld_text *out)
{
    cld_text_bytes(out, r->unit->text + begin, end - begin);
}

static void emit_plain(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    unsigned at = n->begin;
    for (const struct cld_node *c = n->first; c; c = c->next) {
        cld_emit_source(r, at, c->begin, out);
        cld_emit(r, c, out);
        at = c->end;
    }
    cld_emit_source(r, at, n->end, out);
}

/* A loop, with what the passes want in front of its body. */
void cld_emit_loop(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    const struct cld_node *body = n->kind == CLD_NODE_DO ? n->first : n->last;
    unsigned at = n->begin;
    if (r->careful &&
        !cld_versions_is_hinted(r, n)) /* else it takes the registers that decide how many run */
        cld_text_add(out, "\n#pragma unroll 1\n");
    for (const struct cld_node *c = n->first; c; c = c->next) {
        cld_emit_source(r, at, c->begin, out);
        for (size_t i = 0; i < r->n_passes && c == body; i++)
            if (r->passes[i]->loop)
                r->passes[i]->loop(r, n, out);
        cld_emit(r, c, out);
        at = c->end;
    }
    cld_emit_source(r, at, n->end, out);
}

static bool has_arguments(const struct cld_node *call)
{
    return call->first != call->last;
}

/* The address of a __local variable: for the compiler a constant. */
static bool is_constant_local(const struct cld_node *argument)
{
    const struct cld_node *n = cld_node_strip(argument);
    bool is_address = n->kind == CLD_NODE_ADDRESS;
    if (!is_address && !cld_node_is_array(n))
        return false;
    for (n = is_address ? cld_node_strip(n->first) : n; n; n = cld_node_strip(n)) {
        if (n->kind == CLD_NODE_NAME)
            return cld_type_space(n->type) == CLD_SPACE_LOCAL && !cld_node_is_pointer(n);
        if (n->kind == CLD_NODE_SUBSCRIPT)
            n = cld_subscript_base(n);
        else if (n->kind == CLD_NODE_MEMBER)
            n = n->first;
        else
            return false;
    }
    return false;
}

/*
 * PoCL 3.1 makes memory of its own of a kernel's __local variables, in the kernel: in a function that it does
 * not inline, and that LLVM knows to be given this address only, it would stay the variable itself. So we add
 * a 0 that nobody knows.
 */
static void emit_arguments(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    const char *zero = r->function->is_kernel ? "(__cld_key >> 31)" : "(__cld_s->key >> 31)";
    unsigned at = n->begin;
    for (const struct cld_node *c = n->first; c; c = c->next) {
        bool hide = r->wants_launch && c != n->first && is_constant_local(c);
        cld_emit_source(r, at, c->begin, out);
        cld_text_add(out, hide ? "((" : "");
        cld_emit(r, c, out);
        if (hide)
            cld_text_format(out, ") + %s)", zero);
        at = c->end;
    }
    cld_emit_source(r, at, n->end, out);
}

/* A kernel that is called as a function gets the caller's log; what its pointers' bounds are is not known. */
static void emit_call(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    char *name;
    bool ours = cld_calls_program(r, n, &name);
    if (!ours || r->unit->text[n->end - 1] != ')') {
        emit_plain(r, n, out);
    } else {
        const struct cld_function *f = cld_function_named(r->functions, name);
        struct cld_text t = {0}, before = {0};
        if (r->unchecked)
            cld_unchecked_call(r->unchecked, r->function->name, name);
        if (r->provenance)
            cld_provenance_hoist(r, n, f && f->is_kernel, &before);
        emit_arguments(r, n, &t);
        t.data[--t.size] = '\0';
        cld_text_add(&t, has_arguments(n) ? ", " : "");
        cld_text_add(&t, f && f->is_kernel ? "__cld_s->log" : "__cld_s");
        if (f && f->is_kernel && r->wants_launch)
            cld_text_add(&t, ", __cld_s->key, __cld_s->ranges");
        if (r->provenance)
            cld_provenance_arguments(r, n, f && f->is_kernel, &t);
        cld_text_add(&t, ")");
        cld_text_format(out, before.size ? "(%s%s)" : "%s%s", cld_text_get(&before), t.data);
        cld_text_free(&t);
        cld_text_free(&before);
    }
    free(name);
}

/* With a pass that guards: what the end holds is known only when all of the body is. */
#define END_MARK "/*__cld_end*/"

/* The function's end is at each of its returns. */
static void emit_return(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_text end = {0};
    if (r->guard)
        cld_text_add(&end, r->function->is_kernel ? END_MARK : "");
    else
        function_end(r, r->function, &end);
    CXType type = clang_getCursorResultType(r->function->cursor);
    CXString spelling = clang_getTypeSpelling(type);
    bool has_name = !strpbrk(clang_getCString(spelling), "([");
    if (!end.size) {
        emit_plain(r, n, out);
    } else if (n->first && (type.kind == CXType_Void || !has_name)) {
        /* A value that can't be kept: of type void, or of one that can't be written in front of a name. */
        struct cld_text value = {0};
        cld_emit(r, n->first, &value);
        if (type.kind == CXType_Void)
            cld_text_format(out, "do { %s; %s return; } while (0)", value.data, end.data);
        else
            cld_text_format(out, "do { %s return %s; } while (0)", end.data, value.data);
        cld_text_free(&value);
    } else if (!n->first) {
        cld_text_format(out, "do { %s return; } while (0)", end.data); /* a `;` follows, and perhaps `else` */
    } else {
        cld_text_format(out, "do { %s __cld_result = ", clang_getCString(spelling));
        cld_emit(r, n->first, out);
        cld_text_format(out, "; %s return __cld_result; } while (0)", end.data);
    }
    clang_disposeString(spelling);
    cld_text_free(&end);
}

void cld_emit_block(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    emit_plain(r, n, out);
}

static void replace_marks(struct cld_text *t, const char *with)
{
    struct cld_text done = {0};
    const char *at = cld_text_get(t);
    for (const char *mark; (mark = strstr(at, END_MARK)); at = mark + strlen(END_MARK)) {
        cld_text_bytes(&done, at, (size_t)(mark - at));
        cld_text_add(&done, with);
    }
    cld_text_add(&done, at);
    cld_text_free(t);
    *t = done;
}

static void emit_body(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_text inner = {0}, start = {0}, end = {0};
    if (!cld_versions_body(r, n, &inner)) {
        struct cld_text body = {0};
        emit_plain(r, n, &body); /* first: it tells what the start must declare */
        /* between the braces, which may be written as <% and %> */
        size_t open = body.data[0] == '{' ? 1 : 2, close = body.data[body.size - 1] == '}' ? 1 : 2;
        cld_text_bytes(&inner, body.data + open, body.size - open - close);
        cld_text_free(&body);
    }
    function_end(r, r->function, &end);
    replace_marks(&inner, cld_text_get(&end));
    bool needs_state = uses_state(cld_text_get(&inner)) || uses_state(cld_text_get(&end));
    struct cld_text whole = {0};
    cld_text_format(&whole, "%s%s", cld_text_get(&inner), cld_text_get(&end));
    function_start(r, r->function, needs_state, whole.data, &start);
    cld_text_free(&whole);
    cld_text_format(out, "{%s%s%s}", cld_text_get(&start), cld_text_get(&inner), cld_text_get(&end));
    cld_text_free(&end);
    cld_text_free(&inner);
    cld_text_free(&start);
}

/* p->xy becomes (*(p)).xy */
static void emit_implied(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    cld_text_add(out, "(*(");
    cld_emit(r, n->first, out);
    cld_text_add(out, "))");
}

static void emit_swizzle(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    size_t arrow = cld_token_at(r->tree->tokens, n->first->end);
    cld_emit(r, n->first, out);
    cld_text_add(out, ".");
    cld_emit_source(r, r->tree->tokens->list[arrow].end, n->end, out);
}

static bool gains(const struct cld_rewriter *r, const char *name)
{
    for (size_t i = 0; i < r->defined->count; i++)
        if (strcmp(r->defined->names[i], name) == 0)
            return true;
    return false;
}

/* A prototype among the statements of a function. */
static bool emit_prototype(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_function f;
    CXString name = clang_getCursorSpelling(n->cursor);
    bool good = clang_getCursorKind(n->cursor) == CXCursor_FunctionDecl && gains(r, clang_getCString(name)) &&
                cld_function_prototype(r->tree, n->cursor, &f) && f.open >= n->begin && f.close < n->end;
    clang_disposeString(name);
    if (!good)
        return false;
    cld_emit_source(r, n->begin, f.has_parameters ? f.close : f.open + 1, out);
    hidden_parameters(r, &f, out);
    cld_emit_source(r, f.close, n->end, out);
    return true;
}

void cld_emit_bare(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    if (n->kind == CLD_NODE_DECLARATION && emit_prototype(r, n, out))
        return;
    if (n->kind == CLD_NODE_CALL)
        emit_call(r, n, out);
    else if (n->kind == CLD_NODE_RETURN)
        emit_return(r, n, out);
    else if (n->implied)
        emit_implied(r, n, out);
    else if (n->kind == CLD_NODE_SWIZZLE && n->first->implied)
        emit_swizzle(r, n, out);
    else if (n == r->function->tree)
        emit_body(r, n, out);
    else if (cld_node_is_loop(n) && !cld_versions_loop(r, n, out))
        cld_versions_none(r, n, out);
    else if (cld_node_is_loop(n))
        return;
    else
        emit_plain(r, n, out);
    if (n->kind == CLD_NODE_VARIABLE)
        cld_async_initialise(r, n, out);
}

static void call_hooks(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *t)
{
    char *name;
    bool ours = cld_calls_program(r, n, &name);
    bool barrier = name && strstr(name, "barrier");
    for (size_t i = 0; i < r->n_passes && name && !ours; i++) {
        if (barrier && r->passes[i]->barrier)
            r->passes[i]->barrier(r, n, t);
        else if (!barrier && r->passes[i]->builtin)
            r->passes[i]->builtin(r, n, name, t);
    }
    free(name);
}

static bool is_operation(const struct cld_node *n)
{
    return n->kind == CLD_NODE_BINARY || n->kind == CLD_NODE_UNARY || n->kind == CLD_NODE_COMPOUND_ASSIGN ||
           n->kind == CLD_NODE_STEP;
}

void cld_emit_hooks(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *t)
{
    struct cld_access a;
    if (n->frozen)
        return;
    if (cld_access_of(r, n, &a)) {
        for (size_t i = 0; i < r->n_passes; i++)
            if (r->passes[i]->access)
                r->passes[i]->access(r, &a, t);
        cld_access_done(&a);
    }
    if (n->kind == CLD_NODE_CALL)
        call_hooks(r, n, t);
    for (size_t i = 0; i < r->n_passes; i++) {
        if (is_operation(n) && !n->constant && r->passes[i]->operation)
            r->passes[i]->operation(r, n, t);
        if (n->condition && !n->constant && r->passes[i]->condition)
            r->passes[i]->condition(r, n, t);
    }
}

void cld_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out)
{
    struct cld_text t = {0};
    for (size_t i = 0; i < r->n_passes; i++)
        if (r->passes[i]->emit && r->passes[i]->emit(r, n, out))
            return;
    if ((r->frame && cld_frame_emit(r, n, out)) || cld_check_ahead(r, n, out))
        return;
    enum cld_emitted done = r->provenance ? cld_provenance_emit(r, n, &t) : CLD_EMITTED_NOT;
    if (done == CLD_EMITTED_NOT && r->guard && cld_guard_emit(r, n, &t))
        done = CLD_EMITTED_WHOLE;
    if (done == CLD_EMITTED_NOT)
        cld_emit_bare(r, n, &t);
    if (done != CLD_EMITTED_WHOLE)
        cld_emit_hooks(r, n, &t);
    cld_text_bytes(out, cld_text_get(&t), t.size);
    cld_text_free(&t);
}

/* ---- the unit
 * ----------------------------------------------------------------------------------------------- */

static void emit_function(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out)
{
    r->function = f;
    r->first_site = (unsigned)r->sites->count + 1;
    r->jumps = cld_node_holds(f->tree, CXCursor_LabelStmt);
    r->told_bits = r->kept_bits = r->told = 0;
    r->counts_misses = r->tells_once = r->keeps_bounds = false;
    r->provenance = r->wants_bounds ? cld_provenance_new(r, f) : NULL;
    cld_emit(r, f->tree, out);
    cld_provenance_free(r->provenance);
    r->provenance = NULL;
    if (f->is_kernel)
        kernel_twin(r, f);
}

static void emit_functions(struct cld_rewriter *r, struct cld_text *out)
{
    unsigned at = 0;
    for (size_t i = 0; i < r->functions->count; i++) {
        const struct cld_function *f = &r->functions->list[i];
        if (f->open < at || (!f->is_definition && !f->is_kernel && !gains(r, f->name)))
            continue;
        cld_emit_source(r, at, f->has_parameters ? f->close : f->open + 1, out);
        hidden_parameters(r, f, out);
        at = f->close;
        if (!f->is_definition)
            continue;
        cld_emit_source(r, at, f->body, out);
        emit_function(r, f, out);
        at = f->body_end;
    }
    cld_emit_source(r, at, (unsigned)r->unit->size, out);
}

/* Our functions come before the program's own pragmas, and may need what those enable. */
static void emit_extensions(const struct cld_rewriter *r, struct cld_text *out)
{
    static const char *const extensions[] = {"cl_khr_fp16", "cl_khr_fp64"};
    for (size_t i = 0; i < 2; i++) {
        char *pragma = cld_printf("#pragma OPENCL EXTENSION %s : enable", extensions[i]);
        if (strstr(r->unit->text, pragma))
            cld_text_format(out, "%s\n", pragma);
        free(pragma);
    }
}

/* One program of several units may hold our functions once a unit: OpenCL C has static from 1.2 on. */
static void emit_runtime(struct cld_rewriter *r, struct cld_text *out)
{
    const char *standard = cld_clang_standard(r->unit, r->device);
    bool old = strcmp(standard, "CL1.0") == 0 || strcmp(standard, "CL1.1") == 0;
    cld_text_format(out,
                    "#define CLD_FN %s\n#define CLD_FN_DATA %s\n"
                    "#define CLD_NOINLINE __attribute__((noinline))\n#define CLD_COLD %s\n",
                    old ? "" : "static", old ? "" : "static",
                    r->device->is_cpu ? "CLD_NOINLINE" : "__attribute__((always_inline))");
    emit_extensions(r, out);
    if (r->wants_bounds)
        cld_text_add(out, "#define __cld_span ulong2\n#define __cld_mk(x, y) ((ulong2)(x, y))\n");
    for (size_t i = 0; i < r->n_passes; i++)
        cld_text_add(out, r->passes[i]->types ? r->passes[i]->types : "");
    cld_async_types(r, out);
    cld_text_add(out, "typedef struct { __global uint *log;");
    cld_text_add(out, r->async.any ? CLD_ASYNC_STATE : "");
    if (r->wants_launch)
        cld_text_add(out, " uint key; __global const ulong *ranges;");
    for (size_t i = 0; i < r->n_passes; i++)
        cld_text_format(out, " %s", r->passes[i]->state ? r->passes[i]->state : "");
    cld_text_add(out, " } __cld_state;\n");
    cld_text_add(out, r->wants_log ? cld_log_runtime : "");
    for (size_t i = 0; i < r->n_passes; i++) {
        if (r->passes[i]->before)
            r->passes[i]->before(r, out);
        cld_text_add(out, r->passes[i]->runtime ? r->passes[i]->runtime : "");
    }
    cld_async_runtime(r, out);
}

void cld_rewrite(struct cld_rewriter *r, struct cld_text *twin)
{
    struct cld_text body = {0};
    emit_functions(r, &body);
    emit_runtime(r, twin);
    cld_text_add(twin, cld_text_get(&r->helper_text));
    cld_async_define(r, twin);
    cld_text_add(twin, CLD_TWIN_BEGIN);
    cld_text_bytes(twin, cld_text_get(&body), body.size);
    cld_text_free(&body);
}

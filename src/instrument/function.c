#include "instrument/function.h"

#include <stdlib.h>
#include <string.h>

struct search {
    struct cld_functions *functions;
    struct cld_unit *unit;
    struct cld_tree *tree;
};

/* Among the words of its declaration, before its name. */
static bool declared_as_kernel(const struct cld_tokens *t, size_t name)
{
    for (size_t i = name; i > 0; i--) {
        if (cld_token_is(t, i - 1, ";") || cld_token_is(t, i - 1, "}") || cld_token_is(t, i - 1, "{"))
            return false;
        if (cld_token_is(t, i - 1, "kernel") || cld_token_is(t, i - 1, "__kernel"))
            return true;
    }
    return false;
}

static bool find_parameters(struct cld_function *f, const struct cld_tokens *t, size_t name)
{
    size_t open = name + 1;
    while (cld_token_is(t, open, ")")) /* int (f)(int) */
        open++;
    if (!cld_token_is(t, open, "("))
        return false;
    size_t close = cld_token_match(t, open);
    if (close >= t->count)
        return false;
    f->open = t->list[open].begin;
    f->close = t->list[close].begin;
    if (close + 1 < t->count && t->list[close + 1].kind == CLD_TOKEN_WORD &&
        !cld_token_is(t, close + 1, "__attribute__") && !cld_token_is(t, close + 1, "__asm__") &&
        f->is_definition)
        return false; /* int f(x) int x; { } */
    f->has_parameters = close > open + 1 && !(close == open + 2 && cld_token_is(t, open + 1, "void"));
    return true;
}

static enum CXChildVisitResult find_body(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_CompoundStmt) {
        *(CXCursor *)data = c;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Continue;
}

static bool take_body(struct search *s, struct cld_function *f)
{
    CXCursor body = clang_getNullCursor();
    clang_visitChildren(f->cursor, find_body, &body);
    f->tree = clang_Cursor_isNull(body) ? NULL : cld_tree_build(s->tree, body);
    if (!f->tree)
        return false;
    f->body = f->tree->begin;
    f->body_end = f->tree->end;
    const struct cld_tokens *t = s->tree->tokens;
    size_t close = cld_token_match(t, cld_token_at(t, f->body));
    return cld_token_is(t, cld_token_at(t, f->body), "{") && close < t->count &&
           t->list[close].end == f->body_end;
}

static enum CXChildVisitResult take_function(CXCursor c, CXCursor parent, CXClientData data)
{
    struct search *s = data;
    unsigned at;
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_FunctionDecl ||
        !cld_tree_offset(s->tree, clang_getCursorLocation(c), &at))
        return CXChildVisit_Continue;
    struct cld_functions *all = s->functions;
    size_t name = cld_token_at(s->tree->tokens, at);
    all->list = cld_grow(all->list, &all->room, all->count, sizeof *all->list);
    struct cld_function *f = &all->list[all->count++];
    CXString spelling = clang_getCursorSpelling(c);
    *f = (struct cld_function){.cursor = c, .is_definition = clang_isCursorDefinition(c) != 0};
    f->name = cld_copy(clang_getCString(spelling), strlen(clang_getCString(spelling)));
    clang_disposeString(spelling);
    f->is_kernel = declared_as_kernel(s->tree->tokens, name);
    if (!find_parameters(f, s->tree->tokens, name) || (f->is_definition && !take_body(s, f)))
        cld_unit_fail(s->unit, "the function `%s` is written in a way that is not understood", f->name);
    return CXChildVisit_Continue;
}

bool cld_function_prototype(const struct cld_tree *tree, CXCursor c, struct cld_function *f)
{
    unsigned at;
    *f = (struct cld_function){.cursor = c};
    if (!cld_tree_offset(tree, clang_getCursorLocation(c), &at))
        return false;
    size_t name = cld_token_at(tree->tokens, at);
    f->is_kernel = declared_as_kernel(tree->tokens, name);
    return find_parameters(f, tree->tokens, name);
}

bool cld_functions_find(struct cld_functions *f, CXTranslationUnit tu, struct cld_unit *u,
                        struct cld_tree *tree)
{
    struct search s = {f, u, tree};
    clang_visitChildren(clang_getTranslationUnitCursor(tu), take_function, &s);
    return !u->error;
}

const struct cld_function *cld_function_named(const struct cld_functions *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->list[i].name, name) == 0)
            return &f->list[i];
    return NULL;
}

const struct cld_function *cld_function_defined(const struct cld_functions *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->list[i].is_definition && strcmp(f->list[i].name, name) == 0)
            return &f->list[i];
    return NULL;
}

void cld_functions_free(struct cld_functions *f)
{
    for (size_t i = 0; i < f->count; i++)
        free(f->list[i].name);
    free(f->list);
    *f = (struct cld_functions){0};
}

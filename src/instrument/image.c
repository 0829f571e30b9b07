#include "instrument/image.h"

#include <stdlib.h>
#include <string.h>

bool cld_image_type(CXType type, struct cld_image_type *out)
{
    CXType canonical = clang_getCanonicalType(type);
    if (canonical.kind < CXType_OCLImage1dRO || canonical.kind > CXType_OCLImage3dRW)
        return false;
    CXString spelling = clang_getTypeSpelling(canonical);
    const char *name = strstr(clang_getCString(spelling), "image"); /* __read_only image2d_array_t */
    *out = (struct cld_image_type){.dims = name ? (unsigned)(name[strlen("image")] - '0') : 0,
                                   .is_array = name && strstr(name, "_array")};
    clang_disposeString(spelling);
    return out->dims >= 1 && out->dims <= 3;
}

bool cld_is_sampler(CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_OCLSampler;
}

int cld_parameter_named(const struct cld_rewriter *r, const struct cld_node *node)
{
    const struct cld_node *n = cld_node_strip(node);
    if (n->kind != CLD_NODE_NAME)
        return -1;
    CXCursor variable = clang_getCursorReferenced(n->cursor);
    int count = clang_Cursor_getNumArguments(r->function->cursor);
    for (int i = 0; i < count; i++)
        if (clang_equalCursors(clang_Cursor_getArgument(r->function->cursor, (unsigned)i), variable))
            return i;
    return -1;
}

/* ---- what a sampler is initialised with
 * --------------------------------------------------------------------------- */

static enum CXChildVisitResult take_last(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_isExpression(clang_getCursorKind(c)))
        *(CXCursor *)data = c;
    return CXChildVisit_Continue;
}

/* The integer behind the conversions; false: there is none. */
static bool find_value(CXCursor c, int *value)
{
    for (int depth = 0; depth < 16 && !clang_Cursor_isNull(c); depth++) {
        CXCursor inner = clang_getNullCursor(), named = clang_getCursorReferenced(c);
        enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(c)).kind;
        if (kind == CXType_Int || kind == CXType_UInt) {
            CXEvalResult result = clang_Cursor_Evaluate(c);
            bool is = result && clang_EvalResult_getKind(result) == CXEval_Int;
            *value = is ? clang_EvalResult_getAsInt(result) : 0;
            clang_EvalResult_dispose(result);
            return is;
        }
        clang_visitChildren(c, take_last, &inner);
        bool is_name = clang_Cursor_isNull(inner) && !clang_equalCursors(named, c);
        c = is_name && clang_getCursorKind(named) == CXCursor_VarDecl ? named : inner;
    }
    return false;
}

char *cld_sampler_rule(const struct cld_rewriter *r, const struct cld_node *sampler)
{
    enum { NORMALIZED = 1, ADDRESSING = 0xe }; /* CLK_ADDRESS_* of clang's header; NONE is 0 */
    int parameter = cld_parameter_named(r, sampler), value;
    if (parameter >= 0)
        return cld_printf("__cld_a%d", parameter);
    if (!find_value(cld_node_strip(sampler)->cursor, &value))
        return NULL;
    return cld_printf("%uu", value & ADDRESSING ? 0u : value & NORMALIZED ? 2u : 1u);
}

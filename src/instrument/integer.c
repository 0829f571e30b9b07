#include "instrument/integer.h"

#include <stddef.h>

bool cld_integer_of(CXType type, struct cld_integer *i)
{
    static const struct {
        enum CXTypeKind kind;
        struct cld_integer integer;
    } types[] = {{CXType_Bool, {1, false}},    {CXType_Char_S, {8, true}}, {CXType_SChar, {8, true}},
                 {CXType_Char_U, {8, false}},  {CXType_UChar, {8, false}}, {CXType_Short, {16, true}},
                 {CXType_UShort, {16, false}}, {CXType_Int, {32, true}},   {CXType_UInt, {32, false}},
                 {CXType_Long, {64, true}},    {CXType_ULong, {64, false}}};
    CXType canonical = clang_getCanonicalType(type);
    if (canonical.kind == CXType_Enum) /* unsigned, where no enumerator is negative */
        canonical = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical)));
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
        if (types[k].kind == canonical.kind) {
            *i = types[k].integer;
            return true;
        }
    return false;
}

bool cld_integer_value(CXCursor expression, long long *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(expression);
    bool is = result && clang_EvalResult_getKind(result) == CXEval_Int;
    if (is)
        *value = clang_EvalResult_getAsLongLong(result);
    clang_EvalResult_dispose(result);
    return is;
}

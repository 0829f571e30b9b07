/* guard_type.c - types of what is kept or made up: a variable at the start of the function, a 0. */
#include "instrument/guard.h"

#include <stdlib.h>
#include <string.h>

bool cld_type_is_local(CXType type)
{
    CXType t = clang_getCanonicalType(type);
    while (t.kind == CXType_Pointer || t.kind == CXType_ConstantArray)
        t = clang_getCanonicalType(t.kind == CXType_Pointer ? clang_getPointeeType(t)
                                                            : clang_getArrayElementType(t));
    if (t.kind != CXType_Record && t.kind != CXType_Enum)
        return false;
    CXCursor parent = clang_getCursorSemanticParent(clang_getTypeDeclaration(t));
    return clang_getCursorKind(parent) != CXCursor_TranslationUnit;
}

char *cld_variable_type(CXType type)
{
    char room[32];
    const char *simple = cld_type_name(type, room);
    if (simple)
        return cld_copy(simple, strlen(simple));
    CXType plain = clang_getUnqualifiedType(clang_getCanonicalType(type));
    enum CXTypeKind kind = plain.kind;
    if (kind == CXType_Bool)
        return cld_copy("bool", 4);
    if (kind == CXType_OCLEvent) /* a number of ours (async.h) */
        return cld_copy("event_t", 7);
    if ((kind != CXType_Record && kind != CXType_Pointer) || cld_type_is_local(plain))
        return NULL;
    CXString spelling = clang_getTypeSpelling(plain);
    const char *text = clang_getCString(spelling);
    const char *end = strrchr(text, '*');
    bool good = !strpbrk(text, "([") && !strstr(text, "_Atomic") && !strstr(text, "unnamed");
    char *name = NULL;
    if (good && kind == CXType_Pointer && end) /* what stands behind the last star is of the variable */
        name = cld_copy(text, (size_t)(end + 1 - text));
    else if (good && kind == CXType_Record) {
        const char *skip = strncmp(text, "__", 2) == 0 ? strchr(text, ' ') : NULL; /* its address space */
        name = cld_copy(skip ? skip + 1 : text, strlen(skip ? skip + 1 : text));
    }
    clang_disposeString(spelling);
    return name;
}

char *cld_zero(CXType type)
{
    CXType plain = clang_getCanonicalType(type);
    char *name = cld_variable_type(type), *zero = NULL;
    if (name && plain.kind == CXType_Record)
        zero = cld_printf("(%s){0}", name);
    else if (name)
        zero = cld_printf("(%s)(0)", name);
    free(name);
    return zero;
}

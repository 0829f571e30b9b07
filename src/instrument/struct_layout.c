#include "instrument/struct_layout.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS_AT_MOST 256

struct layout {
    struct cld_text text;
    unsigned fields;
    bool odd; /* can't be compared by names and bytes */
};

static enum CXVisitorResult take_field(CXCursor c, CXClientData data)
{
    struct layout *l = data;
    CXString name = clang_getCursorSpelling(c);
    long long bits = clang_Cursor_getOffsetOfField(c);
    const char *text = clang_getCString(name);
    if (clang_Cursor_isBitField(c) || !text || !*text || bits < 0 || ++l->fields > FIELDS_AT_MOST)
        l->odd = true;
    else
        cld_text_format(&l->text, " %s:%lld", text, bits / 8);
    clang_disposeString(name);
    return CXVisit_Continue;
}

/* The name that the program gave it: of the typedef, or of the struct. */
static void add(CXType type, struct cld_names *out)
{
    CXType canonical = clang_getCanonicalType(type);
    long long size = clang_Type_getSizeOf(canonical);
    if (!canonical.kind || canonical.kind != CXType_Record || size <= 0 ||
        clang_getCursorKind(clang_getTypeDeclaration(canonical)) != CXCursor_StructDecl)
        return;
    CXString name = clang_getCursorSpelling(clang_getTypeDeclaration(clang_getUnqualifiedType(type)));
    struct layout l = {{0}, 0, false};
    cld_text_format(&l.text, "%s %lld", clang_getCString(name), size);
    clang_Type_visitFields(canonical, take_field, &l);
    if (!l.odd && *clang_getCString(name) && !strchr(clang_getCString(name), ' '))
        cld_names_add(out, cld_text_get(&l.text), l.text.size);
    cld_text_free(&l.text);
    clang_disposeString(name);
}

void cld_struct_layouts(const struct cld_function *kernel, struct cld_names *out)
{
    int n = clang_Cursor_getNumArguments(kernel->cursor);
    for (int i = 0; i < n; i++) {
        CXType type = clang_getCursorType(clang_Cursor_getArgument(kernel->cursor, (unsigned)i));
        CXType to = clang_getCanonicalType(type).kind == CXType_Pointer ? clang_getPointeeType(type) : type;
        add(to.kind != CXType_Invalid ? to : type, out);
    }
}

/* symbolise_inline.c - functions and lines from DWARF, with the functions that were inlined at an address. */
#include "model/symbolise_internal.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ------------------------------------------------------------------------------------------ */

/* C++ programs bring libstdc++ with them; one that is not installed has no names to demangle. */
static char *demangle(const char *symbol)
{
    static char *(*function)(const char *, char *, size_t *, int *);
    static bool looked;
    int status;
    if (!looked) {
        void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
        if (library)
            *(void **)&function = dlsym(library, "__cxa_demangle");
        looked = true;
    }
    return function ? function(symbol, NULL, NULL, &status) : NULL;
}

/* Cuts "f<int>(float, bool) const" before its parameters: the last '(' at the outermost level that pairs with
 * the last ')'. "operator()" and "(anonymous namespace)::f" keep theirs. */
static void cut_parameters(char *name)
{
    char *close = strrchr(name, ')');
    int depth = 0;
    for (char *p = close; p && p > name; p--) {
        depth += *p == ')' ? 1 : *p == '(' ? -1 : 0;
        if (depth > 0)
            continue;
        if (p - name < 8 || strncmp(p - 8, "operator", 8) != 0)
            *p = '\0';
        return;
    }
}

const char *cld_symbolise_name(struct cld_arena *arena, const char *symbol)
{
    char *plain = strncmp(symbol, "_Z", 2) == 0 ? demangle(symbol) : NULL;
    if (!plain)
        return cld_arena_strdup(arena, symbol);
    cut_parameters(plain);
    const char *name = cld_arena_strdup(arena, plain);
    free(plain);
    return name;
}

static const char *attribute_text(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    return dwarf_formstring(dwarf_attr_integrate(die, name, &attribute));
}

static const char *die_name(struct cld_arena *arena, Dwarf_Die *die)
{
    const char *name = attribute_text(die, DW_AT_linkage_name);
    if (!name)
        name = attribute_text(die, DW_AT_MIPS_linkage_name);
    if (!name)
        name = dwarf_diename(die);
    return name ? cld_symbolise_name(arena, name) : NULL;
}

/* ---- places ----------------------------------------------------------------------------------------- */

static void set_place(struct cld_arena *arena, struct cld_frame *frame, const char *file, const char *folder,
                      int line, int column)
{
    if (!file || line <= 0)
        return;
    if (file[0] != '/' && folder && folder[0])
        frame->file = cld_arena_printf(arena, "%s/%s", folder, strncmp(file, "./", 2) == 0 ? file + 2 : file);
    else
        frame->file = cld_arena_strdup(arena, file);
    frame->line = line;
    frame->column = column;
}

static int attribute_number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    return dwarf_formudata(dwarf_attr(die, name, &attribute), &value) == 0 && value < 0x7fffffff ? (int)value
                                                                                                 : 0;
}

/* The place where the function that `die` describes was inlined. */
static void set_call_place(struct cld_arena *arena, struct cld_frame *frame, Dwarf_Die *cu, Dwarf_Die *die,
                           const char *folder)
{
    Dwarf_Files *files;
    size_t count;
    int index = attribute_number(die, DW_AT_call_file);
    if (dwarf_getsrcfiles(cu, &files, &count) != 0 || index < 0 || (size_t)index >= count)
        return;
    set_place(arena, frame, dwarf_filesrc(files, (size_t)index, NULL, NULL), folder,
              attribute_number(die, DW_AT_call_line), attribute_number(die, DW_AT_call_column));
}

static bool is_function(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram || tag == DW_TAG_entry_point;
}

/* The concrete scopes around `address`, innermost first: how many; the caller frees `scopes`. */
static int concrete_scopes(Dwarf_Die *cu, Dwarf_Addr address, Dwarf_Die **scopes)
{
    Dwarf_Die *around = NULL;
    int count = dwarf_getscopes(cu, address, &around);
    if (count <= 0) {
        free(around);
        return 0;
    }
    /* getscopes() goes on with the scopes of the inlined function's definition; those of its DIE are where it
     * was inlined. */
    Dwarf_Die innermost = around[0];
    free(around);
    count = dwarf_getscopes_die(&innermost, scopes);
    return count > 0 ? count : 0;
}

bool cld_symbolise_dwarf(struct cld_arena *arena, Dwfl_Module *module, Dwarf_Addr address,
                         struct cld_frames *frames)
{
    Dwarf_Addr bias = 0;
    Dwarf_Die *cu = dwfl_module_addrdie(module, address, &bias), *scopes = NULL;
    if (!cu)
        return false;
    int line = 0, column = 0, count = concrete_scopes(cu, address - bias, &scopes);
    const char *folder = attribute_text(cu, DW_AT_comp_dir);
    Dwfl_Line *at = dwfl_module_getsrc(module, address);
    const char *file = at ? dwfl_lineinfo(at, NULL, &line, &column, NULL, NULL) : NULL;
    struct cld_frame *frame = NULL;
    Dwarf_Die *inner = NULL;
    for (int i = 0; i < count; i++) {
        if (!is_function(&scopes[i]))
            continue;
        struct cld_frame *next = cld_frames_add(frames);
        if (!inner)
            set_place(arena, next, file, folder, line, column);
        else
            set_call_place(arena, next, cu, inner, folder);
        next->function = die_name(arena, &scopes[i]);
        next->inlined = dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine;
        inner = &scopes[i];
        frame = next;
        if (!next->inlined)
            break;
    }
    free(scopes);
    /* Assembly: lines, and no function. */
    if (!frame && file) {
        frame = cld_frames_add(frames);
        set_place(arena, frame, file, folder, line, column);
    }
    return frame != NULL;
}

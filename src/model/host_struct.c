#include "model/host_struct.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

#include "model/symbolise_internal.h"

static bool number(Dwarf_Die *die, unsigned name, uint64_t *out)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    if (dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &value) != 0)
        return false;
    *out = value;
    return true;
}

/* What a typedef stands for. */
static bool resolve(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    for (int steps = 0; steps < 16 && dwarf_tag(die) == DW_TAG_typedef; steps++)
        if (!dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), die))
            return false;
    return dwarf_tag(die) == DW_TAG_structure_type && !dwarf_hasattr(die, DW_AT_declaration);
}

static void take_place(struct cld_arena *arena, Dwarf_Die *die, struct cld_host_struct *out)
{
    const char *file = dwarf_decl_file(die);
    int line = 0;
    if (file && dwarf_decl_line(die, &line) == 0) {
        out->file = cld_arena_strdup(arena, file);
        out->line = line;
    }
}

static bool take_fields(struct cld_arena *arena, Dwarf_Die *die, struct cld_host_struct *out)
{
    enum { AT_MOST = 256 };
    Dwarf_Die member;
    out->fields = cld_arena_alloc(arena, AT_MOST * sizeof(*out->fields));
    for (int more = dwarf_child(die, &member); more == 0; more = dwarf_siblingof(&member, &member)) {
        if (dwarf_tag(&member) != DW_TAG_member)
            continue;
        struct cld_host_field *field = &out->fields[out->n_fields];
        const char *name = dwarf_diename(&member);
        if (out->n_fields == AT_MOST || !name || !number(&member, DW_AT_data_member_location, &field->offset))
            return false; /* nameless, or a bit-field */
        field->name = cld_arena_strdup(arena, name);
        out->n_fields++;
    }
    return out->n_fields > 0;
}

static bool find_in(struct cld_arena *arena, Dwarf_Die *unit, const char *name, struct cld_host_struct *out)
{
    Dwarf_Die child;
    for (int more = dwarf_child(unit, &child); more == 0; more = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        const char *its =
            tag == DW_TAG_typedef || tag == DW_TAG_structure_type ? dwarf_diename(&child) : NULL;
        if (!its || strcmp(its, name) != 0)
            continue;
        Dwarf_Die type = child;
        *out = (struct cld_host_struct){0};
        if (!resolve(&type) || !number(&type, DW_AT_byte_size, &out->bytes) ||
            !take_fields(arena, &type, out))
            continue;
        take_place(arena, &type, out);
        return true;
    }
    return false;
}

bool cld_host_struct_find(struct cld_symboliser *symboliser, const struct cld_process *process,
                          uint32_t stack, const char *name, struct cld_host_struct *out)
{
    const struct cld_stack *frames = cld_process_stack(process, stack);
    struct cld_arena *arena;
    for (uint64_t i = 0; frames && i < frames->count; i++) {
        Dwarf_Die *unit = cld_symbolise_unit(symboliser, process, frames->frames[i], &arena);
        if (unit && find_in(arena, unit, name, out))
            return true;
    }
    return false;
}

#include "model/symbolise_internal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum file_state { FILE_UNOPENED, FILE_OPEN, FILE_MISSING, FILE_CHANGED };

/* One file of code, at whatever addresses processes had it. */
struct code_file {
    const char *path;
    bool system; /* see is_system() */
    uint8_t build_id[20];
    unsigned build_id_size;
    enum file_state state;
    Dwfl *dwfl;
    Dwfl_Module *module;
};

struct process_cache {
    const struct cld_process *process;
    struct cld_idmap addresses, stacks; /* -> struct cld_frames */
};

struct cld_symboliser {
    struct cld_arena *arena;
    struct code_file **files;
    size_t n_files, opened;
    struct process_cache *caches;
    size_t n_caches;
};

/* ---- files ------------------------------------------------------------------------------------------ */

/*
 * Libraries that nobody debugs here. Their exported names do: the debug information of libc alone, where it
 * is installed, takes longer to open than everything else together.
 */
static bool is_system(const char *path)
{
    static const char *const names[] = {"libc.so", "ld-linux", "libpthread.so", "libOpenCL.so",
                                        "libcldoctor-"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/*
 * libdw's own search, less its last resort: with DEBUGINFOD_URLS set it would ask servers for hours. The tool
 * has one thread, so that taking the variable away for the moment harms nobody.
 */
static int find_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                          const char *file, const char *link, GElf_Word crc, char **found)
{
    if (is_system(name))
        return -1;
    const char *urls = getenv("DEBUGINFOD_URLS");
    char *saved = urls ? cld_xstrdup(urls) : NULL;
    unsetenv("DEBUGINFOD_URLS");
    int fd = dwfl_standard_find_debuginfo(module, data, name, base, file, link, crc, found);
    if (saved)
        setenv("DEBUGINFOD_URLS", saved, 1);
    free(saved);
    return fd;
}

static int find_no_elf(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base, char **file,
                       Elf **elf)
{
    (void)module, (void)data, (void)name, (void)base, (void)file, (void)elf;
    return -1; /* files are always reported with their own descriptor */
}

static const Dwfl_Callbacks callbacks = {
    .find_elf = find_no_elf,
    .find_debuginfo = find_debuginfo,
};

static bool same_build(const struct code_file *file, Dwfl_Module *module)
{
    const unsigned char *bits;
    GElf_Addr where, bias;
    if (!dwfl_module_getelf(module, &bias))
        return false;
    int size = dwfl_module_build_id(module, &bits, &where);
    if (file->build_id_size == 0)
        return size <= 0; /* it had none; if it has one now it is another file */
    return size > 0 && (unsigned)size >= file->build_id_size &&
           memcmp(bits, file->build_id, file->build_id_size) == 0;
}

static void open_file(struct cld_symboliser *symboliser, struct code_file *file)
{
    file->state = FILE_MISSING;
    int fd = file->path[0] == '/' ? open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (fd < 0)
        return;
    symboliser->opened++;
    file->dwfl = dwfl_begin(&callbacks);
    if (!file->dwfl) {
        close(fd);
        return;
    }
    dwfl_report_begin(file->dwfl);
    /* Bias 0: addresses are looked up as the file has them, so that one file serves all processes. */
    file->module = dwfl_report_elf(file->dwfl, file->path, file->path, fd, 0, true);
    dwfl_report_end(file->dwfl, NULL, NULL);
    if (!file->module)
        close(fd);
    else
        file->state = same_build(file, file->module) ? FILE_OPEN : FILE_CHANGED;
}

static struct code_file *file_of(struct cld_symboliser *symboliser, const struct cld_module *module)
{
    for (size_t i = 0; i < symboliser->n_files; i++) {
        struct code_file *file = symboliser->files[i];
        if (file->build_id_size == module->build_id_size && strcmp(file->path, module->path) == 0 &&
            memcmp(file->build_id, module->build_id, module->build_id_size) == 0)
            return file;
    }
    symboliser->files = cld_xgrow(symboliser->files, symboliser->n_files, sizeof(*symboliser->files));
    struct code_file *file = cld_arena_alloc(symboliser->arena, sizeof(*file));
    file->path = cld_arena_strdup(symboliser->arena, module->path);
    file->system = is_system(module->path);
    file->build_id_size = module->build_id_size;
    memcpy(file->build_id, module->build_id, sizeof(file->build_id));
    symboliser->files[symboliser->n_files++] = file;
    open_file(symboliser, file);
    return file;
}

/* ---- frames ----------------------------------------------------------------------------------------- */

struct cld_frame *cld_frames_add(struct cld_frames *frames)
{
    frames->list = cld_xgrow(frames->list, frames->count, sizeof(*frames->list));
    struct cld_frame *frame = &frames->list[frames->count++];
    *frame = (struct cld_frame){0};
    return frame;
}

/* Without debug information: the name from the symbol table, if the address is inside that symbol. */
static const char *symbol_name(struct cld_arena *arena, Dwfl_Module *module, Dwarf_Addr address)
{
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name = dwfl_module_addrinfo(module, address, &offset, &symbol, NULL, NULL, NULL);
    if (!name || (symbol.st_size > 0 && offset >= symbol.st_size))
        return NULL;
    return cld_symbolise_name(arena, name);
}

static void lookup(struct cld_symboliser *symboliser, struct code_file *file, uint64_t address,
                   struct cld_frames *frames)
{
    Dwarf_Addr before = address ? address - 1 : 0; /* a return address is behind its call */
    if (file->state == FILE_OPEN && !file->system &&
        cld_symbolise_dwarf(symboliser->arena, file->module, before, frames)) {
        struct cld_frame *outermost = &frames->list[frames->count - 1];
        if (!outermost->function)
            outermost->function = symbol_name(symboliser->arena, file->module, before);
        return;
    }
    struct cld_frame *frame = cld_frames_add(frames);
    frame->changed = file->state == FILE_CHANGED;
    if (file->state == FILE_OPEN)
        frame->function = symbol_name(symboliser->arena, file->module, before);
}

static struct cld_frames *frames_at(struct cld_symboliser *symboliser, const struct cld_process *process,
                                    uint64_t address)
{
    struct cld_frames *frames = cld_arena_alloc(symboliser->arena, sizeof(*frames));
    const struct cld_module *module = cld_process_module(process, address);
    if (!module) {
        cld_frames_add(frames)->offset = address;
        return frames;
    }
    struct code_file *file = file_of(symboliser, module);
    lookup(symboliser, file, address - module->base, frames);
    const char *slash = strrchr(file->path, '/');
    for (size_t i = 0; i < frames->count; i++) {
        frames->list[i].module_path = file->path;
        frames->list[i].module = slash ? slash + 1 : file->path;
        frames->list[i].offset = address - module->base;
    }
    return frames;
}

Dwarf_Die *cld_symbolise_unit(struct cld_symboliser *symboliser, const struct cld_process *process,
                              uint64_t address, struct cld_arena **arena)
{
    const struct cld_module *module = cld_process_module(process, address);
    struct code_file *file = module ? file_of(symboliser, module) : NULL;
    Dwarf_Addr bias;
    *arena = symboliser->arena;
    return file && file->state == FILE_OPEN && !file->system
               ? dwfl_module_addrdie(file->module, address - module->base - 1, &bias)
               : NULL;
}

static struct process_cache *cache_of(struct cld_symboliser *symboliser, const struct cld_process *process)
{
    for (size_t i = 0; i < symboliser->n_caches; i++)
        if (symboliser->caches[i].process == process)
            return &symboliser->caches[i];
    symboliser->caches = cld_xgrow(symboliser->caches, symboliser->n_caches, sizeof(*symboliser->caches));
    struct process_cache *cache = &symboliser->caches[symboliser->n_caches++];
    *cache = (struct process_cache){.process = process};
    return cache;
}

const struct cld_frames *cld_symbolise_address(struct cld_symboliser *symboliser,
                                               const struct cld_process *process, uint64_t address)
{
    struct process_cache *cache = cache_of(symboliser, process);
    void **at = cld_idmap_at(&cache->addresses, address);
    if (!*at)
        *at = frames_at(symboliser, process, address);
    return *at;
}

const struct cld_frames *cld_symbolise_stack(struct cld_symboliser *symboliser,
                                             const struct cld_process *process, uint32_t stack)
{
    static const struct cld_frames none;
    const struct cld_stack *frames = cld_process_stack(process, stack);
    if (!frames)
        return &none;
    struct cld_frames *all = cld_idmap_get(&cache_of(symboliser, process)->stacks, stack);
    if (all)
        return all;
    all = cld_arena_alloc(symboliser->arena, sizeof(*all));
    for (uint64_t i = 0; i < frames->count; i++) {
        const struct cld_frames *some = cld_symbolise_address(symboliser, process, frames->frames[i]);
        for (size_t k = 0; k < some->count; k++)
            *cld_frames_add(all) = some->list[k];
    }
    *cld_idmap_at(&cache_of(symboliser, process)->stacks, stack) = all;
    return all;
}

/* ---- life ------------------------------------------------------------------------------------------- */

struct cld_symboliser *cld_symboliser_new(void)
{
    struct cld_symboliser *symboliser = cld_xcalloc(1, sizeof(*symboliser));
    symboliser->arena = cld_arena_new();
    return symboliser;
}

static void free_lists(struct cld_idmap *map)
{
    for (size_t i = 0; i < map->room; i++)
        if (map->entries[i].value)
            free(((struct cld_frames *)map->entries[i].value)->list);
    cld_idmap_free(map);
}

void cld_symboliser_free(struct cld_symboliser *symboliser)
{
    if (!symboliser)
        return;
    for (size_t i = 0; i < symboliser->n_caches; i++) {
        free_lists(&symboliser->caches[i].addresses);
        free_lists(&symboliser->caches[i].stacks);
    }
    for (size_t i = 0; i < symboliser->n_files; i++)
        if (symboliser->files[i]->dwfl)
            dwfl_end(symboliser->files[i]->dwfl);
    free(symboliser->caches);
    free(symboliser->files);
    cld_arena_free(symboliser->arena);
    free(symboliser);
}

size_t cld_symboliser_opened(const struct cld_symboliser *symboliser)
{
    return symboliser->opened;
}

/* From addresses to functions and lines: in this program (a PIE), and in a library as built, split, and
 * stripped. */
#include "model/symbolise.h"
#include "places.h"
#include "session.h"
#include "test.h"

#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>

/* ---- modules of this process, as the layer records them ---------------------------------------------- */

struct module {
    const char *path; /* to look for; this program is "" */
    uint64_t base, start, end;
    uint8_t build_id[20];
    uint32_t build_id_size;
};

static void take_build_id(struct module *module, const char *note)
{
    const ElfW(Nhdr) *head = (const void *)note;
    const char *body = note + sizeof(*head) + ((head->n_namesz + 3) & ~3u);
    if (head->n_type == NT_GNU_BUILD_ID && head->n_descsz <= sizeof(module->build_id)) {
        module->build_id_size = head->n_descsz;
        memcpy(module->build_id, body, head->n_descsz);
    }
}

static int take_module(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    struct module *module = user;
    if (strcmp(info->dlpi_name, module->path) != 0)
        return 0;
    module->base = info->dlpi_addr;
    module->start = UINT64_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uint64_t start = module->base + part->p_vaddr;
        if (part->p_type == PT_LOAD) {
            module->start = start < module->start ? start : module->start;
            module->end = start + part->p_memsz;
        }
        for (uint64_t at = start;
             part->p_type == PT_NOTE && at + sizeof(ElfW(Nhdr)) < start + part->p_memsz;) {
            const ElfW(Nhdr) *note = (const void *)(uintptr_t)at;
            take_build_id(module, (const char *)note);
            at += sizeof(*note) + ((note->n_namesz + 3) & ~3u) + ((note->n_descsz + 3) & ~3u);
        }
    }
    return 1;
}

static struct module find_module(const char *path)
{
    struct module module = {.path = path};
    assert_int_equal(dl_iterate_phdr(take_module, &module), 1);
    assert_true(module.build_id_size > 0);
    return module;
}

/* ---- one process with one module and one stack -------------------------------------------------------- */

struct scene {
    char *folder;
    struct synth synth;
    struct cld_model *model;
    struct cld_symboliser *symboliser;
    const struct cld_frames *frames; /* of the stack */
};

static void open_scene(struct scene *scene, const struct module *module, const char *path, uint64_t address)
{
    char error[CLD_READ_ERROR_MAX];
    scene->folder = synth_folder();
    synth_open(&scene->synth, scene->folder, 1 << 24, false);
    synth_module(&scene->synth, path, module->base, module->start, module->end, module->build_id,
                 module->build_id_size);
    synth_stack(&scene->synth, 1, 1, &address);
    synth_close(&scene->synth, 0, 0);
    assert_int_equal(cld_model_load(scene->folder, &scene->model, error), 0);
    scene->symboliser = cld_symboliser_new();
    scene->frames = cld_symbolise_stack(scene->symboliser, cld_model_process(scene->model, 0), 1);
    assert_true(scene->frames->count > 0);
}

static void close_scene(struct scene *scene)
{
    cld_symboliser_free(scene->symboliser);
    cld_model_free(scene->model);
    synth_remove(scene->folder);
}

static void assert_file(const char *path, const char *name)
{
    assert_non_null(path);
    const char *slash = strrchr(path, '/');
    assert_string_equal(slash ? slash + 1 : path, name);
}

/* ---- tests ------------------------------------------------------------------------------------------- */

static __attribute__((noinline)) uintptr_t where(void)
{
    return (uintptr_t)__builtin_return_address(0);
}

static __attribute__((noinline)) uintptr_t function_of_the_program(int *line)
{
    uintptr_t place = where();
    *line = __LINE__ - 1;
    return place;
}

static void a_function_of_the_program(void **state)
{
    (void)state;
    struct scene scene;
    int line;
    char exe[PATH_MAX];
    uintptr_t place = function_of_the_program(&line);
    struct module module = find_module("");
    assert_non_null(realpath("/proc/self/exe", exe));
    assert_true(module.base > 0);           /* a PIE, or this tests less than it says */
    open_scene(&scene, &module, "", place); /* the dynamic linker has no name for the program */
    assert_int_equal(scene.frames->count, 1);
    const struct cld_frame *frame = &scene.frames->list[0];
    assert_string_equal(frame->function, "function_of_the_program");
    assert_file(frame->file, "test_symbolise.c");
    assert_int_equal(frame->line, line);
    assert_string_equal(frame->module_path, exe);
    assert_string_equal(frame->module, "test_model_symbolise");
    assert_int_equal(frame->offset, place - module.base);
    assert_false(frame->inlined || frame->changed);
    assert_int_equal(cld_symboliser_opened(scene.symboliser), 1);
    close_scene(&scene);
}

static uintptr_t place_in(const char *path, int *line)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fail_msg("%s", dlerror());
    uintptr_t (*function)(place_fn *, int *);
    *(void **)&function = dlsym(library, "library_place");
    assert_non_null(function);
    return function(where, line); /* left open: its module is looked for after this */
}

/* With debug information: the inlined function, and the one that it was inlined into. */
static void assert_places(const char *path)
{
    struct scene scene;
    int line;
    uintptr_t place = place_in(path, &line);
    struct module module = find_module(path);
    open_scene(&scene, &module, path, place);
    assert_int_equal(scene.frames->count, 2);
    const struct cld_frame *inner = &scene.frames->list[0], *outer = &scene.frames->list[1];
    assert_string_equal(inner->function, "inlined_place");
    assert_file(inner->file, "places.c");
    assert_int_equal(inner->line, line);
    assert_true(inner->inlined);
    assert_string_equal(outer->function, "library_place");
    assert_file(outer->file, "places.c");
    assert_true(outer->line > line);
    assert_false(outer->inlined);
    assert_string_equal(outer->module_path, path);
    close_scene(&scene);
}

static void a_function_of_a_library(void **state)
{
    (void)state;
    assert_places(PLACES);
}

static void debug_information_beside_the_library(void **state)
{
    (void)state;
    assert_places(PLACES_SPLIT);
}

/* Exported names are all that is left. */
static void a_stripped_library(void **state)
{
    (void)state;
    struct scene scene;
    int line;
    uintptr_t place = place_in(PLACES_BARE, &line);
    struct module module = find_module(PLACES_BARE);
    open_scene(&scene, &module, PLACES_BARE, place);
    assert_int_equal(scene.frames->count, 1);
    assert_string_equal(scene.frames->list[0].function, "library_place");
    assert_null(scene.frames->list[0].file);
    assert_int_equal(scene.frames->list[0].line, 0);
    assert_string_equal(scene.frames->list[0].module, "places.so");
    close_scene(&scene);
}

/* The program was built anew since: names from the new file would be wrong. */
static void a_changed_file_gives_no_names(void **state)
{
    (void)state;
    struct scene scene;
    int line;
    uintptr_t place = place_in(PLACES, &line);
    struct module module = find_module(PLACES);
    module.build_id[0] ^= 1;
    open_scene(&scene, &module, PLACES, place);
    assert_int_equal(scene.frames->count, 1);
    assert_true(scene.frames->list[0].changed);
    assert_null(scene.frames->list[0].function);
    assert_null(scene.frames->list[0].file);
    assert_int_equal(scene.frames->list[0].offset, place - module.base);
    close_scene(&scene);
}

static void a_missing_file_gives_an_offset(void **state)
{
    (void)state;
    struct scene scene;
    const struct module module = {.base = 0x10000, .start = 0x10000, .end = 0x20000};
    open_scene(&scene, &module, "/nonexistent/libgone.so", 0x10123);
    assert_int_equal(scene.frames->count, 1);
    assert_string_equal(scene.frames->list[0].module, "libgone.so");
    assert_int_equal(scene.frames->list[0].offset, 0x123);
    assert_null(scene.frames->list[0].function);
    assert_int_equal(cld_symboliser_opened(scene.symboliser), 0);
    const struct cld_process *process = cld_model_process(scene.model, 0);
    const struct cld_frames *outside = cld_symbolise_address(scene.symboliser, process, 0x999999);
    assert_int_equal(outside->count, 1);
    assert_null(outside->list[0].module);
    assert_int_equal(outside->list[0].offset, 0x999999);
    assert_int_equal(cld_symbolise_stack(scene.symboliser, process, 0)->count, 0);
    assert_int_equal(cld_symbolise_stack(scene.symboliser, process, 77)->count, 0);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_of_the_program),
        cmocka_unit_test(a_function_of_a_library),
        cmocka_unit_test(debug_information_beside_the_library),
        cmocka_unit_test(a_stripped_library),
        cmocka_unit_test(a_changed_file_gives_no_names),
        cmocka_unit_test(a_missing_file_gives_an_offset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

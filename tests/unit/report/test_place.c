/* Which frames of a stack are shown, and which one is pointed at. */
#include "report/place.h"
#include "test.h"

#include <stdlib.h>

#define LOADER {.module = "libOpenCL.so.1", .offset = 1}
#define LAYER {.module = "libcldoctor-layer.so", .offset = 1}
#define LIBC {.module = "libc.so.6", .offset = 1}
#define MAIN {.function = "main", .file = "/home/me/app.c", .line = 7, .module = "app"}

#define COUNT(frames) (sizeof(frames) / sizeof(*(frames)))

static struct cld_place place_of(const struct cld_frame *list, size_t count, bool whole)
{
    const struct cld_frames frames = {count, (struct cld_frame *)list};
    return cld_place_of(&frames, whole);
}

static void loader_layer_and_start_up_are_hidden(void **state)
{
    (void)state;
    const struct cld_frame frames[] = {LAYER,
                                       LOADER,
                                       {.function = "helper", .file = "/home/me/help.c", .line = 3},
                                       MAIN,
                                       LIBC,
                                       {.function = "__libc_start_main", .module = "libc.so.6"},
                                       {.function = "_start", .module = "app"}};
    struct cld_place place = place_of(frames, COUNT(frames), false);
    assert_int_equal(place.count, 2);
    assert_string_equal(place.frames[0].function, "helper");
    assert_int_equal(place.primary, 0);
    place = place_of(frames, COUNT(frames), true);
    assert_int_equal(place.count, COUNT(frames));
}

/* Without a name or line anywhere, as of a stripped program: its own frame, and not libc's or its _start. */
static void a_stripped_program(void **state)
{
    (void)state;
    const struct cld_frame frames[] = {
        LOADER, {.module = "app", .offset = 0x10}, {.module = "app", .offset = 0x20}, LIBC,
        LIBC,   {.module = "app", .offset = 0x30}};
    struct cld_place place = place_of(frames, COUNT(frames), false);
    assert_int_equal(place.count, 2);
    assert_int_equal(place.frames[place.primary].offset, 0x10);
}

/* Lines of libc, where its debug information is found, are not the user's. */
static void libc_is_never_pointed_at(void **state)
{
    (void)state;
    const struct cld_frame frames[] = {
        {.module = "app", .offset = 0x10},
        {.function = "__libc_start_call_main", .file = "sysdeps/x.h", .line = 58, .module = "libc.so.6"},
        {.module = "app", .offset = 0x30}};
    struct cld_place place = place_of(frames, COUNT(frames), false);
    assert_int_equal(place.count, 1);
    assert_int_equal(place.frames[place.primary].offset, 0x10);
    const struct cld_frame callback[] = {
        {.module = "app", .offset = 0x10},
        {.function = "qsort", .file = "stdlib/qsort.c", .line = 58, .module = "libc.so.6"},
        {.function = "main", .module = "app", .offset = 0x20}};
    place = place_of(callback, COUNT(callback), false);
    assert_int_equal(place.count, 3);
    assert_int_equal(place.frames[place.primary].offset, 0x10);
}

/* A callback of libc's own functions stays on the stack, libc between its callers with it. */
static void libc_in_the_middle_stays(void **state)
{
    (void)state;
    const struct cld_frame frames[] = {
        {.function = "compare", .file = "/home/me/app.c", .line = 3, .module = "app"},
        {.function = "qsort", .module = "libc.so.6"},
        MAIN,
        LIBC};
    assert_int_equal(place_of(frames, COUNT(frames), false).count, 3);
}

static void wrappers_are_passed(void **state)
{
    (void)state;
    const struct cld_frame frames[] = {
        {.function = "cl::Buffer::Buffer",
         .file = "/usr/include/CL/opencl.hpp",
         .line = 3956,
         .module = "app"},
        {.function = "wrap", .file = "/opt/sdk/CL/cl2.hpp", .line = 1, .module = "app"},
        MAIN};
    assert_int_equal(place_of(frames, 3, false).primary, 2);
    assert_int_equal(place_of(frames, 2, false).primary, 0); /* nothing better: lines at least */
}

static void paths_are_short(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"/home/me/src/app.c", "/home/me", "src/app.c"},
        {"/home/me/build/../src/app.c", "/home/me", "src/app.c"},
        {"/home/meander/app.c", "/home/me", "/home/meander/app.c"},
        {"/a/./b//c.c", "", "/a/b/c.c"},
        {"../../x.c", "/home/me", "../../x.c"},
        {"a/../../x.c", "/home/me", "../x.c"},
        {"/../x.c", "/home/me", "/x.c"},
        {"/a/..", "/home/me", "/"},
        {"a/..", "/home/me", "."},
        {"/x.c", "/", "/x.c"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *path = cld_place_path(cases[i][0], cases[i][1]);
        assert_string_equal(path, cases[i][2]);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loader_layer_and_start_up_are_hidden),
        cmocka_unit_test(a_stripped_program),
        cmocka_unit_test(libc_is_never_pointed_at),
        cmocka_unit_test(libc_in_the_middle_stays),
        cmocka_unit_test(wrappers_are_passed),
        cmocka_unit_test(paths_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

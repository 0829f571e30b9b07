#include "faults.h"

#include <string.h>

struct fault {
    const char *name;
    const char *macro;
    const char *text;
};

static const struct fault BUGS[HDR_BUG_COUNT] = {
    [HDR_BUG_NONE] = {"", NULL, ""},
    [HDR_BUG_OFF_BY_ONE] = {"off-by-one", "HDR_BUG_OFF_BY_ONE",
                            "transpose: <= where < is right; blocks at the top flicker"},
    [HDR_BUG_ARG_SIZE] = {"arg-size", NULL,
                          "adapt_exposure: sizeof(float *) for a float argument, error ignored"},
    [HDR_BUG_MISSING_WAIT] = {"missing-wait", NULL, "the pixels are used while they are still being read"},
    [HDR_BUG_UNROUNDED_SIZE] =
        {"unrounded-size", NULL,
         "box_rows: a global size that its work-group size does not divide, error ignored"},
    [HDR_BUG_DIVERGENT_BARRIER] = {"divergent-barrier", "HDR_BUG_DIVERGENT_BARRIER",
                                   "log_sum: a barrier inside an if; may hang a GPU"},
    [HDR_BUG_LOCAL_TOO_LARGE] = {"local-too-large", NULL,
                                 "box_rows: local memory for every pixel of the picture, error ignored"},
    [HDR_BUG_MISSING_ATOMIC] = {"missing-atomic", "HDR_BUG_MISSING_ATOMIC",
                                "histogram: ++ where atomic_inc is right"},
    [HDR_BUG_NAN] = {"nan", "HDR_BUG_NAN", "log_luminance: the logarithm of a black pixel"},
    [HDR_BUG_BYTE_ORDER] = {"byte-order", NULL,
                            "the picture is read with the bytes of each pixel turned around"},
    [HDR_BUG_LEAK] = {"leak", NULL, "each frame forgets to release its events and a buffer"},
};

static const struct fault SLOWS[HDR_SLOW_COUNT] = {
    [HDR_SLOW_NONE] = {"", NULL, ""},
    [HDR_SLOW_FINISH] = {"finish", NULL, "clFinish after each command"},
    [HDR_SLOW_PAGEABLE] = {"pageable", NULL,
                           "the picture goes to the device each frame, from and to pageable memory"},
    [HDR_SLOW_COLUMNS] = {"columns", "HDR_SLOW_COLUMNS", "tone_curve: neighbours are a row apart in memory"},
    [HDR_SLOW_NO_PADDING] = {"no-padding", "HDR_TILE_PADDING",
                             "transpose: a tile whose columns share one bank"},
    [HDR_SLOW_TINY_GROUPS] = {"tiny-groups", NULL,
                              "kernels without local memory run in groups of one work-item"},
    [HDR_SLOW_REBUILD] = {"rebuild", NULL, "the program is built again each frame"},
    [HDR_SLOW_DIVERGENCE] = {"divergence", "HDR_SLOW_DIVERGENCE",
                             "encode_srgb: neighbours take different branches"},
};

const char *hdr_bug_name(hdr_bug bug)
{
    return BUGS[bug].name;
}

const char *hdr_slow_name(hdr_slow slow)
{
    return SLOWS[slow].name;
}

static int find(const struct fault *faults, int count, const char *name)
{
    for (int i = 1; i < count; i++) {
        if (strcmp(faults[i].name, name) == 0)
            return i;
    }
    return 0;
}

hdr_bug hdr_bug_find(const char *name)
{
    return (hdr_bug)find(BUGS, HDR_BUG_COUNT, name);
}

hdr_slow hdr_slow_find(const char *name)
{
    return (hdr_slow)find(SLOWS, HDR_SLOW_COUNT, name);
}

const char *hdr_bug_macro(hdr_bug bug)
{
    return BUGS[bug].macro;
}

const char *hdr_slow_macro(hdr_slow slow)
{
    return SLOWS[slow].macro;
}

static void list(const char *option, const struct fault *faults, int count, FILE *stream)
{
    for (int i = 1; i < count; i++)
        fprintf(stream, "%s %-18s %s\n", option, faults[i].name, faults[i].text);
}

void hdr_faults_list(FILE *stream)
{
    list("--bug ", BUGS, HDR_BUG_COUNT, stream);
    list("--slow", SLOWS, HDR_SLOW_COUNT, stream);
}

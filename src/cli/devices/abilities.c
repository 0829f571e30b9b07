#include "cli/devices/abilities.h"

#include "cli/devices/fields.h"

#include <stdbool.h>
#include <string.h>

static void add(json_t *checks, const char *name, bool possible, const char *reason)
{
    json_array_append_new(checks,
                          json_pack("{s:s, s:b, s:s}", "name", name, "possible", possible, "reason", reason));
}

/* How cldoctor comes into a program. */
static void add_calls(json_t *checks, const json_t *loader)
{
    bool layers = json_is_true(json_object_get(loader, "layers"));
    add(checks, "calls", true,
        layers ? "" : "this OpenCL loader knows no layers: use `cldoctor run --preload`");
}

/* ---- kernels: twins are built from source by the device's own compiler ------------------------------- */

static const struct {
    const char *platform, *reason;
} tested[] = {
    {"Portable Computing Language", "tested with PoCL 3.1"},
    {"NVIDIA CUDA", "tested with NVIDIA's driver 580"},
};

static const char *tested_with(const json_t *platform)
{
    for (size_t i = 0; i < sizeof tested / sizeof tested[0]; i++)
        if (strcmp(cld_field_text(platform, "", "name"), tested[i].platform) == 0)
            return tested[i].reason;
    return "cldoctor was never tested with this driver; what its compiler refuses runs unchecked, and the "
           "report says so";
}

static const char *no_twins(const json_t *device)
{
    if (cld_list_has(json_object_get(device, "type"), "custom"))
        return "a custom device runs built-in kernels only";
    if (!json_is_true(cld_field(device, "compiler", "available")))
        return "the device has no compiler (CL_DEVICE_COMPILER_AVAILABLE), and checked kernels are built "
               "from source";
    if (json_is_false(json_object_get(device, "available")))
        return "the device is not available now (CL_DEVICE_AVAILABLE)";
    if (json_is_false(cld_field(device, "kernel", "built")))
        return "its compiler did not build a kernel of one line";
    return NULL;
}

/* ---- the rest ---------------------------------------------------------------------------------------- */

static void add_svm(json_t *checks, const json_t *device, bool kernels)
{
    const json_t *svm = json_object_get(device, "svm");
    if (json_array_size(svm) == 0)
        add(checks, "svm", false, "the device has no shared virtual memory");
    else if (!kernels)
        add(checks, "svm", false, "kernels can't be checked");
    else if (cld_list_has(svm, "fine_grain_system"))
        add(checks, "svm", true,
            "allocations by clSVMAlloc; of other host memory (fine-grain system) no bounds are known");
    else
        add(checks, "svm", true, "");
}

static void add_timestamps(json_t *checks, const json_t *device)
{
    const json_t *queues = json_object_get(device, "queues");
    bool can = cld_list_has(json_object_get(queues, "properties"), "profiling");
    add(checks, "timestamps", can, can ? "" : "its queues have no CL_QUEUE_PROFILING_ENABLE");
}

static json_t *checks_of(const json_t *platform, const json_t *device, const json_t *loader)
{
    json_t *checks = json_array();
    const char *reason = no_twins(device);
    add_calls(checks, loader);
    add(checks, "kernels", !reason, reason ? reason : tested_with(platform));
    add_svm(checks, device, !reason);
    add_timestamps(checks, device);
    return checks;
}

static void add_to_platform(json_t *platform, const json_t *loader)
{
    json_t *devices = json_object_get(platform, "devices");
    for (size_t i = 0; i < json_array_size(devices); i++) {
        json_t *device = json_array_get(devices, i);
        json_object_set_new(device, "checks", checks_of(platform, device, loader));
    }
}

void cld_abilities_add(json_t *document)
{
    const json_t *loader = json_object_get(document, "loader");
    json_t *platforms = json_object_get(document, "platforms");
    for (size_t i = 0; i < json_array_size(platforms); i++)
        add_to_platform(json_array_get(platforms, i), loader);
}

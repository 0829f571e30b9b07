#include "model/names.h"

#include <CL/cl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "layer/calls.h"
#include "record/format.h"

static const char *const kinds[CLD_KIND_COUNT][2] = {
    [CLD_KIND_NONE] = {"object", "objects"},
    [CLD_KIND_PLATFORM] = {"platform", "platforms"},
    [CLD_KIND_DEVICE] = {"sub-device", "sub-devices"},
    [CLD_KIND_CONTEXT] = {"context", "contexts"},
    [CLD_KIND_QUEUE] = {"queue", "queues"},
    [CLD_KIND_MEM] = {"memory object", "memory objects"},
    [CLD_KIND_SAMPLER] = {"sampler", "samplers"},
    [CLD_KIND_PROGRAM] = {"program", "programs"},
    [CLD_KIND_KERNEL] = {"kernel", "kernels"},
    [CLD_KIND_EVENT] = {"event", "events"},
    [CLD_KIND_SVM] = {"SVM allocation", "SVM allocations"},
    [CLD_KIND_COMMAND_BUFFER] = {"command buffer", "command buffers"},
    [CLD_KIND_SEMAPHORE] = {"semaphore", "semaphores"},
};

static const char *const subkinds[][2] = {
    [CLD_SUB_BUFFER] = {"buffer", "buffers"},
    [CLD_SUB_SUB_BUFFER] = {"sub-buffer", "sub-buffers"},
    [CLD_SUB_IMAGE] = {"image", "images"},
    [CLD_SUB_PIPE] = {"pipe", "pipes"},
    [CLD_SUB_USER_EVENT] = {"user event", "user events"},
    [CLD_SUB_SVM] = {"SVM allocation", "SVM allocations"},
    [CLD_SUB_USM] = {"USM allocation", "USM allocations"},
};

const char *cld_kind_plural(unsigned kind, unsigned subkind, uint64_t count)
{
    if (subkind > 0 && subkind < sizeof(subkinds) / sizeof(*subkinds))
        return subkinds[subkind][count != 1];
    return kinds[kind < CLD_KIND_COUNT ? kind : CLD_KIND_NONE][count != 1];
}

const char *cld_kind_name(unsigned kind, unsigned subkind)
{
    return cld_kind_plural(kind, subkind, 1);
}

const char *cld_fn_name(unsigned fn)
{
    const struct cld_fn_info *info = cld_fn_info(fn);
    return info ? info->name : "an unknown function";
}

struct code {
    int value;
    const char *symbol, *meaning;
};

static const struct code codes[] = {
#define CLD_ERROR(name, value, text) {value, #name, text},
#include "lib/errors.def"
};

static const struct code *find_code(int value)
{
    for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
        if (codes[i].value == value)
            return &codes[i];
    return NULL;
}

const char *cld_code_symbol(int code)
{
    const struct code *found = find_code(code);
    return found ? found->symbol : NULL;
}

const char *cld_code_meaning(int code)
{
    const struct code *found = find_code(code);
    return found ? found->meaning : NULL;
}

const char *cld_device_type_name(uint64_t type)
{
    if (type & CL_DEVICE_TYPE_GPU)
        return "GPU";
    if (type & CL_DEVICE_TYPE_CPU)
        return "CPU";
    if (type & CL_DEVICE_TYPE_ACCELERATOR)
        return "accelerator";
    return type & CL_DEVICE_TYPE_CUSTOM ? "custom device" : "device";
}

const char *cld_signal_name(int signal, char room[32])
{
    const char *name = signal > 0 && signal < NSIG ? sigabbrev_np(signal) : NULL;
    if (name)
        snprintf(room, 32, "SIG%s", name);
    else
        snprintf(room, 32, "signal %d", signal);
    return room;
}

const char *cld_bytes_text(uint64_t bytes, char room[32])
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 10240 && bytes % 1024 != 0) {
        snprintf(room, 32, "%llu byte%s", (unsigned long long)bytes, bytes == 1 ? "" : "s");
        return room;
    }
    double value = (double)bytes;
    int unit = -1;
    for (; value >= 1024 && unit < 5; unit++)
        value /= 1024;
    if (unit < 0)
        snprintf(room, 32, "%llu bytes", (unsigned long long)bytes);
    else if (value >= 100 || value == (double)(uint64_t)value)
        snprintf(room, 32, "%.0f %s", value, units[unit]);
    else
        snprintf(room, 32, "%.1f %s", value, units[unit]);
    return room;
}

const char *cld_time_text(uint64_t ns, char room[32])
{
    static const struct {
        double ns;
        const char *unit;
    } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
    for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
        double value = (double)ns / units[i].ns;
        if (value >= 1) {
            snprintf(room, 32, "%.*f %s", value < 10 ? 2 : value < 100 ? 1 : 0, value, units[i].unit);
            return room;
        }
    }
    snprintf(room, 32, "%llu ns", (unsigned long long)ns);
    return room;
}

const char *cld_count_text(uint64_t count, char room[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)count), out = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            room[out++] = ',';
        room[out++] = digits[i];
    }
    room[out] = '\0';
    return room;
}

/* twin_lane.c - the twin of a kernel object on one device: made at its first launch there. */
#include "layer/twin_kernel.h"

#include "layer/access_flags.h"
#include "layer/diagnose.h"
#include "layer/kernel_info.h"
#include "layer/twin_log.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_FAILURES 3 /* of kernel objects of one name: then no more are tried */

/* ---- hidden arguments ------------------------------------------------------------------------------------
 */

static size_t words_in(const char *text)
{
    size_t n = 0;
    for (const char *p = text; *p; p += strcspn(p, " ")) {
        p += strspn(p, " ");
        n += *p != '\0';
        if (!*p)
            break;
    }
    return n;
}

/* Where the table's arguments are not listed: every pointer among the parameters, in their order. */
static bool all_pointers(struct cld_lane *lane, const struct cld_kernel_info *info)
{
    for (uint32_t i = 0; i < info->n_args; i++) {
        const struct cld_param_info *p = &cld_params(info)[i];
        if (!p->type)
            return false;
        if (strchr(p->type, '*'))
            lane->sized[lane->n_sizes++] = i;
    }
    return true;
}

/* "T", or "T0,2,5" */
static bool read_table(struct cld_lane *lane, const struct cld_kernel_info *info, const char *list)
{
    lane->sized = calloc(2 * (size_t)info->n_args + 1, sizeof *lane->sized);
    lane->sizes = calloc(2 * (size_t)info->n_args + 1, sizeof *lane->sizes);
    if (!lane->sized || !lane->sizes)
        return false;
    if (*list == ' ' || !*list)
        return all_pointers(lane, info);
    while (*list && *list != ' ') {
        char *end;
        unsigned long arg = strtoul(list, &end, 10);
        if (end == list || arg >= info->n_args || lane->n_sizes >= 2 * info->n_args)
            return false;
        lane->sized[lane->n_sizes++] = (uint32_t)arg;
        list = *end == ',' ? end + 1 : end;
    }
    return true;
}

/* "L S0 S2": false where there is one that we do not know. */
static bool read_hidden(struct cld_lane *lane, const struct cld_kernel_info *info, const char *text)
{
    size_t n = words_in(text);
    lane->hidden = calloc(n + 1, sizeof *lane->hidden);
    if (!lane->hidden)
        return false;
    for (const char *p = text + strspn(text, " "); *p; p += strspn(p, " ")) {
        struct cld_hidden *h = &lane->hidden[lane->n_hidden++];
        h->what = *p++;
        bool units = h->what == 'C' || h->what == 'I';
        char *end = NULL;
        bool one = strchr("ASW", h->what) != NULL;
        if (one || units)
            h->arg = (uint32_t)strtoul(p, &end, 10);
        if (units && *end == ',')
            h->unit = (uint32_t)strtoul(end + 1, NULL, 10);
        if (!strchr("ACILNKRSTW", h->what) || (units && !h->unit) ||
            ((one || units) && h->arg >= info->n_args) || (h->what == 'T' && !read_table(lane, info, p)))
            return false;
        p += strcspn(p, " ");
    }
    return true;
}

static bool set_log(const struct cld_twin_kernel *k, struct cld_lane *lane, uint32_t index)
{
    if (!lane->log)
        lane->log = cld_twin_log(k->home, lane->of);
    return lane->log && k->home->target->next.clSetKernelArg(lane->kernel, index, sizeof(cl_mem),
                                                             &lane->log->buffer) == CL_SUCCESS;
}

/* L, and what the others are until there is something to say. */
static bool set_first(const struct cld_twin_kernel *k, struct cld_lane *lane)
{
    const cl_icd_dispatch *next = &k->home->target->next;
    const cl_mem none = NULL;
    const cl_uint unknown = 0;
    for (uint32_t i = 0; i < lane->n_hidden; i++) {
        uint32_t index = k->n_args + i;
        char what = lane->hidden[i].what;
        if (what == 'L' && !set_log(k, lane, index))
            return false;
        if ((what == 'N' || what == 'R') &&
            next->clSetKernelArg(lane->kernel, index, sizeof(cl_mem), &none) != CL_SUCCESS)
            return false;
        if (what == 'K' && next->clSetKernelArg(lane->kernel, index, sizeof unknown, &unknown) != CL_SUCCESS)
            return false;
    }
    return true;
}

/* ---- making one ------------------------------------------------------------------------------------------
 */

static const struct cld_twin_kernel_text *text_of(const struct cld_twin *twin, const char *name)
{
    for (size_t i = 0; i < twin->text.n_kernels; i++)
        if (strcmp(twin->text.kernels[i].name, name) == 0)
            return &twin->text.kernels[i];
    return NULL;
}

static const char *unchecked_of(const struct cld_twin *twin, const char *name)
{
    const struct cld_twin_kernel_text *text = text_of(twin, name);
    return text ? text->unchecked : NULL;
}

/* Once: a program's source stays the same. */
static void note_loops(struct cld_kernel_info *info, const struct cld_twin_kernel_text *text)
{
    char *none = NULL, *loops = text && text->loops ? strdup(text->loops) : NULL;
    if (loops && !atomic_compare_exchange_strong(&info->loops, &none, loops))
        free(loops);
}

/* NULL, or why this lane runs the original. `room`: for a reason that has to be made. */
static const char *make(const struct cld_twin_kernel *k, struct cld_kernel_info *info, struct cld_lane *lane,
                        char *out, size_t room)
{
    const cl_icd_dispatch *next = &k->home->target->next;
    const struct cld_twin_kernel_text *text = text_of(lane->of, info->name);
    cl_int error = CL_SUCCESS;
    cl_uint n = 0;
    if (lane->of->phase != CLD_TWIN_READY)
        return lane->of->reason ? lane->of->reason : "there was no memory to build its twin";
    if (text && text->reason)
        return text->reason;
    if (!read_hidden(lane, info, text && text->hidden ? text->hidden : ""))
        return "the instrumenter's answer can't be used";
    lane->uses = text && text->uses ? cld_arg_uses_read(text->uses, info->n_args) : NULL;
    note_loops(info, text);
    lane->kernel = lane->of->program ? next->clCreateKernel(lane->of->program, info->name, &error) : NULL;
    if (!lane->kernel) {
        snprintf(out, room, "the driver makes no kernel of its twin: %s", cld_code_name(error));
        return out;
    }
    cld_twin_count(k->home, CLD_COUNT_KERNEL, 1);
    if (next->clGetKernelInfo(lane->kernel, CL_KERNEL_NUM_ARGS, sizeof n, &n, NULL) != CL_SUCCESS ||
        n != k->n_args + lane->n_hidden)
        return "its twin does not take the arguments that it should";
    if (!set_first(k, lane))
        return "there was no memory for the log of its twin";
    return NULL;
}

static void release_buffer(const struct cld_twin_kernel *k, cl_mem buffer)
{
    if (!buffer)
        return;
    k->home->target->next.clReleaseMemObject(buffer);
    cld_twin_count(k->home, CLD_COUNT_BUFFER, -1);
}

void cld_lane_close(const struct cld_twin_kernel *k, struct cld_lane *lane)
{
    const cl_icd_dispatch *next = &k->home->target->next;
    atomic_store(&lane->twin, false);
    if (lane->kernel) {
        next->clReleaseKernel(lane->kernel);
        cld_twin_count(k->home, CLD_COUNT_KERNEL, -1);
    }
    cld_log_release(lane->log);
    release_buffer(k, lane->table);
    release_buffer(k, lane->ranges);
    lane->kernel = NULL;
    lane->log = NULL;
    lane->table = lane->ranges = NULL;
}

static void drop(const struct cld_twin_kernel *k, struct cld_lane *lane)
{
    cld_lane_close(k, lane);
    cld_twin_release(lane->of);
    free(lane->hidden);
    free(lane->uses);
    free(lane->sized);
    free(lane->sizes);
    free(lane->ranges_of);
    free(lane);
}

/* Another thread may have released the kernel. */
static struct cld_lane *publish(struct cld_twin_kernel *k, struct cld_lane *lane)
{
    if (pthread_mutex_lock(&k->lock)) {
        drop(k, lane);
        return NULL;
    }
    lane->next = atomic_load(&k->lanes);
    bool open = !k->closed;
    if (open)
        atomic_store_explicit(&k->lanes, lane, memory_order_release);
    pthread_mutex_unlock(&k->lock);
    if (open)
        return lane;
    drop(k, lane);
    return NULL;
}

static bool is_chosen(const char *name)
{
    return !cld_layer.options.kernels_chosen || fnmatch(cld_layer.options.kernels, name, 0) == 0;
}

static const char *unwanted(struct cld_kernel_info *info)
{
    if (!is_chosen(info->name))
        return "not chosen by --kernels";
    if (atomic_load(&info->twin_failures) >= MOST_FAILURES)
        return "the driver did not launch its twins";
    return NULL;
}

struct cld_lane *cld_lane_open(struct cld_call *call, struct cld_object *kernel, cl_device_id device)
{
    struct cld_twin_kernel *k = kernel->kernel.twin;
    struct cld_kernel_info *info = kernel->kernel.info;
    char made[192];
    const char *reason = unwanted(info);
    struct cld_lane *lane = calloc(1, sizeof *lane + k->n_args * sizeof lane->seen[0]);
    if (!lane)
        return NULL;
    lane->device = device;
    atomic_store(&lane->busy, true);
    atomic_store(&lane->applied, atomic_load(&k->changes) - 1);
    if (!reason) {
        lane->of = cld_twin_get(call, k->home, device);
        if (!lane->of) { /* not now */
            free(lane);
            return NULL;
        }
        reason = make(k, info, lane, made, sizeof made);
    }
    atomic_store(&lane->twin, reason == NULL);
    lane->partly = !reason && unchecked_of(lane->of, info->name) != NULL;
    if (reason)
        cld_twin_skipped(call, kernel, reason);
    else
        cld_twin_covered(call, kernel, unchecked_of(lane->of, info->name));
    return publish(k, lane);
}

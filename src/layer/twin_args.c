/* twin_args.c - brings the arguments of a twin's kernel up to date. */
#include "layer/twin_kernel.h"

#include "layer/diagnose.h"
#include "layer/image_size.h"
#include "layer/launch_key.h"
#include "layer/ranges.h"

#include <stdio.h>
#include <stdlib.h>

#define UNKNOWN (~(cl_ulong)0)
#define MOST_OF_INT 0x80000000u

typedef cl_int(CL_API_CALL *set_pointer)(cl_kernel, cl_uint, const void *);

static cl_int set_usm(const struct cld_twins *t, cl_kernel kernel, cl_uint index, const void *pointer)
{
    const cl_icd_dispatch *next = &t->target->next;
    set_pointer f = t->platform && next->clGetExtensionFunctionAddressForPlatform
                        ? (set_pointer)next->clGetExtensionFunctionAddressForPlatform(
                              t->platform, "clSetKernelArgMemPointerINTEL")
                        : NULL;
    return f ? f(kernel, index, pointer) : CL_INVALID_OPERATION;
}

static cl_int set_arg(const struct cld_twins *t, cl_kernel kernel, cl_uint index, const struct cld_mirror *m)
{
    const cl_icd_dispatch *next = &t->target->next;
    const void *pointer;
    switch (m->how) {
    case CLD_ARG_VALUE:
        return next->clSetKernelArg(kernel, index, m->size, m->bytes);
    case CLD_ARG_NULL:
        return next->clSetKernelArg(kernel, index, m->size, NULL);
    case CLD_ARG_SVM:
        memcpy(&pointer, m->bytes, sizeof pointer);
        return next->clSetKernelArgSVMPointer(kernel, index, pointer);
    case CLD_ARG_USM:
        memcpy(&pointer, m->bytes, sizeof pointer);
        return set_usm(t, kernel, index, pointer);
    default:
        return CL_INVALID_KERNEL_ARGS;
    }
}

/* ---- sizes behind pointers -------------------------------------------------------------------------------
 */

static bool is_null(const struct cld_mirror *m)
{
    void *pointer = NULL;
    if (m->how == CLD_ARG_NULL || m->size != sizeof pointer)
        return false;
    memcpy(&pointer, m->bytes, sizeof pointer);
    return !pointer;
}

/* A NULL value is local memory, or no buffer: the parameter tells. */
static cl_ulong bytes_of_null(const struct cld_param_info *p, const struct cld_mirror *m)
{
    if (p->type)
        return p->space == CL_KERNEL_ARG_ADDRESS_LOCAL ? m->size : 0;
    return m->size == sizeof(cl_mem) ? UNKNOWN : m->size;
}

/* Of a pointer into the middle the kernel finds both ends, in its table of ranges. */
static cl_ulong bytes_of_allocation(const struct cld_mirror *m)
{
    struct cld_finding_object allocation;
    uint64_t offset;
    const void *pointer;
    memcpy(&pointer, m->bytes, sizeof pointer);
    return cld_range_find(pointer, &allocation, &offset) && offset == 0 ? allocation.bytes : UNKNOWN;
}

static cl_ulong bytes_behind(const struct cld_object *kernel, uint32_t index)
{
    const struct cld_mirror *m = &kernel->kernel.twin->args[index];
    const struct cld_kernel_arg *arg = &kernel->kernel.args[index];
    if (m->how == CLD_ARG_NULL)
        return bytes_of_null(&cld_params(kernel->kernel.info)[index], m);
    if (is_null(m))
        return 0;
    if (m->how == CLD_ARG_SVM || m->how == CLD_ARG_USM)
        return bytes_of_allocation(m);
    const struct cld_object *o = m->how == CLD_ARG_VALUE ? arg->object : NULL;
    if (!o || o->kind != CLD_KIND_MEM || atomic_load(&o->serial) != arg->object_serial || !o->bytes)
        return UNKNOWN;
    return o->bytes;
}

/* ---- images and samplers ---------------------------------------------------------------------------------
 */

static const struct cld_object *object_of(const struct cld_object *kernel, uint32_t index)
{
    const struct cld_kernel_arg *arg = &kernel->kernel.args[index];
    const struct cld_object *o = kernel->kernel.twin->args[index].how == CLD_ARG_VALUE ? arg->object : NULL;
    return o && atomic_load(&o->serial) == arg->object_serial ? o : NULL;
}

static struct cld_image_size size_of_image(const struct cld_object *kernel, uint32_t index)
{
    const struct cld_object *o = object_of(kernel, index);
    struct cld_image_size size = o ? cld_image_size(o) : (struct cld_image_size){0};
    for (uint32_t i = size.n; i < 3; i++)
        size.size[i] = ~(uint32_t)0;
    return size;
}

/* An entry of the table; `again`: the second one of the same argument. */
static cl_ulong table_entry(const struct cld_object *kernel, uint32_t index, bool again)
{
    const struct cld_object *o = object_of(kernel, index);
    if (o && o->kind == CLD_KIND_SAMPLER)
        return o->sampler.rule;
    if (!again && (!o || o->kind != CLD_KIND_MEM || o->subkind != CLD_SUB_IMAGE))
        return bytes_behind(kernel, index);
    struct cld_image_size size = size_of_image(kernel, index);
    return again ? size.size[2] : size.size[0] | (cl_ulong)size.size[1] << 32;
}

static cl_int set_image(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane,
                        uint32_t i)
{
    struct cld_hidden *h = &lane->hidden[i];
    struct cld_image_size size = size_of_image(kernel, h->arg);
    cl_uint4 value = {{size.size[0], size.size[1], size.size[2], h->arg + 1}};
    if (h->set && memcmp(h->image.s, value.s, sizeof value.s) == 0)
        return CL_SUCCESS;
    cl_int error = call->target->next.clSetKernelArg(lane->kernel, kernel->kernel.twin->n_args + i,
                                                     sizeof value, &value);
    h->set = error == CL_SUCCESS;
    h->image = value;
    return error;
}

static cl_int set_sampler(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane,
                          uint32_t i)
{
    struct cld_hidden *h = &lane->hidden[i];
    const struct cld_object *o = object_of(kernel, h->arg);
    cl_uint rule = o && o->kind == CLD_KIND_SAMPLER ? o->sampler.rule : 0;
    if (h->set && h->value == rule)
        return CL_SUCCESS;
    cl_int error =
        call->target->next.clSetKernelArg(lane->kernel, kernel->kernel.twin->n_args + i, sizeof rule, &rule);
    h->set = error == CL_SUCCESS;
    h->value = rule;
    return error;
}

/* ---- setting them ----------------------------------------------------------------------------------------
 */

static cl_int set_size(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane,
                       uint32_t i)
{
    struct cld_hidden *h = &lane->hidden[i];
    cl_ulong bytes = bytes_behind(kernel, h->arg);
    if (h->set && h->value == bytes)
        return CL_SUCCESS;
    cl_uint index = kernel->kernel.twin->n_args + i;
    cl_ulong units = bytes == UNKNOWN || h->what == 'S' ? bytes : bytes / h->unit;
    cl_uint few = units > MOST_OF_INT ? MOST_OF_INT : (cl_uint)units;
    cl_int error = h->what == 'I'
                       ? call->target->next.clSetKernelArg(lane->kernel, index, sizeof few, &few)
                       : call->target->next.clSetKernelArg(lane->kernel, index, sizeof units, &units);
    h->set = error == CL_SUCCESS;
    h->value = bytes;
    return error;
}

/* Indices of such a pointer may be negative: the kernel's comparison of an index with a number can't tell. */
static bool is_inside(const struct cld_object *kernel, const struct cld_lane *lane)
{
    for (uint32_t i = 0; i < lane->n_hidden; i++) {
        const struct cld_hidden *h = &lane->hidden[i];
        const struct cld_mirror *m = &kernel->kernel.twin->args[h->arg];
        if (h->what == 'C' && (m->how == CLD_ARG_SVM || m->how == CLD_ARG_USM) && !is_null(m) &&
            bytes_of_allocation(m) == UNKNOWN)
            return true;
    }
    return false;
}

/* A new buffer each time: launches that were enqueued before still read the old one, and keep it alive. */
static cl_int set_table(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane,
                        uint32_t i)
{
    const cl_icd_dispatch *next = &call->target->next;
    const struct cld_twin_kernel *k = kernel->kernel.twin;
    bool changed = !lane->table;
    for (uint32_t s = 0; s < lane->n_sizes; s++) {
        cl_ulong bytes = table_entry(kernel, lane->sized[s], s && lane->sized[s] == lane->sized[s - 1]);
        changed |= bytes != lane->sizes[s];
        lane->sizes[s] = bytes;
    }
    if (!changed)
        return CL_SUCCESS;
    cl_int error = CL_SUCCESS;
    cl_mem table = next->clCreateBuffer(k->home->context_handle, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                        (lane->n_sizes + 1) * sizeof lane->sizes[0], lane->sizes, &error);
    if (!table)
        return error;
    error = next->clSetKernelArg(lane->kernel, k->n_args + i, sizeof(cl_mem), &table);
    if (lane->table)
        next->clReleaseMemObject(lane->table);
    else
        cld_twin_count(k->home, CLD_COUNT_BUFFER, 1);
    lane->table = table;
    return error;
}

/* The live ranges of the context; a new buffer as above. */
static cl_int set_ranges(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane,
                         uint32_t i)
{
    const cl_icd_dispatch *next = &call->target->next;
    const struct cld_twin_kernel *k = kernel->kernel.twin;
    uint32_t generation = cld_ranges_generation();
    size_t size;
    if (atomic_load(&lane->ranges_seen) == generation)
        return CL_SUCCESS;
    uint64_t *table = cld_ranges_of(k->home->context_serial, &size);
    bool same = size == lane->ranges_size && (!size || memcmp(table, lane->ranges_of, size) == 0);
    cl_int error = CL_SUCCESS;
    cl_mem buffer = NULL;
    if (!same && size)
        buffer = next->clCreateBuffer(k->home->context_handle, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, size,
                                      table, &error);
    if (!same && (buffer || !size))
        error = next->clSetKernelArg(lane->kernel, k->n_args + i, sizeof(cl_mem), &buffer);
    if (same || error != CL_SUCCESS) {
        if (buffer)
            next->clReleaseMemObject(buffer);
        free(table);
    } else {
        if (lane->ranges)
            next->clReleaseMemObject(lane->ranges);
        cld_twin_count(k->home, CLD_COUNT_BUFFER, (buffer != NULL) - (lane->ranges != NULL));
        free(lane->ranges_of);
        lane->ranges = buffer;
        lane->ranges_of = table;
        lane->ranges_size = size;
    }
    if (error == CL_SUCCESS)
        atomic_store(&lane->ranges_seen, generation);
    return error;
}

/* ---- all of them -----------------------------------------------------------------------------------------
 */

static cl_int apply_exec(struct cld_call *call, const struct cld_twin_kernel *k, struct cld_lane *lane)
{
    cl_int error = CL_SUCCESS;
    for (const struct cld_exec_info *e = k->exec; e && error == CL_SUCCESS; e = e->next)
        if (e->version > lane->exec_applied)
            error = call->target->next.clSetKernelExecInfo(lane->kernel, e->name, e->size, e->value);
    lane->exec_applied = k->exec_version;
    return error;
}

static cl_int apply_hidden(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane)
{
    cl_int error = CL_SUCCESS;
    for (uint32_t i = 0; i < lane->n_hidden && error == CL_SUCCESS; i++) {
        if (strchr("CIS", lane->hidden[i].what))
            error = set_size(call, kernel, lane, i);
        else if (lane->hidden[i].what == 'A')
            error = set_sampler(call, kernel, lane, i);
        else if (lane->hidden[i].what == 'W')
            error = set_image(call, kernel, lane, i);
        else if (lane->hidden[i].what == 'T')
            error = set_table(call, kernel, lane, i);
        else if (lane->hidden[i].what == 'R')
            error = set_ranges(call, kernel, lane, i);
    }
    return error;
}

static cl_int apply(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane)
{
    struct cld_twin_kernel *k = kernel->kernel.twin;
    for (uint32_t i = 0; i < k->n_args; i++) {
        if (lane->seen[i] == k->args[i].version)
            continue;
        cl_int error = set_arg(k->home, lane->kernel, i, &k->args[i]);
        if (error != CL_SUCCESS)
            return error;
        lane->seen[i] = k->args[i].version;
    }
    cl_int error = k->exec ? apply_exec(call, k, lane) : CL_SUCCESS;
    return error == CL_SUCCESS ? apply_hidden(call, kernel, lane) : error;
}

bool cld_lane_apply(struct cld_call *call, struct cld_object *kernel, struct cld_lane *lane)
{
    struct cld_twin_kernel *k = kernel->kernel.twin;
    char reason[128];
    cl_int error = CL_SUCCESS;
    if (pthread_mutex_lock(&k->lock)) /* this thread is in here already: the driver called the program back */
        return false;
    uint32_t changes = atomic_load_explicit(&k->changes, memory_order_acquire);
    bool open = atomic_load(&lane->twin) && !k->closed;
    uint32_t generation = cld_ranges_generation();
    if (open && (atomic_load_explicit(&lane->applied, memory_order_relaxed) != changes ||
                 atomic_load_explicit(&lane->ranges_seen, memory_order_relaxed) != generation))
        error = apply(call, kernel, lane);
    if (open && error == CL_SUCCESS) {
        atomic_store_explicit(&lane->applied, changes, memory_order_release);
        atomic_store_explicit(&lane->ranges_seen, generation, memory_order_relaxed);
    }
    bool inside = error == CL_SUCCESS && open && is_inside(kernel, lane);
    pthread_mutex_unlock(&k->lock);
    if (inside)
        cld_lane_give_up(
            call, kernel, lane,
            "an argument points into the middle of an SVM allocation, or to memory that nobody allocated");
    if (error == CL_SUCCESS)
        return open && !inside;
    snprintf(reason, sizeof reason, "the driver does not take the arguments of its twin: %s",
             cld_code_name(error));
    cld_lane_give_up(call, kernel, lane, reason);
    return false;
}

/* ---- which launch this is --------------------------------------------------------------------------------
 */

static int key_argument(const struct cld_lane *lane)
{
    for (uint32_t i = 0; i < lane->n_hidden; i++)
        if (lane->hidden[i].what == 'K')
            return (int)i;
    return -1;
}

/* The sizes beyond `dims` are not written, and not looked at. */
static bool same_sizes(const size_t *a, const size_t *b, uint32_t dims, size_t none)
{
    for (uint32_t i = 0; i < dims; i++)
        if (a[i] != (b ? b[i] : none))
            return false;
    return true;
}

static void copy_sizes(size_t *to, const size_t *from, uint32_t dims, size_t none)
{
    for (uint32_t i = 0; i < dims; i++)
        to[i] = from ? from[i] : none;
}

static void describe_arg(const struct cld_object *kernel, uint32_t i, struct cld_launch_arg *out)
{
    const struct cld_mirror *m = &kernel->kernel.twin->args[i];
    const struct cld_kernel_arg *arg = &kernel->kernel.args[i];
    struct cld_finding_object allocation;
    const void *pointer;
    *out = (struct cld_launch_arg){.how = m->how, .size = m->size};
    if (m->how == CLD_ARG_SVM || m->how == CLD_ARG_USM) {
        memcpy(&pointer, m->bytes, sizeof pointer);
        if (cld_range_find(pointer, &allocation, &out->offset))
            out->serial = allocation.serial;
    } else if (m->how == CLD_ARG_VALUE && arg->object) {
        out->serial = arg->object_serial;
    } else if (m->how == CLD_ARG_VALUE && m->size <= sizeof out->value) {
        memcpy(&out->value, m->bytes, m->size);
    }
}

static uint32_t make_key(struct cld_call *call, const struct cld_object *kernel, const struct cld_lane *lane)
{
    const struct cld_twin_kernel *k = kernel->kernel.twin;
    struct cld_launch_key key; /* not cleared as a whole: it is long */
    memset(&key, 0, offsetof(struct cld_launch_key, args));
    key.fn = call->fn;
    key.stack = lane->key.stack;
    key.thread = call->thread->number;
    key.label = kernel->label;
    key.info = kernel->kernel.info;
    key.dims = lane->key.dims;
    for (uint32_t i = 0; i < key.dims; i++) {
        key.offset[i] = lane->key.offset[i];
        key.global[i] = lane->key.global[i];
        key.local[i] = lane->key.local[i];
    }
    key.program.serial = kernel->parent_serial;
    key.n_args = k->n_args < CLD_KEY_ARGS ? k->n_args : CLD_KEY_ARGS;
    for (uint32_t i = 0; i < key.n_args; i++)
        describe_arg(kernel, i, &key.args[i]);
    return cld_launch_key_id(&key, kernel);
}

/* Of what make_key() would make. Pointers as they are: what they lie in, changes with the generation only. */
static uint64_t hash_launch(const struct cld_object *kernel, const struct cld_lane *lane)
{
    const struct cld_twin_kernel *k = kernel->kernel.twin;
    uint64_t h = cld_launch_mix((uint64_t)lane->key.stack << 32 | lane->key.dims, cld_ranges_generation());
    for (uint32_t i = 0; i < lane->key.dims; i++)
        h = cld_launch_mix(cld_launch_mix(cld_launch_mix(h, lane->key.offset[i]), lane->key.global[i]),
                           lane->key.local[i]);
    for (uint32_t i = 0; i < k->n_args && i < CLD_KEY_ARGS; i++) {
        const struct cld_mirror *m = &k->args[i];
        const struct cld_kernel_arg *arg = &kernel->kernel.args[i];
        uint64_t value = 0;
        if (m->how == CLD_ARG_VALUE && arg->object)
            value = arg->object_serial;
        else if (m->how != CLD_ARG_NULL && m->size <= sizeof value)
            memcpy(&value, m->bytes, m->size);
        h = cld_launch_mix(cld_launch_mix(h, (uint64_t)m->how << 56 ^ m->size), value);
    }
    return h;
}

static uint32_t number_of(struct cld_call *call, const struct cld_object *kernel, struct cld_lane *lane)
{
    uint64_t hash = hash_launch(kernel, lane);
    for (int i = 0; i < CLD_LANE_NAMES; i++)
        if (lane->names[i].hash == hash && lane->names[i].id)
            return lane->names[i].id;
    struct cld_lane_name *name = &lane->names[lane->next_name++ % CLD_LANE_NAMES];
    name->id = make_key(call, kernel, lane);
    name->hash = hash;
    return name->id;
}

void cld_twin_name_launch(struct cld_call *call, const struct cld_object *kernel, const size_t *offset,
                          const size_t *local)
{
    struct cld_lane *lane = call->lane;
    const struct cld_twin_kernel *k = kernel->kernel.twin;
    const size_t *global = call->launch.global;
    uint32_t dims = call->launch.dims, changes = atomic_load_explicit(&k->changes, memory_order_relaxed);
    int at = key_argument(lane);
    if (at < 0 || !call->lane_is_mine || dims > 3 || !kernel->kernel.info)
        return;
    uint32_t stack = cld_call_stack_cached(call);
    if (lane->key.set && lane->key.changes == changes && lane->key.stack == stack && lane->key.dims == dims &&
        same_sizes(lane->key.global, global, dims, 1) && same_sizes(lane->key.local, local, dims, 0) &&
        same_sizes(lane->key.offset, offset, dims, 0))
        return;
    lane->key.changes = changes;
    lane->key.stack = stack;
    lane->key.dims = dims;
    copy_sizes(lane->key.global, global, dims, 1);
    copy_sizes(lane->key.local, local, dims, 0);
    copy_sizes(lane->key.offset, offset, dims, 0);
    uint32_t id = number_of(call, kernel, lane);
    if (!lane->key.set || lane->key.id != id)
        lane->key.set = call->target->next.clSetKernelArg(lane->kernel, k->n_args + (uint32_t)at, sizeof id,
                                                          &id) == CL_SUCCESS;
    lane->key.id = id;
}

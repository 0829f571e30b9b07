/* hooks_program.c - how programs are made, built and asked for their binaries: for their twins. */
#include "layer/binaries.h"
#include "layer/build_watch.h"
#include "layer/call.h"
#include "layer/harvest.h"
#include "layer/twin.h"

#include <stdlib.h>
#include <string.h>

/* ---- creation ------------------------------------------------------------------------------------------ */

static void open_with(struct cld_call *call, const char *reason)
{
    if (!cld_twins_on() || !call->created)
        return;
    cld_twins_open(call->created);
    struct cld_recipe *none = reason ? cld_recipe_none(reason) : NULL;
    struct cld_made made = {NULL, NULL, none};
    if (none && call->created->program.twins)
        cld_twins_adopt(call->created->program.twins, &made);
    cld_recipe_release(none);
}

#define MADE(name, reason)                                                                                   \
    void cld_post_##name(struct cld_call *call, struct cld_args_##name *a, cl_program *ret, cl_int *code)    \
    {                                                                                                        \
        (void)a;                                                                                             \
        (void)ret;                                                                                           \
        (void)code;                                                                                          \
        open_with(call, reason);                                                                             \
    }
MADE(clCreateProgramWithSource, NULL)
MADE(clCreateProgramWithIL, "its program was made from SPIR-V")
MADE(clCreateProgramWithILKHR, "its program was made from SPIR-V")
MADE(clCreateProgramWithBuiltInKernels, "it is a built-in kernel of the device")

/*
 * With --no-binary-cache the program is to build from source. A binary that we know from an earlier run is
 * let through: its source is known too.
 */
bool cld_pre_clCreateProgramWithBinary(struct cld_call *call, struct cld_args_clCreateProgramWithBinary *a,
                                       cl_program *ret, cl_int *code)
{
    bool refuse = false;
    if (!cld_layer.options.no_binary_cache || !a->num_devices || !a->lengths || !a->binaries)
        return true;
    for (cl_uint i = 0; i < a->num_devices; i++) {
        struct cld_recipe *r = cld_binary_recognise(a->binaries[i], a->lengths[i]);
        if (!r && (!a->binaries[i] || !a->lengths[i]))
            return true; /* the driver's error to give */
        if (a->binary_status)
            a->binary_status[i] = r ? CL_SUCCESS : CL_INVALID_BINARY;
        refuse |= !r;
        cld_recipe_release(r);
    }
    if (!refuse)
        return true;
    *ret = NULL;
    *code = CL_INVALID_BINARY;
    call->reported = true; /* no finding: it is what the user asked for */
    return false;
}

void cld_post_clCreateProgramWithBinary(struct cld_call *call, struct cld_args_clCreateProgramWithBinary *a,
                                        cl_program *ret, cl_int *code)
{
    struct cld_made *made = NULL;
    (void)code;
    open_with(call, NULL);
    if (!*ret || !call->created || !call->created->program.twins)
        return;
    for (cl_uint i = 0; i < a->num_devices; i++) {
        struct cld_recipe *r = cld_binary_recognise(a->binaries[i], a->lengths[i]);
        if (!r)
            r = cld_recipe_none("its program was made from a binary");
        cld_made_add(&made, a->device_list[i], r);
        cld_recipe_release(r);
    }
    cld_twins_adopt(call->created->program.twins, made);
    cld_made_free(made);
}

/* ---- build, compile, link -------------------------------------------------------------------------------
 */

static struct cld_object *program_of(const struct cld_call *call)
{
    struct cld_object *p = cld_call_object(call, CLD_KIND_PROGRAM);
    return p && cld_twins_ours(p->program.twins) ? p : NULL;
}

static bool from_source(const struct cld_object *program)
{
    return program->born_fn == CLD_FN_clCreateProgramWithSource;
}

static struct cld_made *made_on(cl_uint n, const cl_device_id *devices, struct cld_recipe *recipe)
{
    struct cld_made *made = NULL;
    if (!devices || !n)
        cld_made_add(&made, NULL, recipe);
    else if (n <= 1024) /* a mad count is not followed */
        for (cl_uint i = 0; i < n; i++)
            cld_made_add(&made, devices[i], recipe);
    cld_recipe_release(recipe);
    return made;
}

/*
 * A callback may launch kernels before the call that builds them has returned: then the recipe must be there
 * already. If the driver refuses, the old one is put back.
 */
static void adopt_early(struct cld_call *call, const struct cld_object *program, bool has_callback)
{
    call->made_before = NULL;
    call->made_early = has_callback;
    if (!has_callback)
        return;
    call->made_before = cld_twins_made(program->program.twins);
    cld_twins_adopt(program->program.twins, call->made);
}

static void adopt(struct cld_call *call, bool ok)
{
    struct cld_object *p = call->made ? program_of(call) : NULL;
    if (p && ok != call->made_early)
        cld_twins_adopt(p->program.twins, ok ? call->made : call->made_before);
    cld_made_free(call->made);
    cld_made_free(call->made_before);
    call->made = call->made_before = NULL;
}

/* A build or a compilation begins; a build has no headers. */
static void begin(struct cld_call *call, cl_program program, cl_uint n_devices, const cl_device_id *devices,
                  const char *options, cl_uint n_headers, const cl_program *headers, const char **names,
                  bool later)
{
    struct cld_object *p = cld_twins_on() ? program_of(call) : NULL;
    call->made = call->made_before = NULL;
    if (!p || !from_source(p))
        return;
    struct cld_recipe *r =
        cld_recipe_of_source(&call->target->next, program, options, n_headers, headers, names);
    call->made = made_on(n_devices, devices, r);
    adopt_early(call, p, later);
}

bool cld_pre_clBuildProgram(struct cld_call *call, struct cld_args_clBuildProgram *a, cl_int *ret,
                            cl_int *code)
{
    (void)ret;
    (void)code;
    cld_build_begin(call, &a->pfn_notify, &a->user_data);
    begin(call, a->program, a->num_devices, a->device_list, a->options, 0, NULL, NULL, a->pfn_notify != NULL);
    return true;
}

void cld_post_clBuildProgram(struct cld_call *call, struct cld_args_clBuildProgram *a, cl_int *ret,
                             cl_int *code)
{
    (void)code;
    adopt(call, *ret == CL_SUCCESS);
    cld_build_end(call, &a->pfn_notify, &a->user_data, a->program, *ret);
}

bool cld_pre_clCompileProgram(struct cld_call *call, struct cld_args_clCompileProgram *a, cl_int *ret,
                              cl_int *code)
{
    (void)ret;
    (void)code;
    cld_build_begin(call, &a->pfn_notify, &a->user_data);
    begin(call, a->program, a->num_devices, a->device_list, a->options, a->num_input_headers,
          a->input_headers, a->header_include_names, a->pfn_notify != NULL);
    return true;
}

void cld_post_clCompileProgram(struct cld_call *call, struct cld_args_clCompileProgram *a, cl_int *ret,
                               cl_int *code)
{
    (void)code;
    adopt(call, *ret == CL_SUCCESS);
    cld_build_end(call, &a->pfn_notify, &a->user_data, a->program, *ret);
}

/* What the inputs, as they are now, make together for one device (NULL: for any that they do not name). */
static struct cld_recipe *linked_for(const struct cld_args_clLinkProgram *a, struct cld_made *const *inputs,
                                     cl_device_id device)
{
    struct cld_recipe **of = calloc(a->num_input_programs, sizeof *of);
    for (cl_uint i = 0; of && i < a->num_input_programs; i++)
        of[i] = cld_made_for(inputs[i], device);
    struct cld_recipe *r = of ? cld_recipe_of_link(of, a->num_input_programs, a->options) : NULL;
    free(of);
    return r;
}

static void add_linked(struct cld_made **made, const struct cld_args_clLinkProgram *a,
                       struct cld_made *const *inputs, cl_device_id device)
{
    for (const struct cld_made *m = *made; m; m = m->next)
        if (m->device == device)
            return;
    struct cld_recipe *r = linked_for(a, inputs, device);
    cld_made_add(made, device, r);
    cld_recipe_release(r);
}

/* For each device that is named anywhere, and for those that are not. */
static struct cld_made *made_by_link(const struct cld_args_clLinkProgram *a, struct cld_made *const *inputs)
{
    struct cld_made *made = NULL;
    for (cl_uint i = 0; a->device_list && i < a->num_devices; i++)
        add_linked(&made, a, inputs, a->device_list[i]);
    if (a->device_list && a->num_devices)
        return made;
    for (cl_uint i = 0; i < a->num_input_programs; i++)
        for (const struct cld_made *m = inputs[i]; m; m = m->next)
            add_linked(&made, a, inputs, m->device);
    add_linked(&made, a, inputs, NULL);
    return made;
}

bool cld_pre_clLinkProgram(struct cld_call *call, struct cld_args_clLinkProgram *a, cl_program *ret,
                           cl_int *code)
{
    (void)ret;
    (void)code;
    cld_build_begin(call, &a->pfn_notify, &a->user_data);
    call->made = call->made_before = NULL;
    cl_uint n = a->input_programs ? a->num_input_programs : 0;
    if (!cld_twins_on() || !n || n > 4096 || (a->device_list && a->num_devices > 1024))
        return true;
    struct cld_made **inputs = calloc(n, sizeof *inputs);
    if (!inputs)
        return true;
    for (cl_uint i = 0; i < n; i++) {
        struct cld_object *o = cld_object_find(a->input_programs[i]);
        if (o && o->kind == CLD_KIND_PROGRAM && cld_twins_ours(o->program.twins))
            inputs[i] = cld_twins_made(o->program.twins);
    }
    call->made = made_by_link(a, inputs);
    for (cl_uint i = 0; i < n; i++)
        cld_made_free(inputs[i]);
    free(inputs);
    return true;
}

void cld_post_clLinkProgram(struct cld_call *call, struct cld_args_clLinkProgram *a, cl_program *ret,
                            cl_int *code)
{
    if (*ret)
        open_with(call, NULL);
    if (*ret && call->created && call->created->program.twins)
        cld_twins_adopt(call->created->program.twins, call->made);
    cld_made_free(call->made);
    call->made = NULL;
    cld_build_end(call, &a->pfn_notify, &a->user_data, *ret, *code);
}

/* ---- binaries that the program keeps ---------------------------------------------------------------------
 */

static void remember_binaries(const struct cld_call *call, struct cld_twins *t, cl_program program,
                              unsigned char *const *binaries, size_t n)
{
    const cl_icd_dispatch *next = &call->target->next;
    cl_device_id *devices = calloc(n, sizeof *devices);
    size_t *sizes = calloc(n, sizeof *sizes);
    if (devices && sizes &&
        next->clGetProgramInfo(program, CL_PROGRAM_DEVICES, n * sizeof *devices, devices, NULL) ==
            CL_SUCCESS &&
        next->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, n * sizeof *sizes, sizes, NULL) ==
            CL_SUCCESS)
        for (size_t i = 0; i < n; i++) {
            struct cld_recipe *r = binaries[i] && sizes[i] ? cld_twins_recipe(t, devices[i]) : NULL;
            if (r)
                cld_binary_remember(binaries[i], sizes[i], r);
            cld_recipe_release(r);
        }
    free(devices);
    free(sizes);
}

void cld_post_clGetProgramInfo(struct cld_call *call, struct cld_args_clGetProgramInfo *a, cl_int *ret,
                               cl_int *code)
{
    struct cld_object *p = cld_twins_on() ? program_of(call) : NULL;
    size_t size = 0;
    (void)code;
    if (!p || *ret != CL_SUCCESS || a->param_name != CL_PROGRAM_BINARIES || !a->param_value)
        return;
    if (call->target->next.clGetProgramInfo(a->program, CL_PROGRAM_BINARIES, 0, NULL, &size) != CL_SUCCESS ||
        size > a->param_value_size || size < sizeof(void *))
        return;
    remember_binaries(call, p->program.twins, a->program, a->param_value, size / sizeof(void *));
}

/* ---- release ---------------------------------------------------------------------------------------------
 */

/*
 * What the driver destroys now it would have destroyed now without us: the events that we hold of finished
 * commands, and the twins, go first.
 */
bool cld_pre_clReleaseProgram(struct cld_call *call, struct cld_args_clReleaseProgram *a, cl_int *ret,
                              cl_int *code)
{
    struct cld_object *p = call->n_objects ? call->objects[0] : NULL;
    (void)a;
    (void)ret;
    (void)code;
    if (!p || atomic_load(&p->refs) > 0)
        return true;
    cld_harvest_drain(50);
    if (p->kind == CLD_KIND_PROGRAM && p->program.twins && !atomic_exchange(&p->program.left, true))
        cld_twins_leave(p->program.twins);
    return true;
}

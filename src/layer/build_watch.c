#include "layer/build_watch.h"

#include "layer/build_report.h"
#include "layer/calls.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LEFT 64
#define MOST_INPUTS 1024 /* of a link; a mad count is not followed */

/* A build with a callback. Its users are the call and the callback. */
struct cld_build_wait {
    _Atomic int users;
    _Atomic bool called, reported;
    cld_build_notify notify; /* the program's */
    void *user_data;
    struct cld_recipe *made;
    struct cld_build_end end;
};

/* ---- what it is made from --------------------------------------------------------------------------------
 */

/* The driver may be asked about it: it can be anything before the driver has looked at it. */
static bool is_program(cl_program program)
{
    struct cld_object *o = cld_object_find(program);
    return o && o->kind == CLD_KIND_PROGRAM && atomic_load(&o->refs) > 0;
}

/* A link's input: source and options of its last build. */
static struct cld_recipe *made_before(const cl_icd_dispatch *next, cl_program input)
{
    char options[4096] = "";
    cl_device_id devices[CLD_BUILD_DEVICES];
    if (!is_program(input))
        return NULL;
    if (next->clGetProgramInfo(input, CL_PROGRAM_DEVICES, sizeof devices, devices, NULL) == CL_SUCCESS)
        next->clGetProgramBuildInfo(input, devices[0], CL_PROGRAM_BUILD_OPTIONS, sizeof options - 1, options,
                                    NULL);
    return cld_recipe_of_source(next, input, options, 0, NULL, NULL);
}

static struct cld_recipe *made_by_link(const cl_icd_dispatch *next, const struct cld_args_clLinkProgram *a)
{
    cl_uint n = a->input_programs && a->num_input_programs <= MOST_INPUTS ? a->num_input_programs : 0;
    struct cld_recipe **inputs = calloc(n ? n : 1, sizeof *inputs), *made = NULL;
    for (cl_uint i = 0; inputs && i < n; i++)
        inputs[i] = made_before(next, a->input_programs[i]);
    if (inputs && n)
        made = cld_recipe_of_link(inputs, n, a->options);
    for (cl_uint i = 0; inputs && i < n; i++)
        cld_recipe_release(inputs[i]);
    free(inputs);
    return made;
}

static struct cld_recipe *made_by_compile(const cl_icd_dispatch *next,
                                          const struct cld_args_clCompileProgram *a)
{
    cl_uint n = a->input_headers && a->num_input_headers <= MOST_INPUTS ? a->num_input_headers : 0;
    for (cl_uint i = 0; i < n; i++)
        if (!is_program(a->input_headers[i]))
            return NULL;
    return is_program(a->program) ? cld_recipe_of_source(next, a->program, a->options, n, a->input_headers,
                                                         a->header_include_names)
                                  : NULL;
}

/* NULL: it can't be known. */
static struct cld_recipe *made_by(const struct cld_call *call)
{
    const cl_icd_dispatch *next = &call->target->next;
    const struct cld_args_clBuildProgram *build = call->args;
    switch (call->fn) {
    case CLD_FN_clBuildProgram:
        return is_program(build->program)
                   ? cld_recipe_of_source(next, build->program, build->options, 0, NULL, NULL)
                   : NULL;
    case CLD_FN_clCompileProgram:
        return made_by_compile(next, call->args);
    default:
        return made_by_link(next, call->args);
    }
}

/* ---- where, and for which devices
 * -------------------------------------------------------------------------- */

static void take_devices(struct cld_build_end *end, cl_uint n, const cl_device_id *list)
{
    end->n_devices = list && n <= CLD_BUILD_DEVICES ? n : 0;
    if (end->n_devices)
        memcpy(end->devices, list, n * sizeof list[0]);
}

static struct cld_build_end end_of(struct cld_call *call)
{
    const struct cld_args_clBuildProgram *build = call->args;
    const struct cld_args_clCompileProgram *compile = call->args;
    const struct cld_args_clLinkProgram *link = call->args;
    struct cld_build_end end = {.next = &call->target->next, .call = call, .fn = call->fn};
    if (call->fn == CLD_FN_clBuildProgram)
        take_devices(&end, build->num_devices, build->device_list);
    else if (call->fn == CLD_FN_clCompileProgram)
        take_devices(&end, compile->num_devices, compile->device_list);
    else
        take_devices(&end, link->num_devices, link->device_list);
    return end;
}

/* ---- with a callback
 * --------------------------------------------------------------------------------------- */

static void release(struct cld_build_wait *w)
{
    if (atomic_fetch_sub(&w->users, 1) != 1)
        return;
    cld_recipe_release(w->made);
    free(w);
}

/*
 * Of calls that failed without calling back: most drivers never will, and nobody can tell. They are freed
 * when so many more have failed that none of them can be thought of any more.
 */
static _Atomic(struct cld_build_wait *) left[MOST_LEFT];
static _Atomic unsigned n_left;

static void leave(struct cld_build_wait *w)
{
    unsigned slot = atomic_fetch_add(&n_left, 1) % MOST_LEFT;
    struct cld_build_wait *old = atomic_exchange(&left[slot], w);
    if (!old)
        return;
    if (!atomic_load(&old->called))
        release(old); /* for the callback */
    release(old);
}

static cl_int failure_of(enum cld_fn fn)
{
    return fn == CLD_FN_clBuildProgram     ? CL_BUILD_PROGRAM_FAILURE
           : fn == CLD_FN_clCompileProgram ? CL_COMPILE_PROGRAM_FAILURE
                                           : CL_LINK_PROGRAM_FAILURE;
}

static bool is_failed(const struct cld_build_end *end)
{
    cl_device_id all[CLD_BUILD_DEVICES];
    const cl_device_id *devices = end->n_devices ? end->devices : all;
    size_t size = 0, n = end->n_devices;
    if (!n &&
        end->next->clGetProgramInfo(end->program, CL_PROGRAM_DEVICES, sizeof all, all, &size) == CL_SUCCESS)
        n = size / sizeof all[0];
    for (size_t i = 0; i < n; i++) {
        cl_build_status status = CL_BUILD_SUCCESS;
        end->next->clGetProgramBuildInfo(end->program, devices[i], CL_PROGRAM_BUILD_STATUS, sizeof status,
                                         &status, NULL);
        if (status == CL_BUILD_ERROR)
            return true;
    }
    return false;
}

/* First ours, while the program still is there: the program's own may release it. */
static void CL_CALLBACK ended(cl_program program, void *data)
{
    struct cld_build_wait *w = data;
    atomic_store(&w->called, true);
    w->end.program = program;
    w->end.made = w->made;
    if (program && !cld_layer.forked) {
        w->end.code = is_failed(&w->end) ? failure_of(w->end.fn) : CL_SUCCESS;
        atomic_store(&w->reported, cld_build_report(&w->end));
    }
    w->notify(program, w->user_data);
    release(w);
}

void cld_build_begin(struct cld_call *call, cld_build_notify *notify, void **user_data)
{
    call->build = NULL;
    struct cld_build_wait *w = cld_layer.options.build && *notify ? calloc(1, sizeof *w) : NULL;
    if (!w)
        return;
    atomic_store(&w->users, 2);
    w->notify = *notify;
    w->user_data = *user_data;
    w->made = made_by(call);
    w->end = end_of(call);
    w->end.call = NULL;
    w->end.at = (struct cld_report_place){call->fn, cld_call_stack(call), call->thread->number, 0};
    *notify = ended;
    *user_data = w;
    call->build = w;
}

void cld_build_end(struct cld_call *call, cld_build_notify *notify, void **user_data, cl_program program,
                   cl_int code)
{
    struct cld_build_wait *w = call->build;
    if (w) {
        *notify = w->notify;
        *user_data = w->user_data;
        if (code != CL_SUCCESS && atomic_load(&w->reported))
            call->reported = true;
        if (code != CL_SUCCESS && !atomic_load(&w->called))
            leave(w);
        else
            release(w);
    }
    if (!cld_layer.options.build || call->refused || call->reported || (w && code == CL_SUCCESS))
        return;
    struct cld_build_end end = end_of(call);
    end.code = code;
    end.program = program;
    if (!cld_build_has_news(&end))
        return;
    struct cld_recipe *made = made_by(call);
    end.made = made;
    if (cld_build_report(&end) && code != CL_SUCCESS)
        call->reported = true;
    cld_recipe_release(made);
}

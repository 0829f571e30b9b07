/*
 * diagnose_sharing.c - objects shared with OpenGL, EGL and others, and semaphores: the extensions
 * cl_khr_gl_sharing, cl_khr_gl_event, cl_khr_egl_image, cl_khr_egl_event, cl_khr_external_memory,
 * cl_khr_semaphore.
 */
#include "layer/diagnose_check.h"

#include <string.h>

/* Whether the program gave the context a property of this name. */
static bool has_property(struct cld_diag *d, const struct cld_object *context, const uint64_t *names,
                         size_t n, bool *known)
{
    uint64_t list[64];
    size_t size = 0;
    *known = cld_alive(context) && d->next->clGetContextInfo &&
             d->next->clGetContextInfo(context->handle, CL_CONTEXT_PROPERTIES, sizeof list, list, &size) ==
                 CL_SUCCESS;
    for (size_t i = 0; *known && i + 1 < size / sizeof list[0] && list[i]; i += 2)
        for (size_t k = 0; k < n; k++)
            if (list[i] == names[k])
                return true;
    return false;
}

/* The context must have been created from a GL context. */
static bool not_shared(struct cld_diag *d)
{
    static const uint64_t gl[] = {CL_GL_CONTEXT_KHR, CL_CGL_SHAREGROUP_KHR};
    struct cld_object *context = NULL;
    bool known;
    for (uint32_t i = 0; !context && i < d->call->n_objects; i++)
        context = cld_context_of(d->call->objects[i]);
    if (!cld_is(d, CL_INVALID_CONTEXT) || has_property(d, context, gl, 2, &known) || !known)
        return false;
    cld_report_object(d->r, context);
    return cld_blame(d, cld_arg(d, "context") >= 0 ? "context" : "command_queue",
                     "the context was not created from an OpenGL context") &&
           cld_fix(d, "create it with CL_GL_CONTEXT_KHR and the display's property");
}

static bool shared_flags(struct cld_diag *d)
{
    const uint64_t allowed = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY | CL_MEM_READ_WRITE;
    uint64_t extra = cld_num(d, "flags") & ~allowed;
    if (cld_flags(d))
        return true;
    return extra && cld_is(d, CL_INVALID_VALUE) &&
           cld_blame(d, "flags",
                     "`flags` has %s, and shared objects take CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY or "
                     "CL_MEM_READ_WRITE",
                     cld_value_text("cl_mem_flags", extra).at) &&
           cld_fix(d, "leave the other flags out");
}

static bool from_gl(struct cld_diag *d)
{
    return shared_flags(d) || not_shared(d) ||
           cld_zero(d, CL_INVALID_GL_OBJECT, "bufobj", "pass the name of a GL buffer") ||
           cld_zero(d, CL_INVALID_GL_OBJECT, "texture", "pass the name of a GL texture") ||
           cld_zero(d, CL_INVALID_GL_OBJECT, "renderbuffer", "pass the name of a GL renderbuffer");
}

static bool from_egl(struct cld_diag *d)
{
    return shared_flags(d) || cld_null(d, CL_INVALID_EGL_OBJECT_KHR, "eglimage", "pass an EGLImage");
}

static bool gl_event(struct cld_diag *d)
{
    return not_shared(d) || cld_null(d, CL_INVALID_GL_OBJECT, "sync", "pass the result of glFenceSync");
}

static bool egl_event(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_EGL_OBJECT_KHR, "sync", "pass the result of eglCreateSync");
}

/* Acquiring and releasing: every object of the list must be shared. */
static bool not_made_by(struct cld_diag *d, cl_int code, const char *prefix, const char *what)
{
    const cl_mem *list = cld_ptr(d, "mem_objects");
    cl_mem mem;
    if (!list || !cld_is(d, code))
        return false;
    for (uint64_t i = 0;
         i < cld_num(d, "num_objects") && i < CLD_MOST_ENTRIES && cld_peek_entry(list, i, &mem, sizeof mem);
         i++) {
        struct cld_object *o = cld_object_find(mem);
        const struct cld_fn_info *maker = o && o->kind == CLD_KIND_MEM ? cld_fn_info(o->born_fn) : NULL;
        if (!maker || strncmp(maker->name, prefix, strlen(prefix)) == 0)
            continue;
        cld_report_object(d->r, o);
        return cld_blame(d, "mem_objects",
                         "entry %u of `mem_objects` is %s made by %s, not from an %s object", (unsigned)i,
                         cld_a(cld_what(o)).at, maker->name, what) &&
               cld_fix(d, "list only objects that were made from %s objects", what);
    }
    return false;
}

static bool acquire_gl(struct cld_diag *d)
{
    return cld_pair(d, CL_INVALID_VALUE, "num_objects", "mem_objects") || not_shared(d) ||
           not_made_by(d, CL_INVALID_GL_OBJECT, "clCreateFromGL", "OpenGL");
}

static bool acquire_egl(struct cld_diag *d)
{
    return cld_pair(d, CL_INVALID_VALUE, "num_objects", "mem_objects") ||
           not_made_by(d, CL_INVALID_EGL_OBJECT_KHR, "clCreateFromEGL", "EGL");
}

static bool acquire_external(struct cld_diag *d)
{
    return cld_pair(d, CL_INVALID_VALUE, "num_mem_objects", "mem_objects");
}

static bool gl_info(struct cld_diag *d)
{
    const struct cld_object *o = cld_obj(d, "memobj");
    const struct cld_fn_info *maker = o && o->kind == CLD_KIND_MEM ? cld_fn_info(o->born_fn) : NULL;
    return maker && strncmp(maker->name, "clCreateFromGL", 14) != 0 && cld_is(d, CL_INVALID_GL_OBJECT) &&
           cld_blame(d, "memobj", "`memobj` is %s made by %s, not from an OpenGL object",
                     cld_a(cld_what(o)).at, maker->name) &&
           cld_fix(d, "ask this of objects made from OpenGL objects only");
}

/* ---- cl_khr_semaphore
 * ------------------------------------------------------------------------------------------------ */

static bool create_semaphore(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "sema_props",
                    "pass a list with CL_SEMAPHORE_TYPE_KHR, ending with 0") ||
           cld_properties(d, CL_INVALID_PROPERTY, "sema_props", "cl_semaphore_properties_khr");
}

static bool use_semaphores(struct cld_diag *d)
{
    return cld_list(d, CL_INVALID_VALUE, "num_sema_objects", "sema_objects");
}

static bool export_semaphore(struct cld_diag *d)
{
    return cld_enum(d, CL_INVALID_VALUE, "handle_type") ||
           (cld_ptr(d, "handle_ptr") && cld_num(d, "handle_size") < sizeof(int) &&
            cld_is(d, CL_INVALID_VALUE) &&
            cld_blame(d, "handle_size", "`handle_size` is %zu bytes, too few for any handle",
                      (size_t)cld_num(d, "handle_size")) &&
            cld_fix(d, "pass sizeof(int) for file descriptors"));
}

const struct cld_checks cld_checks_sharing[] = {
    {CLD_FN_clCreateFromGLBuffer, from_gl},
    {CLD_FN_clCreateFromGLTexture, from_gl},
    {CLD_FN_clCreateFromGLTexture2D, from_gl},
    {CLD_FN_clCreateFromGLTexture3D, from_gl},
    {CLD_FN_clCreateFromGLRenderbuffer, from_gl},
    {CLD_FN_clGetGLObjectInfo, gl_info},
    {CLD_FN_clGetGLTextureInfo, gl_info},
    {CLD_FN_clEnqueueAcquireGLObjects, acquire_gl},
    {CLD_FN_clEnqueueReleaseGLObjects, acquire_gl},
    {CLD_FN_clCreateEventFromGLsyncKHR, gl_event},
    {CLD_FN_clCreateFromEGLImageKHR, from_egl},
    {CLD_FN_clEnqueueAcquireEGLObjectsKHR, acquire_egl},
    {CLD_FN_clEnqueueReleaseEGLObjectsKHR, acquire_egl},
    {CLD_FN_clCreateEventFromEGLSyncKHR, egl_event},
    {CLD_FN_clEnqueueAcquireExternalMemObjectsKHR, acquire_external},
    {CLD_FN_clEnqueueReleaseExternalMemObjectsKHR, acquire_external},
    {CLD_FN_clCreateSemaphoreWithPropertiesKHR, create_semaphore},
    {CLD_FN_clEnqueueWaitSemaphoresKHR, use_semaphores},
    {CLD_FN_clEnqueueSignalSemaphoresKHR, use_semaphores},
    {CLD_FN_clGetSemaphoreHandleForTypeKHR, export_semaphore},
    {0, NULL},
};

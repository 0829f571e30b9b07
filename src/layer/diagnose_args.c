/* diagnose_args.c - the arguments of a failed call, by name, and the memory that they point to. */
#include "layer/diagnose_check.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- where an argument lies in struct cld_args_NAME ---------------------------------------------------- */

static const struct {
    const char *type;
    size_t size;
} sizes[] = {
#define T(type) {#type, sizeof(type)}
    T(cl_int),
    T(cl_uint),
    T(cl_bool),
    T(size_t),
    T(cl_GLint),
    T(cl_GLuint),
    T(cl_GLenum),
    T(cl_GLsync),
    T(CLeglDisplayKHR),
    T(CLeglImageKHR),
    T(CLeglSyncKHR),
    T(cl_platform_id),
    T(cl_device_id),
    T(cl_context),
    T(cl_command_queue),
    T(cl_mem),
    T(cl_sampler),
    T(cl_program),
    T(cl_kernel),
    T(cl_event),
    T(cl_command_buffer_khr),
    T(cl_mutable_command_khr),
    T(cl_semaphore_khr),
    T(cl_addressing_mode),
    T(cl_filter_mode),
    T(cl_buffer_create_type),
    T(cl_mem_object_type),
    T(cl_mem_advice_intel),
    T(cl_external_semaphore_handle_type_khr),
    T(cl_device_type),
    T(cl_command_queue_properties),
    T(cl_map_flags),
    T(cl_mem_flags),
    T(cl_svm_mem_flags),
    T(cl_mem_migration_flags),
    T(cl_mem_migration_flags_ext),
    T(cl_platform_info),
    T(cl_device_info),
    T(cl_context_info),
    T(cl_command_queue_info),
    T(cl_mem_info),
    T(cl_image_info),
    T(cl_pipe_info),
    T(cl_sampler_info),
    T(cl_program_info),
    T(cl_program_build_info),
    T(cl_kernel_info),
    T(cl_kernel_arg_info),
    T(cl_kernel_work_group_info),
    T(cl_kernel_sub_group_info),
    T(cl_kernel_exec_info),
    T(cl_event_info),
    T(cl_profiling_info),
    T(cl_gl_context_info),
    T(cl_gl_texture_info),
    T(cl_mem_info_intel),
    T(cl_command_buffer_info_khr),
    T(cl_mutable_command_info_khr),
    T(cl_semaphore_info_khr),
#undef T
};

size_t cld_type_size(const char *type)
{
    if (strchr(type, '*') || strcmp(type, "callback") == 0)
        return sizeof(void *);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (strcmp(sizes[i].type, type) == 0)
            return sizes[i].size;
    return 0;
}

/* The structs hold the parameters in order, each aligned to its own size. */
static size_t offset_of(const struct cld_fn_info *info, int index)
{
    size_t at = 0;
    for (int i = 0;; i++) {
        size_t size = cld_type_size(info->param_types[i]);
        if (!size)
            size = sizeof(void *);
        at = (at + size - 1) / size * size;
        if (i == index)
            return at;
        at += size;
    }
}

int cld_arg(const struct cld_diag *d, const char *name)
{
    for (int i = 0; i < d->info->n_params; i++)
        if (strcmp(d->info->param_names[i], name) == 0)
            return i;
    return -1;
}

uint64_t cld_arg_value(const struct cld_diag *d, int index)
{
    uint32_t narrow;
    uint64_t wide;
    if (index < 0 || !d->call->args)
        return 0;
    const char *at = (const char *)d->call->args + offset_of(d->info, index);
    if (cld_type_size(d->info->param_types[index]) == sizeof narrow) {
        memcpy(&narrow, at, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, at, sizeof wide);
    return wide;
}

uint64_t cld_num(const struct cld_diag *d, const char *name)
{
    return cld_arg_value(d, cld_arg(d, name));
}

const void *cld_ptr(const struct cld_diag *d, const char *name)
{
    return (const void *)(uintptr_t)cld_num(d, name);
}

struct cld_object *cld_obj(const struct cld_diag *d, const char *name)
{
    return cld_object_find(cld_ptr(d, name));
}

enum cld_kind cld_handle_kind(const char *type)
{
    static const struct {
        const char *type;
        enum cld_kind kind;
    } kinds[] = {
        {"cl_platform_id", CLD_KIND_PLATFORM},
        {"cl_device_id", CLD_KIND_DEVICE},
        {"cl_context", CLD_KIND_CONTEXT},
        {"cl_command_queue", CLD_KIND_QUEUE},
        {"cl_mem", CLD_KIND_MEM},
        {"cl_sampler", CLD_KIND_SAMPLER},
        {"cl_program", CLD_KIND_PROGRAM},
        {"cl_kernel", CLD_KIND_KERNEL},
        {"cl_event", CLD_KIND_EVENT},
        {"cl_command_buffer_khr", CLD_KIND_COMMAND_BUFFER},
        {"cl_semaphore_khr", CLD_KIND_SEMAPHORE},
    };
    if (strncmp(type, "const ", 6) == 0)
        type += 6;
    size_t length = strcspn(type, " *");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strlen(kinds[i].type) == length && memcmp(kinds[i].type, type, length) == 0)
            return kinds[i].kind;
    return CLD_KIND_NONE;
}

/* ---- memory of the program ------------------------------------------------------------------------------
 */

/*
 * A wild pointer must not crash the program here, so the kernel copies. Where a sandbox forbids that, the
 * memory is taken to be readable: the driver has read it too.
 */
bool cld_peek(const void *from, void *to, size_t size)
{
    if (!from || size == 0)
        return false;
    struct iovec local = {to, size}, remote = {(void *)(uintptr_t)from, size};
    int saved = errno;
    ssize_t n = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    bool forbidden = n < 0 && (errno == EPERM || errno == ENOSYS);
    errno = saved;
    if (forbidden)
        memcpy(to, from, size);
    return forbidden || n == (ssize_t)size;
}

bool cld_peek_entry(const void *list, uint64_t index, void *to, size_t size)
{
    return list && cld_peek((const void *)((uintptr_t)list + index * size), to, size);
}

/* In pieces that never cross a page: the text may end right before memory that is not there. */
bool cld_peek_text(const void *from, char *to, size_t room)
{
    const size_t piece = 64;
    size_t n = 0;
    to[0] = '\0';
    while (from && n + 1 < room) {
        size_t part = piece - ((uintptr_t)from + n) % piece;
        part = part < room - 1 - n ? part : room - 1 - n;
        if (!cld_peek((const char *)from + n, to + n, part)) {
            to[n] = '\0';
            return n > 0;
        }
        if (memchr(to + n, '\0', part))
            return true;
        n += part;
    }
    to[n] = '\0';
    return n > 0;
}

bool cld_peek_sizes(const struct cld_diag *d, const char *name, size_t out[3], unsigned count,
                    size_t fallback)
{
    out[0] = out[1] = out[2] = fallback;
    return count >= 1 && count <= 3 && cld_peek(cld_ptr(d, name), out, count * sizeof out[0]);
}

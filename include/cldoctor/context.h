/**
 * @file cldoctor/context.h
 * A device, its context and a command queue in one call.
 */
#ifndef CLDOCTOR_CONTEXT_H
#define CLDOCTOR_CONTEXT_H

#include <cldoctor/base.h>
#include <cldoctor/device.h>

CLD_BEGIN_DECLS

/** How a command queue should be; combine with `|`. */
typedef enum cld_queue_option {
    CLD_QUEUE_PROFILING = 1, /**< keep the times of every command (OpenCL API 5.14) */
    /**
     * Commands may run in any order that their wait lists allow (OpenCL API 5.1). A device without such
     * queues gives one in order instead, which a program with complete wait lists can't tell apart.
     */
    CLD_QUEUE_OUT_OF_ORDER = 2
} cld_queue_option;

/** A device, a context on it and one command queue. */
typedef struct cld_context cld_context;

/**
 * Chooses a device and makes a context and a command queue for it (OpenCL API 4.4, 5.1).
 *
 * @param request       the device, as for cld_device_choose(); NULL for any
 * @param queue_options cld_queue_option values, or 0
 * @param[out] out      the context; the caller frees it with cld_context_free()
 * @return CL_SUCCESS; the codes of cld_device_choose(), clCreateContext() and clCreateCommandQueue();
 *         CL_INVALID_VALUE if `out` is NULL or `queue_options` has an unknown bit; CL_OUT_OF_HOST_MEMORY.
 *         cld_error_detail() says which step failed.
 *
 * What the driver reports through the context's callback goes to stderr. As for cld_device_choose(), do not
 * change the environment in another thread meanwhile.
 */
CLD_API cl_int cld_context_new(const cld_device_request *request, unsigned queue_options, cld_context **out);

/**
 * Waits for the queue to finish, then releases the queue and the context.
 *
 * @param context a context or NULL
 *
 * Buffers, programs and kernels made in it keep the OpenCL context alive until they are released themselves.
 */
CLD_API void cld_context_free(cld_context *context);

/** The device. @param context not NULL @return valid as long as the process */
CLD_API cl_device_id cld_context_device(const cld_context *context);

/** The OpenCL context. @param context not NULL @return owned by `context`: do not release it */
CLD_API cl_context cld_context_cl(const cld_context *context);

/** The command queue. @param context not NULL @return owned by `context`: do not release it */
CLD_API cl_command_queue cld_context_queue(const cld_context *context);

/**
 * What the queue really is: CLD_QUEUE_OUT_OF_ORDER is missing if the device has no such queues.
 *
 * @param context not NULL
 * @return cld_queue_option values
 */
CLD_API unsigned cld_context_queue_options(const cld_context *context);

/**
 * Makes one more command queue, in any context.
 *
 * @param context the OpenCL context
 * @param device  one of its devices
 * @param options cld_queue_option values, or 0
 * @param[out] out the queue; the caller releases it with clReleaseCommandQueue()
 * @param[out] granted what the queue really is, as cld_context_queue_options(); may be NULL
 * @return CL_SUCCESS; CL_INVALID_VALUE if `out` is NULL or `options` has an unknown bit; what
 *         clCreateCommandQueue() returned
 *
 * Thread-safe.
 */
CLD_API cl_int cld_queue_new(cl_context context, cl_device_id device, unsigned options, cl_command_queue *out,
                             unsigned *granted);

CLD_END_DECLS

#endif

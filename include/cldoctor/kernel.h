/**
 * @file cldoctor/kernel.h
 * Setting kernel arguments without sizes, and launching kernels over sizes that need not divide.
 *
 * @code
 *     const size_t size[2] = {width, height}, local[2] = {16, 16};
 *     CLD_TRY(err = cld_args(blur, in, out, cld_local(bytes), width, height, 0.5f), cleanup);
 *     CLD_TRY(err = cld_launch(queue, blur, 2, size, local, 0, NULL, &done), cleanup);
 * @endcode
 *
 * A value's C type decides its size: there is no sizeof to get wrong. Where the device tells a parameter's
 * type (OpenCL API 5.9.4, programs built with -cl-kernel-arg-info, as cld_program_build() does), an int given
 * for a float parameter is an error, too, although the sizes agree
 * (signed and unsigned integers of one size may stand for each other).
 */
#ifndef CLDOCTOR_KERNEL_H
#define CLDOCTOR_KERNEL_H

#include <cldoctor/base.h>

/** Calls X(cl_type, name) for each type of scalar or vector that a kernel parameter can have. */
#define CLD_ARG_TYPES(X)                                                                                     \
    CLD_ARG_FAMILY_(X, char)                                                                                 \
    CLD_ARG_FAMILY_(X, uchar)                                                                                \
    CLD_ARG_FAMILY_(X, short)                                                                                \
    CLD_ARG_FAMILY_(X, ushort)                                                                               \
    CLD_ARG_FAMILY_(X, int)                                                                                  \
    CLD_ARG_FAMILY_(X, uint)                                                                                 \
    CLD_ARG_FAMILY_(X, long)                                                                                 \
    CLD_ARG_FAMILY_(X, ulong)                                                                                \
    CLD_ARG_FAMILY_(X, float)                                                                                \
    CLD_ARG_FAMILY_(X, double)
#define CLD_ARG_FAMILY_(X, type)                                                                             \
    X(cl_##type, type)                                                                                       \
    X(cl_##type##2, type##2) X(cl_##type##4, type##4) X(cl_##type##8, type##8) X(cl_##type##16, type##16)

CLD_BEGIN_DECLS

/** An amount of local memory, as a kernel argument: made by cld_local(). */
typedef struct cld_local_bytes {
    size_t bytes;
} cld_local_bytes;

/** An amount of local memory for cld_arg() and cld_args(). @param bytes for one work-group, not 0 */
static inline cld_local_bytes cld_local(size_t bytes)
{
    cld_local_bytes local = {bytes};
    return local;
}

/**
 * Sets one argument by value and says of which type it is: what cld_arg() and its like call. Do not call it
 * yourself.
 *
 * @param kernel the kernel
 * @param index  the parameter's number, from 0
 * @param size   bytes of the value
 * @param value  the value; copied
 * @param type   the OpenCL C name of its type
 * @return CL_SUCCESS; CLD_ARG_TYPE_MISMATCH if the device tells that the parameter is of another built-in
 * type; what clSetKernelArg() returned (OpenCL API 5.9.2). cld_error_detail() names kernel, parameter and
 * type. After a failure the parameter has its old value, or none.
 *
 * Not thread-safe for the same kernel, as clSetKernelArg() is not (OpenCL API appendix A.2).
 */
CLD_API cl_int cld_arg_typed(cl_kernel kernel, cl_uint index, size_t size, const void *value,
                             const char *type);

/**
 * cld_arg_char(), cld_arg_uint(), cld_arg_float4() and so on: set one argument by value (OpenCL API 5.9.2).
 * cl_half is cl_ushort in C: use cld_arg_ushort() for a half parameter. Three-component vectors are
 * four-component ones in C.
 *
 * @param kernel the kernel
 * @param index  the parameter's number, from 0
 * @param value  the value; copied
 * @return as cld_arg_typed()
 *
 * Not thread-safe for the same kernel. Inline, because how wide vectors are passed depends on compiler
 * options.
 */
#define CLD_DEFINE_ARG_(cl_type, name)                                                                       \
    static inline cl_int cld_arg_##name(cl_kernel kernel, cl_uint index, cl_type value)                      \
    {                                                                                                        \
        return cld_arg_typed(kernel, index, sizeof(value), &value, #name);                                   \
    }
CLD_ARG_TYPES(CLD_DEFINE_ARG_)
#undef CLD_DEFINE_ARG_

/**
 * Sets a buffer, image or pipe argument.
 *
 * @param kernel the kernel
 * @param index  the parameter's number, from 0
 * @param value  the memory object, or NULL for a null pointer (buffers only). Not retained (OpenCL
 * API 5.9.2): it must live until the kernel is enqueued.
 * @return as cld_arg_typed()
 *
 * Not thread-safe for the same kernel.
 */
CLD_API cl_int cld_arg_mem(cl_kernel kernel, cl_uint index, cl_mem value);

/**
 * Sets a sampler argument.
 *
 * @param kernel the kernel
 * @param index  the parameter's number, from 0
 * @param value  the sampler; not retained
 * @return as cld_arg_typed()
 *
 * Not thread-safe for the same kernel.
 */
CLD_API cl_int cld_arg_sampler(cl_kernel kernel, cl_uint index, cl_sampler value);

/**
 * Sets the size of a __local pointer argument.
 *
 * @param kernel the kernel
 * @param index  the parameter's number, from 0
 * @param value  cld_local(bytes): the memory of one work-group
 * @return as cld_arg_typed(); CL_INVALID_ARG_SIZE for 0 bytes
 *
 * Not thread-safe for the same kernel.
 */
CLD_API cl_int cld_arg_local(cl_kernel kernel, cl_uint index, cld_local_bytes value);

/**
 * Sets a struct argument, or any other value that has no function of its own. The one place with a size.
 *
 * @param kernel the kernel
 * @param index  the parameter's number, from 0
 * @param size   bytes of the value: write sizeof of the variable, not of a type or pointer
 * @param value  the value; copied; not NULL (local memory: cld_arg_local)
 * @return CL_SUCCESS; CL_INVALID_ARG_VALUE if `value` is NULL; what clSetKernelArg() returned
 *
 * Not thread-safe for the same kernel.
 */
CLD_API cl_int cld_arg_bytes(cl_kernel kernel, cl_uint index, size_t size, const void *value);

/**
 * The first code in a list that is not CL_SUCCESS, and a check that the number of arguments is right: what
 * cld_args() expands to.
 *
 * @param kernel the kernel
 * @param count  how many arguments were set
 * @param codes  what setting each of them returned
 * @return the first failure; CL_INVALID_KERNEL_ARGS if the kernel has more parameters than `count`;
 * CL_SUCCESS
 *
 * Thread-safe.
 */
CLD_API cl_int cld_args_result(cl_kernel kernel, size_t count, const cl_int *codes);

/**
 * The smallest multiple of `multiple` that is not below `value`.
 *
 * @param value    for example the number of work-items that have work
 * @param multiple for example the work-group size; 0 gives `value`
 * @return the rounded value; 0 if it does not fit a size_t
 *
 * Thread-safe.
 */
CLD_API size_t cld_round_up(size_t value, size_t multiple);

/**
 * Enqueues a kernel over at least `size` work-items: each dimension is rounded up to a multiple of its
 * work-group size, as OpenCL 1.x demands (OpenCL API 5.10). The kernel must return early for ids at or past
 * the true size, which it needs as an argument.
 *
 * @param queue      the command queue
 * @param kernel     the kernel, with all its arguments set
 * @param dimensions 1, 2 or 3
 * @param size       work-items with work to do, `dimensions` numbers; none may be 0
 * @param local      work-group size, `dimensions` numbers; NULL lets the driver choose, and rounds nothing
 * @param wait_count events to wait for
 * @param wait       those events; NULL if `wait_count` is 0
 * @param[out] done  the launch's event, to be released by the caller; may be NULL
 * @return CL_SUCCESS; CL_INVALID_WORK_DIMENSION; CL_INVALID_GLOBAL_WORK_SIZE for a size that is NULL, 0 or
 * too large; CL_INVALID_WORK_GROUP_SIZE for a `local` of 0; what clEnqueueNDRangeKernel() returned.
 *         cld_error_detail() then names the kernel and all sizes. `*done` is NULL after a failure.
 *
 * Not thread-safe for the same kernel.
 */
CLD_API cl_int cld_launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *size,
                          const size_t *local, cl_uint wait_count, const cl_event *wait, cl_event *done);

CLD_END_DECLS

/*
 * cld_arg(kernel, index, value): sets one argument, by the value's type.
 * cld_args(kernel, value0, value1, ...): sets all arguments of a kernel, 1 to 20, in order; fails if some are
 * missing. Both return as cld_arg_typed() does.
 *
 * A type that no kernel parameter can have (bool, a pointer, a struct) does not compile. Note that sizeof and
 * friends give a size_t, which is a ulong parameter on 64-bit hosts: convert to the parameter's type first.
 */
#ifdef __cplusplus

#define CLD_OVERLOAD_ARG_(cl_type, name)                                                                     \
    inline cl_int cld_arg(cl_kernel kernel, cl_uint index, cl_type value)                                    \
    {                                                                                                        \
        return cld_arg_##name(kernel, index, value);                                                         \
    }
CLD_ARG_TYPES(CLD_OVERLOAD_ARG_)
CLD_OVERLOAD_ARG_(cl_mem, mem)
CLD_OVERLOAD_ARG_(cl_sampler, sampler)
CLD_OVERLOAD_ARG_(cld_local_bytes, local)
#undef CLD_OVERLOAD_ARG_

template <typename... Values> inline cl_int cld_args(cl_kernel kernel, const Values &...values)
{
    cl_uint index = 0;
    const cl_int codes[] = {cld_arg(kernel, index++, values)...};
    return cld_args_result(kernel, sizeof...(values), codes);
}

#else

#define CLD_SELECT_ARG_(cl_type, name)                                                                       \
    cl_type:                                                                                                 \
    cld_arg_##name,
#define cld_arg(kernel, index, value)                                                                        \
    _Generic((value),                                                                                        \
        CLD_ARG_TYPES(CLD_SELECT_ARG_) cl_mem: cld_arg_mem,                                                  \
        cl_sampler: cld_arg_sampler,                                                                         \
        cld_local_bytes: cld_arg_local)((kernel), (index), (value))

#define cld_args(kernel, ...)                                                                                \
    cld_args_result((kernel), CLD_COUNT_(__VA_ARGS__),                                                       \
                    (const cl_int[]){CLD_JOIN_(CLD_SET_, CLD_COUNT_(__VA_ARGS__))(kernel, __VA_ARGS__)})

/* One line for each number of arguments: the last `n` of the 20 positions are used, so count from the end. */
#define CLD_COUNT_(...)                                                                                      \
    CLD_TWENTIETH_(__VA_ARGS__, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define CLD_TWENTIETH_(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, \
                       a20, count, ...)                                                                      \
    count
#define CLD_JOIN_(a, b) CLD_JOIN_NOW_(a, b)
#define CLD_JOIN_NOW_(a, b) a##b
#define CLD_SET_1(k, a) cld_arg(k, 0, a)
#define CLD_SET_2(k, a, b) CLD_SET_1(k, a), cld_arg(k, 1, b)
#define CLD_SET_3(k, a, b, c) CLD_SET_2(k, a, b), cld_arg(k, 2, c)
#define CLD_SET_4(k, a, b, c, d) CLD_SET_3(k, a, b, c), cld_arg(k, 3, d)
#define CLD_SET_5(k, a, b, c, d, e) CLD_SET_4(k, a, b, c, d), cld_arg(k, 4, e)
#define CLD_SET_6(k, a, b, c, d, e, f) CLD_SET_5(k, a, b, c, d, e), cld_arg(k, 5, f)
#define CLD_SET_7(k, a, b, c, d, e, f, g) CLD_SET_6(k, a, b, c, d, e, f), cld_arg(k, 6, g)
#define CLD_SET_8(k, a, b, c, d, e, f, g, h) CLD_SET_7(k, a, b, c, d, e, f, g), cld_arg(k, 7, h)
#define CLD_SET_9(k, a, b, c, d, e, f, g, h, i) CLD_SET_8(k, a, b, c, d, e, f, g, h), cld_arg(k, 8, i)
#define CLD_SET_10(k, a, b, c, d, e, f, g, h, i, j) CLD_SET_9(k, a, b, c, d, e, f, g, h, i), cld_arg(k, 9, j)
#define CLD_SET_11(k, a, b, c, d, e, f, g, h, i, j, l)                                                       \
    CLD_SET_10(k, a, b, c, d, e, f, g, h, i, j), cld_arg(k, 10, l)
#define CLD_SET_12(k, a, b, c, d, e, f, g, h, i, j, l, m)                                                    \
    CLD_SET_11(k, a, b, c, d, e, f, g, h, i, j, l), cld_arg(k, 11, m)
#define CLD_SET_13(k, a, b, c, d, e, f, g, h, i, j, l, m, n)                                                 \
    CLD_SET_12(k, a, b, c, d, e, f, g, h, i, j, l, m), cld_arg(k, 12, n)
#define CLD_SET_14(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o)                                              \
    CLD_SET_13(k, a, b, c, d, e, f, g, h, i, j, l, m, n), cld_arg(k, 13, o)
#define CLD_SET_15(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p)                                           \
    CLD_SET_14(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o), cld_arg(k, 14, p)
#define CLD_SET_16(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q)                                        \
    CLD_SET_15(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p), cld_arg(k, 15, q)
#define CLD_SET_17(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r)                                     \
    CLD_SET_16(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q), cld_arg(k, 16, r)
#define CLD_SET_18(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r, s)                                  \
    CLD_SET_17(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r), cld_arg(k, 17, s)
#define CLD_SET_19(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r, s, t)                               \
    CLD_SET_18(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r, s), cld_arg(k, 18, t)
#define CLD_SET_20(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r, s, t, u)                            \
    CLD_SET_19(k, a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q, r, s, t), cld_arg(k, 19, u)

#endif

#endif

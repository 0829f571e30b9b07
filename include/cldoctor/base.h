/**
 * @file cldoctor/base.h
 * What every header of libcldoctor needs: the OpenCL headers, linkage, and the library's own error codes.
 *
 * Conventions of the whole library:
 * - Functions that can fail return a `cl_int`: CL_SUCCESS (0), an OpenCL code, or one of `cld_error` below.
 *   Nothing calls exit() or abort().
 * - `_new` functions give an object that the matching `_free` function takes; `_free(NULL)` does nothing.
 *   On failure the output pointer is set to NULL.
 * - Sizes are in bytes and times in nanoseconds unless the name says otherwise.
 * - Functions on different objects may run at the same time in different threads. One object is for one
 *   thread at a time, unless its documentation says more.
 * - Section numbers ("OpenCL API 5.2.1") refer to the Khronos OpenCL 3.0 API specification.
 */
#ifndef CLDOCTOR_BASE_H
#define CLDOCTOR_BASE_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stddef.h>

#ifdef __cplusplus
#define CLD_BEGIN_DECLS extern "C" {
#define CLD_END_DECLS }
#else
#define CLD_BEGIN_DECLS
#define CLD_END_DECLS
#endif

/** Marks what the shared library exports. */
#if defined(__GNUC__)
#define CLD_API __attribute__((visibility("default")))
#define CLD_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define CLD_API
#define CLD_PRINTF(at, first)
#endif

CLD_BEGIN_DECLS

/** The library's own error codes: below everything that OpenCL and its extensions use. */
typedef enum cld_error {
    CLD_FILE_NOT_READABLE = -20001, /**< a source file is missing, a folder, or can't be read */
    CLD_SOURCE_HAS_NUL = -20002,    /**< a source file holds a zero byte: it is not OpenCL C text */
    CLD_NOT_BUILT = -20003,         /**< the program has not been built, or its last build failed */
    CLD_ALREADY_BUILT = -20004,     /**< sources and options can't change once a program is built */
    CLD_ARG_TYPE_MISMATCH = -20005, /**< right size, wrong type: an int given for a float parameter */
    CLD_NO_OPEN_SECTION = -20006,   /**< cld_profile_end() without a cld_profile_begin() */
    CLD_WRITE_FAILED = -20007       /**< writing a report failed: disk full, or a closed stream */
} cld_error;

CLD_END_DECLS

#endif

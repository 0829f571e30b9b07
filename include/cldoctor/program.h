/**
 * @file cldoctor/program.h
 * Building OpenCL C programs from strings and files, with the build log at hand when that fails.
 *
 * @code
 *     cld_program *program = NULL;
 *     cl_kernel blur = NULL;
 *     CLD_TRY(err = cld_program_new(context, device, &program), cleanup);
 *     CLD_TRY(err = cld_program_add_file(program, "blur.cl"), cleanup);
 *     CLD_TRY(err = cld_program_define(program, "RADIUS", "%d", 5), cleanup);
 *     CLD_TRY(err = cld_program_build(program), cleanup); // a failure prints the build log
 *     CLD_TRY(err = cld_program_kernel(program, "blur", &blur), cleanup);
 * @endcode
 */
#ifndef CLDOCTOR_PROGRAM_H
#define CLDOCTOR_PROGRAM_H

#include <cldoctor/base.h>

CLD_BEGIN_DECLS

/** Sources and options on their way to a built cl_program. */
typedef struct cld_program cld_program;

/**
 * Starts a program, without sources yet.
 *
 * @param context the OpenCL context; retained until cld_program_free()
 * @param device  the device of the context to build for
 * @param[out] out the program; the caller frees it with cld_program_free()
 * @return CL_SUCCESS; CL_INVALID_VALUE if an argument is NULL; CL_INVALID_CONTEXT; CL_OUT_OF_HOST_MEMORY
 */
CLD_API cl_int cld_program_new(cl_context context, cl_device_id device, cld_program **out);

/** Frees a program and releases its cl_program; kernels made from it stay valid. @param program or NULL */
CLD_API void cld_program_free(cld_program *program);

/**
 * Adds source text behind what was added before. The compiler sees all texts as one, but names the right one
 * in its messages (a `#line` directive goes before each).
 *
 * @param program not NULL
 * @param name    what the compiler shall call it in messages, such as "blur.cl"; not NULL
 * @param source  OpenCL C, zero-terminated; copied
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL; CLD_ALREADY_BUILT; CL_OUT_OF_HOST_MEMORY
 */
CLD_API cl_int cld_program_add_source(cld_program *program, const char *name, const char *source);

/**
 * Adds a source file, as cld_program_add_source() does. Its folder becomes an include folder (-I), if the
 * path has no blanks or quotes: OpenCL has no way to quote those.
 *
 * @param program not NULL
 * @param path    the file; a byte order mark of UTF-8 at its start is left out
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL; CLD_FILE_NOT_READABLE; CLD_SOURCE_HAS_NUL;
 * CLD_ALREADY_BUILT; CL_OUT_OF_HOST_MEMORY. cld_error_detail() names the file and the reason.
 */
CLD_API cl_int cld_program_add_file(cld_program *program, const char *path);

/**
 * Adds several source files, in order; stops at the first that fails.
 *
 * @param program not NULL
 * @param count   how many
 * @param paths   their paths; not NULL unless `count` is 0
 * @return as cld_program_add_file()
 */
CLD_API cl_int cld_program_add_files(cld_program *program, size_t count, const char *const paths[]);

/**
 * Adds compiler options, separated by blanks from those before (OpenCL API 5.8.6).
 *
 * @param program not NULL
 * @param options for example "-cl-std=CL1.2 -cl-mad-enable"; not NULL; copied
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL; CLD_ALREADY_BUILT; CL_OUT_OF_HOST_MEMORY
 */
CLD_API cl_int cld_program_option(cld_program *program, const char *options);

/**
 * Defines a macro: -D name=value, with the value made as by printf().
 *
 * @param program not NULL
 * @param name    an identifier, or CL_INVALID_VALUE is returned
 * @param format  printf() format of the value, which must hold no blanks or quotes (drivers split options at
 *                blanks); NULL for a macro without a value
 * @return CL_SUCCESS; CL_INVALID_VALUE; CLD_ALREADY_BUILT; CL_OUT_OF_HOST_MEMORY
 */
CLD_API cl_int cld_program_define(cld_program *program, const char *name, const char *format, ...)
    CLD_PRINTF(3, 4);

/**
 * Builds the program for its device (OpenCL API 5.8.4). -cl-kernel-arg-info is added on devices of OpenCL 1.2
 * and newer, so that cld_arg() can check types. After a failure the program can be changed and built again.
 *
 * @param program not NULL, with at least one source
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL or no source; CLD_ALREADY_BUILT; what clBuildProgram()
 * returned, most often CL_BUILD_PROGRAM_FAILURE. cld_error_detail() then has the first errors, each with its
 * line, a caret, its usual cause and what mends it; the options; and the log's start.
 */
CLD_API cl_int cld_program_build(cld_program *program);

/**
 * The compiler's log of the last build, whole; warnings are there after a success, too.
 *
 * @param program not NULL
 * @return owned by `program`, valid until it is built again or freed; "" if there is none
 */
CLD_API const char *cld_program_log(const cld_program *program);

/**
 * The built cl_program.
 *
 * @param program not NULL
 * @return owned by `program`: do not release it; NULL before a successful build
 */
CLD_API cl_program cld_program_cl(const cld_program *program);

/**
 * Makes one kernel (OpenCL API 5.9.1).
 *
 * @param program not NULL, built
 * @param name    the __kernel function's name; not NULL
 * @param[out] out the kernel; the caller releases it with clReleaseKernel()
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL; CLD_NOT_BUILT; CL_INVALID_KERNEL_NAME, with the names there
 * are in cld_error_detail(); what clCreateKernel() returned
 */
CLD_API cl_int cld_program_kernel(const cld_program *program, const char *name, cl_kernel *out);

CLD_END_DECLS

#endif

/**
 * @file cldoctor/check.h
 * Checking what OpenCL functions return, with one line a call and messages that help.
 *
 * @code
 *     cl_int err = CL_SUCCESS;
 *     cl_mem pixels = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err);
 *     CLD_TRY_NAMED(err, "clCreateBuffer (pixels)", cleanup);
 *     CLD_TRY(err = clFinish(queue), cleanup);
 * cleanup:
 *     if (pixels) clReleaseMemObject(pixels);
 *     return err;
 * @endcode
 *
 * The checks are part of the program in every build: NDEBUG and the like do not remove them.
 */
#ifndef CLDOCTOR_CHECK_H
#define CLDOCTOR_CHECK_H

#include <cldoctor/base.h>

CLD_BEGIN_DECLS

/** One failed call, as the check handler gets it. Every pointer is valid during the handler only. */
typedef struct cld_failure {
    cl_int code;          /**< what the call returned, never CL_SUCCESS */
    const char *name;     /**< the code's name, as cld_error_name() gives it */
    const char *text;     /**< what the code means, as cld_error_text() gives it */
    const char *call;     /**< the call's source text, or the name given to CLD_CHECK_NAMED */
    const char *file;     /**< source file of the check */
    int line;             /**< line of the check */
    const char *function; /**< function that holds the check */
    const char *detail;   /**< more about this very failure (a build log, the devices there are), or "" */
} cld_failure;

/**
 * Is called for every failed check, in the thread that made the call.
 *
 * @param failure what failed; valid during the call only
 * @param user    the pointer given to cld_set_check_handler()
 *
 * A handler may call any function of this library. It may leave by longjmp() or a C++ exception only if the
 * checked code can stand that; the library itself holds no lock while a handler runs.
 */
typedef void (*cld_check_handler)(const cld_failure *failure, void *user);

/**
 * Sets the function that hears of failed checks. This is the library's only process-wide state.
 *
 * @param handler the function, or NULL for the default, which prints to stderr
 * @param user    passed to the handler as it is; must stay valid while the handler is set
 *
 * Thread-safe. A check that runs at the same time uses the old pair or the new pair, never a mix.
 */
CLD_API void cld_set_check_handler(cld_check_handler handler, void *user);

/**
 * Reports `code` to the check handler if it is not CL_SUCCESS. Use CLD_CHECK, which fills the rest in.
 *
 * @param code     what an OpenCL or libcldoctor function returned
 * @param call     text of the call, for the message; not NULL
 * @param file     source file of the call; not NULL
 * @param line     its line
 * @param function the function it is in; not NULL
 * @return `code`, unchanged
 *
 * Thread-safe.
 */
CLD_API cl_int cld_check(cl_int code, const char *call, const char *file, int line, const char *function);

/** Evaluates `call` once, reports a failure, and gives the code: `if (CLD_CHECK(clFlush(q))) ...`. */
#define CLD_CHECK(call) cld_check((call), #call, __FILE__, __LINE__, __func__)

/** As CLD_CHECK, for functions that return their code through a pointer: `what` names the call. */
#define CLD_CHECK_NAMED(code, what) cld_check((code), (what), __FILE__, __LINE__, __func__)

/** Checks `call` and goes to `label` if it failed. Write `CLD_TRY(err = f(), label)` to keep the code. */
#define CLD_TRY(call, label)                                                                                 \
    do {                                                                                                     \
        if (cld_check((call), #call, __FILE__, __LINE__, __func__) != CL_SUCCESS)                            \
            goto label;                                                                                      \
    } while (0)

/** As CLD_TRY, for functions that return their code through a pointer: `what` names the call. */
#define CLD_TRY_NAMED(code, what, label)                                                                     \
    do {                                                                                                     \
        if (CLD_CHECK_NAMED(code, what) != CL_SUCCESS)                                                       \
            goto label;                                                                                      \
    } while (0)

/**
 * The name of an error code: "CL_INVALID_ARG_SIZE" for -51.
 *
 * @param code any value: codes of OpenCL 1.0 to 3.0, of the KHR, EXT, INTEL and ARM extensions (OpenCL API
 *             appendix F), and this library's own
 * @return a constant string, never NULL; "unknown error" for a code that is not in the table
 *
 * Thread-safe.
 */
CLD_API const char *cld_error_name(cl_int code);

/**
 * What an error code means and where to look first: one or two English sentences.
 *
 * @param code any value
 * @return a constant string, never NULL
 *
 * Thread-safe.
 */
CLD_API const char *cld_error_text(cl_int code);

/**
 * More about the last failure of a libcldoctor function in this thread: the build log, the devices that were
 * there, which argument. The default check handler prints it below its message.
 *
 * @return text that stays valid until this thread calls the library again; "" if there is nothing to add
 *
 * Kept for each thread, as errno is. At most 4 KiB: longer texts are cut and say so (cld_program_log() is
 * not).
 */
CLD_API const char *cld_error_detail(void);

CLD_END_DECLS

#endif

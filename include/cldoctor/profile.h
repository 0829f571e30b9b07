/**
 * @file cldoctor/profile.h
 * Where the time goes: named sections over host code and over OpenCL commands, with any nesting and number.
 *
 * @code
 *     CLD_TRY(err = cld_profile_begin(profile, "frame"), cleanup);             // host section
 *     CLD_TRY(err = cld_launch(queue, blur, 2, size, local, 0, NULL, &done), cleanup);
 *     CLD_TRY(err = cld_profile_event(profile, "blur", done), cleanup);        // device section in "frame"
 *     CLD_TRY(err = cld_profile_end(profile), cleanup);
 *     ...
 *     cld_profile_write(profile, CLD_PROFILE_TABLE, stdout);
 * @endcode
 *
 * Host sections count wall time of the calling thread between begin and end. Device sections count from a
 * command's CL_PROFILING_COMMAND_START to its CL_PROFILING_COMMAND_END (OpenCL API 5.14), without the time it
 * waited in a queue. The two kinds have different clocks, so each kind has its own total: host sections that
 * are not in another one, and all device sections. Commands that overlap count in full each.
 *
 * A command without times (a queue without CL_QUEUE_PROFILING_ENABLE, a user event, a command that failed) is
 * counted and listed as not timed. No number is made up for it.
 */
#ifndef CLDOCTOR_PROFILE_H
#define CLDOCTOR_PROFILE_H

#include <cldoctor/base.h>
#include <stdio.h>

CLD_BEGIN_DECLS

/** Sections and their times. One thread at a time. */
typedef struct cld_profile cld_profile;

/** What a section measures. */
typedef enum cld_section_kind {
    CLD_SECTION_HOST,  /**< wall time of host code */
    CLD_SECTION_DEVICE /**< run time of commands */
} cld_section_kind;

/** How cld_profile_write() writes. */
typedef enum cld_profile_format {
    CLD_PROFILE_TABLE, /**< for people: aligned columns, times in milliseconds */
    CLD_PROFILE_CSV,   /**< a header line, one line a section, times in ns; what is not known is empty */
    CLD_PROFILE_JSON   /**< one object, times in ns; what is not known is null */
} cld_profile_format;

/** One section's result. Times are in nanoseconds and mean something only if `timed` is not 0. */
typedef struct cld_section {
    const char *name; /**< owned by the profile */
    cld_section_kind kind;
    size_t parent;  /**< index of the section that this one is in; CLD_NO_PARENT if none */
    unsigned depth; /**< 0 if it has no parent, else one more than its parent's */
    cl_ulong count; /**< how many times it was entered, or commands it got */
    cl_ulong timed; /**< how many of these have a time */
    cl_ulong total; /**< sum of times */
    cl_ulong min, median, max;
    cl_ulong bytes;       /**< bytes moved by the timed transfers; 0 if none were given */
    double share;         /**< of its kind's total, 0 to 1 */
    double gb_per_second; /**< bytes / total, in 10^9 bytes a second; 0 if no bytes were given */
} cld_section;

#define CLD_NO_PARENT ((size_t)-1)

/**
 * Makes an empty profile.
 *
 * @param[out] out the profile; the caller frees it with cld_profile_free()
 * @return CL_SUCCESS; CL_INVALID_VALUE if `out` is NULL; CL_OUT_OF_HOST_MEMORY
 */
CLD_API cl_int cld_profile_new(cld_profile **out);

/** Frees a profile and releases the events it still holds, without waiting for them. @param profile or NULL
 */
CLD_API void cld_profile_free(cld_profile *profile);

/**
 * Enters a host section, inside the one that is open now, if any. Sections of the same name inside the same
 * section are one: entering it again adds a repetition.
 *
 * @param profile not NULL
 * @param name    not NULL; copied
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL; CL_OUT_OF_HOST_MEMORY
 */
CLD_API cl_int cld_profile_begin(cld_profile *profile, const char *name);

/**
 * Leaves the host section that was entered last.
 *
 * @param profile not NULL
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL; CLD_NO_OPEN_SECTION; CL_OUT_OF_HOST_MEMORY
 */
CLD_API cl_int cld_profile_end(cld_profile *profile);

/**
 * Adds a command to a device section inside the open host section, if any. The command need not have ended:
 * times are taken when they are there, or at the latest by cld_profile_collect().
 *
 * @param profile not NULL
 * @param name    the section; not NULL; copied
 * @param event   the command's event; retained for as long as the profile needs it
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL; CL_INVALID_EVENT; CL_OUT_OF_HOST_MEMORY
 */
CLD_API cl_int cld_profile_event(cld_profile *profile, const char *name, cl_event event);

/**
 * As cld_profile_event(), for a command that moves bytes: a transfer, or a kernel whose traffic is known.
 *
 * @param profile not NULL
 * @param name    the section; not NULL; copied
 * @param event   the command's event; retained
 * @param bytes   bytes that it moves, for the section's GB/s
 * @return as cld_profile_event()
 */
CLD_API cl_int cld_profile_transfer(cld_profile *profile, const char *name, cl_event event, size_t bytes);

/**
 * Waits for every command that was added, and takes its times. Reading results does this by itself.
 *
 * @param profile not NULL
 * @return CL_SUCCESS; CL_PROFILING_INFO_NOT_AVAILABLE if some commands had no times (the others' are kept);
 *         CL_INVALID_VALUE for NULL; CL_OUT_OF_HOST_MEMORY; what waiting returned
 */
CLD_API cl_int cld_profile_collect(cld_profile *profile);

/** How many sections there are. @param profile not NULL @return the number; parents come before children */
CLD_API size_t cld_profile_count(const cld_profile *profile);

/**
 * One section's result so far. Collects first, as cld_profile_collect() does.
 *
 * @param profile not NULL
 * @param index   0 to cld_profile_count() - 1
 * @param[out] out the result; its name belongs to the profile
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL or an `index` too large; what collecting returned, other than
 *         CL_PROFILING_INFO_NOT_AVAILABLE: compare `timed` with `count` instead
 */
CLD_API cl_int cld_profile_get(cld_profile *profile, size_t index, cld_section *out);

/**
 * Writes all sections. Collects first, as cld_profile_collect() does.
 *
 * @param profile not NULL
 * @param format  how
 * @param stream  where to; stays open
 * @return CL_SUCCESS; CL_INVALID_VALUE for NULL or an unknown format; CLD_WRITE_FAILED; what collecting
 *         returned, other than CL_PROFILING_INFO_NOT_AVAILABLE: the output says which commands were not timed
 */
CLD_API cl_int cld_profile_write(cld_profile *profile, cld_profile_format format, FILE *stream);

CLD_END_DECLS

#endif

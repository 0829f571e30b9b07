#include <cldoctor/check.h>

struct error_entry {
    cl_int code;
    const char *name;
    const char *text;
};

static const struct error_entry ERRORS[] = {
#define CLD_ERROR(name, value, text) {value, #name, text},
#include "errors.def"
    {CLD_FILE_NOT_READABLE, "CLD_FILE_NOT_READABLE",
     "The source file can't be read. Relative paths begin at the process's working folder."},
    {CLD_SOURCE_HAS_NUL, "CLD_SOURCE_HAS_NUL",
     "The source file holds a zero byte, so it is not OpenCL C text: a binary, or saved as UTF-16?"},
    {CLD_NOT_BUILT, "CLD_NOT_BUILT",
     "Build the program first, and look at what cld_program_build() returns."},
    {CLD_ALREADY_BUILT, "CLD_ALREADY_BUILT",
     "The program is built: its sources and options can't change any more. Make a new one."},
    {CLD_ARG_TYPE_MISMATCH, "CLD_ARG_TYPE_MISMATCH",
     "The kernel's parameter has another type than the value: convert the value before setting it."},
    {CLD_NO_OPEN_SECTION, "CLD_NO_OPEN_SECTION",
     "cld_profile_end() was called more often than cld_profile_begin()."},
    {CLD_WRITE_FAILED, "CLD_WRITE_FAILED",
     "Writing failed: is the disk full, or the stream not open for writing?"},
};

static const struct error_entry *find(cl_int code)
{
    for (size_t i = 0; i < sizeof(ERRORS) / sizeof(ERRORS[0]); i++) {
        if (ERRORS[i].code == code)
            return &ERRORS[i];
    }
    return NULL;
}

const char *cld_error_name(cl_int code)
{
    const struct error_entry *entry = find(code);
    return entry ? entry->name : "unknown error";
}

const char *cld_error_text(cl_int code)
{
    const struct error_entry *entry = find(code);
    return entry ? entry->text
                 : "Neither OpenCL nor a known extension defines this code: look in the vendor's headers.";
}

#include "buildlog/noise.h"

#include <stdio.h>
#include <string.h>

/*
 * What compilers warn of, and only they are concerned with. Lines without "warning:" need no entry: remarks,
 * "ptxas info", and what -cl-nv-verbose adds ("ptxas         .     0 bytes stack frame") are never read as
 * warnings.
 */
static const struct {
    const char *has, *and; /* parts of the message */
} noise[] = {
    /* NVIDIA, of every kernel it builds: it marks them noinline itself */
    {"is a kernel, so overriding noinline attribute", ""},
    /* the driver's own library of functions was built for another name of the same target */
    {"inking two modules of different", ""},
    /* pragmas that older compilers need */
    {"core feature", ""},
    /* the compiler could not do as well as it wished */
    {"loop not ", ""},
    /* options that the driver passes to itself */
    {"argument unused during compilation", ""},
    /* ptxas, of limits that the driver passes to it: "... is out of range. .minnctapersm will be ignored" */
    {"is out of range", "will be ignored"},
};

bool cld_warning_is_noise(const char *message)
{
    for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++)
        if (strstr(message, noise[i].has) && strstr(message, noise[i].and))
            return true;
    return false;
}

void cld_log_first_line(const char *log, char *out, size_t room)
{
    char line[512]; /* as much as tells noise from other lines */
    out[0] = '\0';
    for (const char *at = log; *(at += strspn(at, " \t\r\n")); at += strcspn(at, "\r\n")) {
        size_t length = strcspn(at, "\r\n");
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line - 1), at);
        if (cld_warning_is_noise(line))
            continue;
        snprintf(out, room, "%.*s", (int)(length < room ? length : room - 1), at);
        return;
    }
}

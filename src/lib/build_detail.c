#include "build_detail.h"

#include "buildlog/render.h"
#include "detail.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 3, EXTENSION_BYTES = 8192 };

static void add_errors(struct cld_text *text, const struct cld_build_log *log, const char *source,
                       const char *extensions)
{
    const struct cld_source_text sources[] = {{NULL, source, strlen(source)}};
    const struct cld_diagnostic *root = cld_build_log_root(log);
    const struct cld_diagnostic *next = NULL;
    size_t shown = 0;
    for (const struct cld_diagnostic *d = root; d && shown < MOST_SHOWN; shown++) {
        char *one = cld_diagnostic_text(d, sources, 1, extensions);
        cld_text_format(text, "%s", one ? one : "");
        free(one);
        do
            next = cld_build_log_next(log, next, CLD_LEVEL_ERROR);
        while (next && next == root);
        d = next;
    }
    if (log->errors > shown)
        cld_text_format(text, "and %zu more error%s\n", log->errors - shown,
                        log->errors - shown == 1 ? "" : "s");
}

cl_int cld_build_detail(cl_int code, cl_device_id device, const char *source, const char *options,
                        const char *log)
{
    struct cld_text text = {0};
    char extensions[EXTENSION_BYTES] = "";
    struct cld_build_log *parsed = cld_build_log_parse(log, strlen(log));
    if (clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(extensions) - 1, extensions, NULL) != CL_SUCCESS)
        extensions[0] = '\0';
    if (parsed)
        add_errors(&text, parsed, source, extensions);
    cld_detail(code, "%sOptions: %s\nBuild log:\n%s", cld_text_get(&text), options,
               *log ? log : "(the compiler wrote none)");
    cld_build_log_free(parsed);
    cld_text_clear(&text);
    return code;
}

/*
 * build_log.h - what one device's compiler said of a build, with all that is needed to speak of it.
 */
#ifndef CLD_LAYER_BUILD_LOG_H
#define CLD_LAYER_BUILD_LOG_H

#include "buildlog/log.h"
#include "buildlog/place.h"
#include "layer/build_report.h"

#define CLD_BUILD_SOURCES 256

struct cld_device_log {
    struct cld_build_end *end;
    cl_device_id device;
    char device_name[128];
    char *log; /* NULL: there is none */
    size_t log_size;
    struct cld_build_log *parsed;                      /* NULL: there is no log, or no memory */
    struct cld_source_text sources[CLD_BUILD_SOURCES]; /* of end->made */
    size_t n_sources;
};

/*
 * Asks the driver, if there are a program and a device (NULL: not known). NULL: no memory. Refers to `end`,
 * which must live longer.
 */
struct cld_device_log *cld_device_log_open(struct cld_build_end *end, cl_device_id device);
void cld_device_log_close(struct cld_device_log *t);

cl_build_status cld_device_log_status(const struct cld_build_end *end, cl_device_id device);
bool cld_device_log_has_error(const struct cld_device_log *t);
/* Two devices that say the same of a program are one finding; the driver's names for files do not count. */
bool cld_device_log_same(const struct cld_device_log *a, const struct cld_device_log *b);
/* CL_DEVICE_EXTENSIONS; NULL: not known. The caller frees it. */
char *cld_device_log_extensions(const struct cld_device_log *t);

#endif

/* device_probe.h - a generated program that tells what the device's compiler defines. */
#ifndef CLD_LAYER_DEVICE_PROBE_H
#define CLD_LAYER_DEVICE_PROBE_H

#include "layer/device_macros.h"

struct cld_probe {
    const cl_icd_dispatch *next;
    cl_context context;
    cl_device_id device;
    char *options;
    bool plain;      /* no variadic macros: OpenCL C has none by its specification, though compilers do */
    bool prepared;   /* it is known how an empty probe builds */
    bool no_generic; /* a compiler without __builtin_types_compatible_p: then pointers are taken as private */
    int builds;
};

/* Asks for `n` names, which can be asked (device_names.h); adds to `out`. CL_SUCCESS, or the driver's error.
 */
cl_int cld_probe_ask(struct cld_probe *p, const char *const *names, size_t n, struct cld_macros *out);
/* False: this device can't run a probe, and `reason` says why. */
bool cld_probe_possible(const cl_icd_dispatch *next, cl_device_id device, char reason[CLD_REASON_MAX]);
/* device_options.c: leaves only the -cl-std options, in place. */
void cld_keep_standard_options(char *options);

#endif

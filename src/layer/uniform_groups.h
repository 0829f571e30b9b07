/* uniform_groups.h - whether the global size of a launch must be a multiple of the local size. */
#ifndef CLD_LAYER_UNIFORM_GROUPS_H
#define CLD_LAYER_UNIFORM_GROUPS_H

#include "layer/layer.h"
#include "layer/object.h"

/*
 * What build options say (OpenCL 3.0, 5.8.6.2 and 5.8.6.5): OpenCL C before 2.0 knows only groups of one
 * size, and so does every program built with -cl-uniform-work-group-size.
 */
bool cld_options_are_uniform(const char *options);

/*
 * Whether work-groups of this kernel are certain to be of one size. False where it is not known how its
 * program was built. Asks the driver the first time.
 */
bool cld_groups_are_uniform(const cl_icd_dispatch *next, const struct cld_object *kernel,
                            cl_device_id device);

#endif

/* calls.h - what OpenCL's functions are called: for the tool's reports and the layer's messages. */
#ifndef CLD_LAYER_CALLS_H
#define CLD_LAYER_CALLS_H

enum cld_fn_class {
    CLD_CLASS_QUERY,
    CLD_CLASS_CREATE,
    CLD_CLASS_RETAIN,
    CLD_CLASS_RELEASE,
    CLD_CLASS_SET,
    CLD_CLASS_BUILD,
    CLD_CLASS_ENQUEUE,
    CLD_CLASS_RECORD, /* into a command buffer */
    CLD_CLASS_SYNC,
    CLD_CLASS_MISC
};

struct cld_fn_info {
    const char *name;
    const char *since; /* OpenCL version, or "ext", "gl", "win" */
    int cls;           /* enum cld_fn_class */
    int n_params;
    const char *const *param_names;
    const char *const *param_types;
};

/* Of a function by its number (enum cld_fn, as on disk); NULL when out of range. Any thread. */
const struct cld_fn_info *cld_fn_info(unsigned fn);

#define CLD_FN_COUNT 194

#endif

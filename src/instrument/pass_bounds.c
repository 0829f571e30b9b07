/* pass_bounds.c - the pass: what it has for the rewriter (pass_bounds.h). */
#include "instrument/pass_bounds.h"

#include "instrument/after_barrier.h"

const struct cld_pass cld_pass_bounds = {
    .name = "bounds",
    .wants_bounds = true,
    .wants_log = true,
    .wants_launch = true,
    .checks_async = true,
    .types = cld_pass_bounds_types,
    .state = cld_pass_bounds_state,
    .before = cld_pass_bounds_before,
    .runtime = cld_pass_bounds_runtime,
    .within = cld_pass_bounds_within,
    .missed = cld_pass_bounds_missed,
    .tell = cld_pass_bounds_tell,
    .image = cld_pass_bounds_image,
    .units = cld_pass_bounds_units,
    .loop = cld_pass_bounds_loop,
    .barrier = cld_after_barrier,
    .function_start = cld_pass_bounds_start,
    .function_end = cld_pass_bounds_end,
};

/* pass_barrier.c - do all work-items of a group reach its barriers? */
#include "instrument/pass.h"

const struct cld_pass cld_pass_barrier = {.name = "barrier", .wants_log = true, .wants_launch = true};

/* pass_init.c - is what a kernel uses written before? */
#include "instrument/pass.h"

const struct cld_pass cld_pass_init = {.name = "init", .wants_log = true, .wants_launch = true};

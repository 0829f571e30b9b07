#include "instrument/rewrite.h"
const struct cld_pass cld_pass_trace = {.name = "trace"};

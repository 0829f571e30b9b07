/* variables.h - what a function does with a variable: questions to its tree. */
#ifndef CLD_INSTRUMENT_VARIABLES_H
#define CLD_INSTRUMENT_VARIABLES_H

#include "instrument/tree.h"

/* Uses in `n` that may change the variable, taking its address included. */
unsigned cld_variable_writes(const struct cld_node *n, CXCursor variable);
bool cld_variable_is_written(const struct cld_node *n, CXCursor variable);
bool cld_variable_has_pointer(const struct cld_node *n, CXCursor variable);
/* The expression is the variable, and nothing else. */
bool cld_variable_is_here(const struct cld_node *n, CXCursor variable);
/* Its declaration in `n`; NULL. */
const struct cld_node *cld_variable_declaration(const struct cld_node *n, CXCursor variable);

#endif

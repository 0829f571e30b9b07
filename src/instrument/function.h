/* function.h - the functions of a program: where their texts are, which are kernels, what they gain. */
#ifndef CLD_INSTRUMENT_FUNCTION_H
#define CLD_INSTRUMENT_FUNCTION_H

#include "instrument/conditions.h"
#include "instrument/tree.h"

/* One declaration or definition in a unit. */
struct cld_function {
    CXCursor cursor;
    char *name;
    bool is_kernel;
    bool is_definition;
    unsigned open, close;    /* the parentheses of its parameters */
    unsigned body, body_end; /* of a definition: from { to behind } */
    bool has_parameters;     /* other than (void) */
    struct cld_node *tree;   /* of a definition's body */
};

struct cld_functions {
    struct cld_function *list;
    size_t count, room;
};

/* All functions of the unit's own text, in its order. False: one can't be understood; the unit says why. */
bool cld_functions_find(struct cld_functions *f, CXTranslationUnit tu, struct cld_unit *u,
                        struct cld_tree *tree);
/* A prototype inside a function: where its parameters are. */
bool cld_function_prototype(const struct cld_tree *tree, CXCursor c, struct cld_function *f);
/* By its name; NULL. */
const struct cld_function *cld_function_named(const struct cld_functions *f, const char *name);
const struct cld_function *cld_function_defined(const struct cld_functions *f, const char *name);
void cld_functions_free(struct cld_functions *f);

#endif

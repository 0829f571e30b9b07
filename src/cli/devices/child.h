/* child.h - a platform, listed by a child process: what its driver does there, it does to the child. */
#ifndef CLD_CLI_DEVICES_CHILD_H
#define CLD_CLI_DEVICES_CHILD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct cld_child_result {
    json_t *loader;   /* of libOpenCL.so.1; NULL: not known */
    char *no_loader;  /* why it can't be opened; NULL: it can */
    json_t *platform; /* with its devices; NULL: none came */
    int platforms;    /* that the loader has; -1: the child did not come that far */
    char *problem;    /* what happened to the child, in words; NULL: nothing */
};

/*
 * Lists platform `index` in a child that gets `vendors` as OCL_ICD_VENDORS (NULL: as it is), and gives up
 * when nothing was heard of it for `timeout` seconds. The result is freed with cld_child_result_free().
 */
void cld_child_list(struct cld_child_result *result, uint32_t index, const char *vendors, int timeout);
void cld_child_result_free(struct cld_child_result *result);

/* Why this library can't be loaded, in words of the dynamic linker; NULL: it can. The caller frees it. */
char *cld_child_try_library(const char *library, int timeout);

#endif

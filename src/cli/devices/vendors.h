/* vendors.h - the drivers that the loader would open: files *.icd, as ocl-icd and Khronos' loader look for
 * them. */
#ifndef CLD_CLI_DEVICES_VENDORS_H
#define CLD_CLI_DEVICES_VENDORS_H

#include <stdbool.h>
#include <stddef.h>

struct cld_vendors {
    char *place;          /* the folder or file where the loader looks */
    const char *variable; /* the environment's, that names it; NULL: it is the usual place */
    bool exists;
    char **files; /* the *.icd there, sorted */
    size_t n_files;
};

void cld_vendors_find(struct cld_vendors *vendors);
void cld_vendors_free(struct cld_vendors *vendors);
/* The library that an *.icd file names, or the file itself where it is a library. NULL: unreadable, or empty.
 * The caller frees it. */
char *cld_vendor_library(const char *file);

#endif

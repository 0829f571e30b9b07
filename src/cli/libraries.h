/* libraries.h - where the layer is. */
#ifndef CLD_CLI_LIBRARIES_H
#define CLD_CLI_LIBRARIES_H

/*
 * Absolute path of one of cldoctor's own libraries: in CLDOCTOR_LIBDIR, else beside this executable as it was
 * installed or built. The caller frees it. NULL with one line printed: it is not there.
 */
char *cld_library_find(const char *name);

#endif

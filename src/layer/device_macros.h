/*
 * device_macros.h - which macros the device's own compiler defines, and with what values.
 *
 * Nothing is guessed: a generated program stringifies each name, and a kernel copies the strings out. What
 * became known is kept in the process and on disk, by device and the build options that matter.
 */
#ifndef CLD_LAYER_DEVICE_MACROS_H
#define CLD_LAYER_DEVICE_MACROS_H

#include "layer/opencl.h"
#include "wire/message.h"

#include <stdbool.h>
#include <stddef.h>

#define CLD_REASON_MAX 192

struct cld_macro {
    char *name;
    char *value; /* fully expanded; NULL: not defined. Of a function-like macro: its own name. */
};

/* Zero-initialised: none. Free with cld_macros_free(). */
struct cld_macros {
    struct cld_macro *items;
    size_t n, room;
};

/*
 * Adds to `out` all that is known of this device under these options, which includes a long standard list and
 * `names`. What is no name that a program may test (defined, keywords, __LINE__, ...) is answered as not
 * defined. False: `reason` says why in one clause; nothing was added. Builds and runs a kernel: call it with
 * no lock held.
 */
bool cld_device_macros(const cl_icd_dispatch *next, cl_context context, cl_device_id device,
                       const char *options, const char *const *names, size_t n, struct cld_macros *out,
                       char reason[CLD_REASON_MAX]);
/* NULL: not among them. */
const struct cld_macro *cld_macros_find(const struct cld_macros *m, const char *name);
bool cld_macros_add(struct cld_macros *m, const char *name, const char *value);
bool cld_macros_add_all(struct cld_macros *to, const struct cld_macros *from);
void cld_macros_free(struct cld_macros *m);

/* `options` less -D, -U, -I, -include and -Werror: what the device's macros can depend on. The caller frees
 * it; NULL: no memory. */
char *cld_relevant_options(const char *options);

/* A text that the device tells of itself, "" when it doesn't. The caller frees it; NULL: no memory. */
char *cld_device_text(const cl_icd_dispatch *next, cl_device_id device, cl_device_info what);
/* Adds what tells one compiler from another: device, driver, platform and their versions. */
void cld_device_identity(const cl_icd_dispatch *next, cl_device_id device, struct cld_message *m);

/* For fork(). */
void cld_device_macros_lock(void);
void cld_device_macros_unlock(void);

#endif

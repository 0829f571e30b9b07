/* entry.h - what the generated wrappers need. */
#ifndef CLD_LAYER_ENTRY_H
#define CLD_LAYER_ENTRY_H

#include "layer/call.h"
#include "layer/harvest.h"

struct cld_entry {
    const char *name;
    bool is_ext;
    void *entry[CLD_SLOTS];
};

/* By enum cld_fn. */
const struct cld_entry *cld_entries(void);
void cld_fill_table(unsigned slot, cl_icd_dispatch *table);

#endif

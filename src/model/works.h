/*
 * works.h - adding up commands by kernel while records stream past.
 *
 * A command's times come in another record, often of another file: what stays in memory is two bytes a
 * command, in pages of 64 neighbouring ids, so that ten million commands take about 20 MB and a thinned
 * timeline (every 256th id) no more than its records did.
 */
#ifndef CLD_MODEL_WORKS_H
#define CLD_MODEL_WORKS_H

#include "model/idmap.h"
#include "model/model.h"

struct cld_works {
    struct cld_work *list;
    size_t count;
    uint32_t *labels;       /* of list[] */
    struct cld_idmap pages; /* id / 64 -> uint16_t[64]: index in list + 1 */
    struct cld_idmap index; /* (fn, label) -> index in list + 1 */
    struct cld_idmap queues;
};

void cld_works_command(struct cld_works *works, const struct cld_rec_command *command);
void cld_works_times(struct cld_works *works, const struct cld_rec_times *times);
/* Frees all but `list`. */
void cld_works_done(struct cld_works *works);

#endif

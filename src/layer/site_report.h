/* site_report.h - what every finding at a place of a kernel's source has: the place, the source, who, the
 * launch. */
#ifndef CLD_LAYER_SITE_REPORT_H
#define CLD_LAYER_SITE_REPORT_H

#include "layer/finding.h"
#include "layer/launch_key.h"
#include "layer/log_slot.h"
#include "layer/site_text.h"

/* A hash of the place: what is there is one finding, in whatever program object and launch. `more`: what
 * tells findings at one place apart, or "". */
uint32_t cld_site_place(const struct cld_site_text *site, const char *kernel, const char *more);
/* Where it was launched from, as far as `key` tells (NULL: not known). */
struct cld_report_place cld_site_launched(const struct cld_launch_key *key, uint32_t place);
/* Sets the report's kernel, and where in its source. */
void cld_site_begin(struct cld_report *r, const struct cld_site_text *site, const char *kernel);

/* A key, unless there is no text. */
void cld_site_put(struct cld_report *r, const char *key, const char *text);
/* Without a file name of its own, where the program was created is told, too. */
void cld_site_program(struct cld_report *r, const struct cld_site_text *site,
                      const struct cld_launch_key *key);
void cld_site_source(struct cld_report *r, const struct cld_site_text *site, const char *kernel);
void cld_site_work_item(struct cld_report *r, const struct cld_slot_read *slot);
/* Nothing, where `key` is NULL or does not know. */
void cld_site_launch(struct cld_report *r, const struct cld_launch_key *key);

#endif

/*
 * build_evidence.h - what findings of builds hold: the place in the source, what the compiler says besides,
 * what it was built from and for. Evidence has the keys that src/report/text_build.c shows.
 */
#ifndef CLD_LAYER_BUILD_EVIDENCE_H
#define CLD_LAYER_BUILD_EVIDENCE_H

#include "layer/build_log.h"

/* Class, usual cause, and the fix. */
void cld_build_tell_class(struct cld_report *r, const char *message);
void cld_build_tell_place(struct cld_report *r, const struct cld_device_log *t,
                          const struct cld_diagnostic *d);
void cld_build_tell_notes(struct cld_report *r, const struct cld_device_log *t,
                          const struct cld_diagnostic *d);
/* All other errors; of warnings, those of the same kind. */
void cld_build_tell_others(struct cld_report *r, const struct cld_device_log *t,
                           const struct cld_diagnostic *root);
/* Device, options and program: what does not tell findings apart. */
void cld_build_tell_build(struct cld_report *r, const struct cld_device_log *t);

/* Warnings of one kind: of one flag, or where the compiler names none, of one meaning. */
bool cld_build_same_kind(const struct cld_diagnostic *a, const struct cld_diagnostic *b);

/* Of what the finding says so far, wherever its log lay: drivers put random names into their paths. */
uint32_t cld_build_hash(const struct cld_report *r);
/* Prints and records it, or counts it where the same call has made one of this hash already. */
void cld_build_emit(struct cld_build_end *end, struct cld_report *r, uint32_t hash);

/* build_warning.c: the warnings of a build that succeeded. */
void cld_build_report_warnings(struct cld_device_log *t);

#endif

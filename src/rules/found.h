/* found.h - building the list of findings; for rules. */
#ifndef CLD_RULES_FOUND_H
#define CLD_RULES_FOUND_H

#include "model/arena.h"
#include "rules/rules.h"

/* A new finding, zeroed but for what is "none" in other ways. Valid until the next one is added. */
struct cld_found *cld_found_add(struct cld_findings *findings, enum cld_finding id,
                                const struct cld_process *process);
void cld_found_evidence(struct cld_findings *findings, struct cld_found *found, const char *key,
                        const char *value);
/* The worst first, then by time; leaks by size. */
void cld_findings_sort(struct cld_findings *findings);

/* One function a rule. */
void cld_rule_layer(const struct cld_model *model, struct cld_findings *findings);
void cld_rule_leak(const struct cld_model *model, struct cld_findings *findings);
/* `symboliser` may be NULL: then it finds nothing. */
void cld_rule_layout(const struct cld_model *model, struct cld_symboliser *symboliser,
                     struct cld_findings *findings);

#endif

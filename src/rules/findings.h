/* findings.h - the catalogue of findings (findings.def), shared by the layer and the tool. */
#ifndef CLD_RULES_FINDINGS_H
#define CLD_RULES_FINDINGS_H

enum cld_severity { CLD_SEVERITY_ERROR, CLD_SEVERITY_WARNING, CLD_SEVERITY_ADVICE };

enum cld_finding {
#define CLD_FINDING(symbol, id, layer, severity, title) CLD_FINDING_##symbol,
#include "rules/findings.def"
#undef CLD_FINDING
    CLD_FINDING_COUNT
};

struct cld_finding_info {
    const char *id;
    const char *layer; /* "api", "build", "kernel", "performance" */
    enum cld_severity severity;
    const char *title;
};

/* NULL when out of range. Any thread. */
const struct cld_finding_info *cld_finding_info(unsigned finding);
/* Why the finding matters, in one line; "" when out of range. */
const char *cld_finding_why(unsigned finding);
const char *cld_severity_name(enum cld_severity severity);

#endif

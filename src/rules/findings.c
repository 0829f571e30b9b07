#include "rules/findings.h"

#include <stddef.h>

#define LAYER_API "api"
#define LAYER_BUILD "build"
#define LAYER_KERNEL "kernel"
#define LAYER_PERFORMANCE "performance"

static const char *const why[CLD_FINDING_COUNT] = {
#define CLD_FINDING(symbol, id, layer, severity, title)
#define CLD_WHY(symbol, text) [CLD_FINDING_##symbol] = text,
#include "rules/findings.def"
#undef CLD_FINDING
};

static const struct cld_finding_info catalogue[] = {
#define CLD_FINDING(symbol, id, layer, severity, title) {id, LAYER_##layer, CLD_SEVERITY_##severity, title},
#include "rules/findings.def"
#undef CLD_FINDING
};

const struct cld_finding_info *cld_finding_info(unsigned finding)
{
    return finding < CLD_FINDING_COUNT ? &catalogue[finding] : NULL;
}

const char *cld_finding_why(unsigned finding)
{
    return finding < CLD_FINDING_COUNT && why[finding] ? why[finding] : "";
}

const char *cld_severity_name(enum cld_severity severity)
{
    static const char *const names[] = {"error", "warning", "advice"};
    return (unsigned)severity < 3 ? names[severity] : "error";
}

#include "rules/rules.h"

#include "rules/found.h"

static void suppress(struct cld_findings *findings, const struct cld_suppressions *suppressions,
                     struct cld_symboliser *symboliser)
{
    size_t kept = 0;
    for (size_t i = 0; i < findings->count; i++) {
        if (cld_suppressions_match(suppressions, &findings->list[i], symboliser))
            findings->suppressed++;
        else
            findings->list[kept++] = findings->list[i];
    }
    findings->count = kept;
}

struct cld_findings *cld_rules_run(const struct cld_model *model, const struct cld_suppressions *suppressions,
                                   struct cld_symboliser *symboliser)
{
    struct cld_findings *findings = cld_xcalloc(1, sizeof(*findings));
    findings->arena = cld_arena_new();
    cld_rule_layer(model, findings);
    cld_rule_leak(model, findings);
    cld_rule_layout(model, symboliser, findings);
    if (suppressions)
        suppress(findings, suppressions, symboliser);
    cld_findings_sort(findings);
    for (size_t i = 0; i < findings->count; i++)
        findings->by_severity[findings->list[i].severity]++;
    return findings;
}

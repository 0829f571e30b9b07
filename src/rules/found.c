#include "rules/found.h"

#include <stdlib.h>
#include <string.h>

#include "record/format.h"

struct cld_found *cld_found_add(struct cld_findings *findings, enum cld_finding id,
                                const struct cld_process *process)
{
    findings->list = cld_xgrow(findings->list, findings->count, sizeof(*findings->list));
    struct cld_found *found = &findings->list[findings->count++];
    *found = (struct cld_found){
        .id = id,
        .severity = cld_finding_info(id)->severity,
        .process = process,
        .fn = CLD_NO_FN,
        .arg = -1,
        .count = 1,
        .processes = 1,
        .message = "",
        .fix = "",
        .kernel = "",
    };
    return found;
}

void cld_found_evidence(struct cld_findings *findings, struct cld_found *found, const char *key,
                        const char *value)
{
    const char **pairs = cld_arena_alloc(findings->arena, (found->n_evidence + 1) * 2 * sizeof(char *));
    for (size_t i = 0; i < found->n_evidence * 2; i++)
        pairs[i] = found->evidence[i];
    pairs[found->n_evidence * 2] = key;
    pairs[found->n_evidence * 2 + 1] = cld_arena_strdup(findings->arena, value);
    found->evidence = pairs;
    found->n_evidence++;
}

const char *cld_found_value(const struct cld_found *found, const char *key)
{
    for (size_t i = 0; i < found->n_evidence; i++)
        if (strcmp(found->evidence[2 * i], key) == 0)
            return found->evidence[2 * i + 1];
    return NULL;
}

bool cld_found_in_source(const struct cld_found *found)
{
    return found->accesses > 0 || found->id == CLD_FINDING_BUILD_FAILED ||
           found->id == CLD_FINDING_BUILD_WARNING;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare(const void *a, const void *b)
{
    const struct cld_found *x = a, *y = b;
    if (x->severity != y->severity)
        return x->severity < y->severity ? -1 : 1;
    bool leak_x = x->id == CLD_FINDING_OBJECT_LEAK, leak_y = y->id == CLD_FINDING_OBJECT_LEAK;
    if (leak_x != leak_y)
        return leak_x ? 1 : -1; /* what went wrong first, then what was left behind */
    if (leak_x && x->bytes != y->bytes)
        return compare_numbers(y->bytes, x->bytes);
    if (leak_x && x->count != y->count)
        return compare_numbers(y->count, x->count);
    return compare_numbers(x->first_ns, y->first_ns);
}

void cld_findings_sort(struct cld_findings *findings)
{
    if (findings->count > 1)
        qsort(findings->list, findings->count, sizeof(*findings->list), compare);
}

void cld_findings_free(struct cld_findings *findings)
{
    if (!findings)
        return;
    cld_arena_free(findings->arena);
    free(findings->list);
    free(findings);
}

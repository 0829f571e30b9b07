/* rule_layer.c - findings that the layer made. The same one at the same place is one, whoever and how often.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/found.h"

/* ---- findings of kernels: one for each place of the source, from wherever it was launched ----------------
 */

static const char *const place_keys[] = {"source.file", "source.line", "source.column", "source.text",
                                         "source.expression"};
#define N_PLACE_KEYS (sizeof(place_keys) / sizeof(*place_keys))

static const char *evidence_of(const char **evidence, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(evidence[2 * i], key) == 0)
            return evidence[2 * i + 1];
    return "";
}

static uint64_t kernel_key(const struct cld_layer_finding *finding)
{
    uint64_t key = finding->finding;
    for (size_t i = 0; i <= N_PLACE_KEYS; i++) {
        const char *text = i < N_PLACE_KEYS
                               ? evidence_of(finding->evidence, finding->n_evidence, place_keys[i])
                               : finding->kernel;
        for (; *text; text++)
            key = (key ^ (unsigned char)*text) * 0x9e3779b97f4a7c15ull;
        key = (key ^ 0x100) * 0x9e3779b97f4a7c15ull;
    }
    return key;
}

static bool same_source(const struct cld_found *found, const struct cld_layer_finding *finding)
{
    for (size_t i = 0; i < N_PLACE_KEYS; i++)
        if (strcmp(evidence_of(found->evidence, found->n_evidence, place_keys[i]),
                   evidence_of(finding->evidence, finding->n_evidence, place_keys[i])) != 0)
            return false;
    return true;
}

static bool same_place(const struct cld_found *found, const struct cld_layer_finding *finding)
{
    return found->id == finding->finding && found->accesses && strcmp(found->kernel, finding->kernel) == 0 &&
           same_source(found, finding);
}

static void count_accesses(struct cld_findings *findings, size_t first)
{
    char text[24];
    for (size_t i = first; i < findings->count; i++) {
        struct cld_found *found = &findings->list[i];
        if (!found->accesses)
            continue;
        snprintf(text, sizeof(text), "%llu", (unsigned long long)found->count);
        cld_found_evidence(findings, found, "work_items", text);
        snprintf(text, sizeof(text), "%llu", (unsigned long long)found->accesses);
        cld_found_evidence(findings, found, "accesses", text);
    }
}

/* ---- all of them ----------------------------------------------------------------------------------------
 */

static uint64_t key_of(const struct cld_process *process, const struct cld_layer_finding *finding)
{
    if (finding->accesses)
        return kernel_key(finding);
    uint64_t key = cld_stack_site_hash(process, finding->stack);
    const uint32_t parts[] = {finding->finding, (uint32_t)finding->code, (uint32_t)finding->arg, finding->fn};
    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
        key = (key ^ parts[i]) * 0x9e3779b97f4a7c15ull;
    return key;
}

static bool same(const struct cld_found *found, const struct cld_process *process,
                 const struct cld_layer_finding *finding)
{
    if (finding->accesses)
        return same_place(found, finding);
    if (found->id != finding->finding || found->code != finding->code || found->arg != finding->arg ||
        found->fn != finding->fn)
        return false;
    /* A wrapper launches many kernels, and one of them may have several bad arguments. */
    if (strcmp(found->kernel, finding->kernel) != 0 ||
        strcmp(evidence_of(found->evidence, found->n_evidence, "argument"),
               evidence_of(finding->evidence, finding->n_evidence, "argument")) != 0)
        return false;
    /* Programs that are built in a loop: each has its own faults. */
    if (cld_found_in_source(found) &&
        (!same_source(found, finding) || strcmp(found->message, finding->message) != 0))
        return false;
    /* The same words at the same call are one fault, by whatever way the program came there. Other words from
       one stack too: a loop with changing sizes. Where no stack is known the words must do. */
    bool same_words = strcmp(found->message, finding->message) == 0;
    if (same_words || !cld_process_stack(process, finding->stack))
        return same_words && cld_stack_site_equal(found->process, found->stack, process, finding->stack);
    return cld_stack_equal(found->process, found->stack, process, finding->stack);
}

/* It ended after all: that is not known when the finding is made. */
static const char *fix_of(const struct cld_layer_finding *finding)
{
    bool ended = finding->finding == CLD_FINDING_KERNEL_HANG &&
                 *evidence_of(finding->evidence, finding->n_evidence, "finished") == '1';
    return ended ? "if it is meant to take so long, give --timeout more seconds; divide the work into "
                   "several launches "
                   "where it must not hold up others"
                 : finding->fix;
}

static void convert(struct cld_findings *findings, const struct cld_process *process,
                    const struct cld_layer_finding *finding)
{
    struct cld_found *found = cld_found_add(findings, finding->finding, process);
    found->severity = finding->severity;
    found->fn = finding->fn;
    found->code = finding->code;
    found->arg = finding->arg;
    found->stack = finding->stack;
    found->next_fn = finding->next_fn;
    found->count = finding->count;
    found->first_ns = finding->first_ns;
    found->accesses = finding->accesses;
    found->message = finding->message;
    found->fix = fix_of(finding);
    found->kernel = finding->kernel;
    found->evidence = finding->evidence;
    found->n_evidence = finding->n_evidence;
    found->n_objects = finding->n_objects;
    found->objects = cld_arena_alloc(findings->arena, finding->n_objects * sizeof(*found->objects));
    for (size_t i = 0; i < finding->n_objects; i++) {
        const struct cld_object_ref *object = &finding->objects[i];
        found->objects[i] = (struct cld_found_object){
            .kind = object->kind,
            .subkind = object->subkind,
            .serial = object->serial,
            .handle = object->handle,
            .bytes = object->bytes,
            .label = object->label,
            .born_stack = object->born_stack,
            .dead_stack = object->dead_stack,
        };
    }
}

/* Adds one more occurrence. The earlier one gives the words. */
static void merge(struct cld_found *found, const struct cld_layer_finding *finding, bool new_process)
{
    found->count += finding->count;
    found->accesses += finding->accesses;
    found->processes += new_process;
    if (finding->first_ns < found->first_ns)
        found->first_ns = finding->first_ns;
    if (found->next_fn == 0)
        found->next_fn = finding->next_fn;
}

struct last { /* of a finding: the process that had it last */
    const struct cld_process *process;
};

void cld_rule_layer(const struct cld_model *model, struct cld_findings *findings)
{
    struct cld_idmap known = {0}; /* key -> index + 1 */
    struct last *last = NULL;
    size_t first = findings->count;
    for (size_t p = 0; p < cld_model_processes(model); p++) {
        const struct cld_process *process = cld_model_process(model, p);
        for (size_t i = 0; i < process->n_findings; i++) {
            const struct cld_layer_finding *finding = &process->findings[i];
            uint64_t key = key_of(process, finding);
            void **at;
            /* Findings of one key may differ in their words: each has an entry of its own. */
            while (*(at = cld_idmap_at(&known, key)) &&
                   !same(&findings->list[(uintptr_t)*at - 1], process, finding))
                key++;
            size_t index = (size_t)(uintptr_t)*at;
            if (index) {
                merge(&findings->list[index - 1], finding, last[index - 1 - first].process != process);
                last[index - 1 - first].process = process;
                continue;
            }
            last = cld_xgrow(last, findings->count - first, sizeof(*last));
            last[findings->count - first].process = process;
            convert(findings, process, finding);
            *at = (void *)(uintptr_t)findings->count;
        }
    }
    count_accesses(findings, first);
    cld_idmap_free(&known);
    free(last);
}

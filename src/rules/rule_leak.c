/*
 * rule_leak.c - object-leak: what the program still held when it ended, by the stack that created it.
 *
 * Objects whose references the program has all given back, and that live on because others need them, are no
 * leak of theirs. One context, queue, program or kernel a stack is how most programs end, and is advice.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/names.h"
#include "rules/found.h"

enum ending { ENDING_EXIT, ENDING_EARLY, ENDING_EXEC, ENDING_KILLED, ENDING_UNKNOWN };

static const char *const ending_ids[] = {"exit", "_exit", "exec", "killed", "unknown"};

struct group {
    const struct cld_process *process; /* the first that had it */
    const struct cld_process *last;    /* the newest that had it */
    enum ending ending;
    unsigned kind, subkind, fn;
    uint32_t stack;
    const char *label;
    uint64_t count, bytes, largest, refs, first_ns;
    uint64_t here, most; /* in the present process; in any one process */
    uint64_t serial, handle;
    size_t processes;
};

struct leaks {
    const struct cld_process *process;
    enum ending ending;
    struct cld_idmap by_ids;  /* of the present process */
    struct cld_idmap by_hash; /* of all */
    struct group *groups;
    size_t count;
};

static enum ending ending_of(const struct cld_model *model, const struct cld_process *process)
{
    const struct cld_run_info *run = cld_model_run(model);
    if (process->exited)
        return ENDING_EXIT;
    if (process->execed)
        return ENDING_EXEC;
    if (!run->present || run->pid != process->pid || (run->signal == 0 && run->status < 0))
        return ENDING_UNKNOWN;
    return run->signal ? ENDING_KILLED : ENDING_EARLY;
}

/* ---- grouping --------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 0x9e3779b97f4a7c15ull;
}

static uint64_t hash_group(const struct leaks *leaks, const struct cld_slot *slot, const char *label)
{
    uint64_t hash = cld_stack_hash(leaks->process, slot->born_stack);
    hash = mix(mix(mix(hash, slot->kind), slot->subkind), slot->fn);
    for (; label && *label; label++)
        hash = mix(hash, (unsigned char)*label);
    return mix(hash, leaks->ending);
}

static bool same_group(const struct leaks *leaks, const struct group *group, const struct cld_slot *slot,
                       const char *label)
{
    return group->kind == slot->kind && group->subkind == slot->subkind && group->fn == slot->fn &&
           group->ending == leaks->ending &&
           strcmp(group->label ? group->label : "", label ? label : "") == 0 &&
           cld_stack_equal(group->process, group->stack, leaks->process, slot->born_stack);
}

static size_t group_across_processes(struct leaks *leaks, const struct cld_slot *slot)
{
    const char *label = cld_process_string(leaks->process, slot->label);
    uint64_t hash = hash_group(leaks, slot, label);
    void **at;
    while (*(at = cld_idmap_at(&leaks->by_hash, hash)) &&
           !same_group(leaks, &leaks->groups[(uintptr_t)*at - 1], slot, label))
        hash++;
    if (!*at) {
        leaks->groups = cld_xgrow(leaks->groups, leaks->count, sizeof(*leaks->groups));
        leaks->groups[leaks->count] = (struct group){
            .process = leaks->process,
            .ending = leaks->ending,
            .kind = slot->kind,
            .subkind = slot->subkind,
            .fn = slot->fn,
            .stack = slot->born_stack,
            .label = label,
            .first_ns = slot->born_ns,
            .serial = slot->serial,
            .handle = slot->handle,
        };
        *at = (void *)(uintptr_t)++leaks->count;
    }
    struct group *group = &leaks->groups[(uintptr_t)*at - 1];
    if (group->last != leaks->process) { /* else: other ids for the same frames or the same name */
        group->last = leaks->process;
        group->processes++;
        group->here = 0;
    }
    return (size_t)(uintptr_t)*at;
}

static void take_slot(void *user, const struct cld_slot *slot)
{
    struct leaks *leaks = user;
    if (slot->refs == 0 || slot->kind == CLD_KIND_PLATFORM)
        return;
    /* Millions of events from one place are one lookup each: ids are compared here, stacks once a process. */
    uint64_t ids = mix(mix(mix(mix(slot->born_stack, slot->label), slot->kind), slot->subkind), slot->fn);
    void **at = cld_idmap_at(&leaks->by_ids, ids);
    if (!*at)
        *at = (void *)(uintptr_t)group_across_processes(leaks, slot);
    struct group *group = &leaks->groups[(uintptr_t)*at - 1];
    group->count++;
    group->bytes += slot->bytes;
    group->refs += slot->refs;
    if (slot->bytes > group->largest)
        group->largest = slot->bytes;
    if (++group->here > group->most)
        group->most = group->here;
    if (slot->born_ns < group->first_ns)
        group->first_ns = slot->born_ns;
}

/* ---- words ------------------------------------------------------------------------------------------ */

static const char *release_of(unsigned kind, unsigned subkind)
{
    static const char *const names[CLD_KIND_COUNT] = {
        [CLD_KIND_DEVICE] = "clReleaseDevice",
        [CLD_KIND_CONTEXT] = "clReleaseContext",
        [CLD_KIND_QUEUE] = "clReleaseCommandQueue",
        [CLD_KIND_MEM] = "clReleaseMemObject",
        [CLD_KIND_SAMPLER] = "clReleaseSampler",
        [CLD_KIND_PROGRAM] = "clReleaseProgram",
        [CLD_KIND_KERNEL] = "clReleaseKernel",
        [CLD_KIND_EVENT] = "clReleaseEvent",
        [CLD_KIND_SVM] = "clSVMFree",
        [CLD_KIND_COMMAND_BUFFER] = "clReleaseCommandBufferKHR",
        [CLD_KIND_SEMAPHORE] = "clReleaseSemaphoreKHR",
    };
    if (subkind == CLD_SUB_USM)
        return "clMemFreeINTEL";
    return kind < CLD_KIND_COUNT && names[kind] ? names[kind] : "the release function of its kind";
}

/* What had happened to the objects by then, for the end of the sentence. */
static const char *ending_text(struct cld_arena *arena, const struct cld_model *model,
                               const struct group *group)
{
    char room[32];
    const char *were = group->count == 1 ? "was" : "were";
    switch (group->ending) {
    case ENDING_KILLED:
        return cld_arena_printf(arena, "%s alive when the program was killed by %s", were,
                                cld_signal_name(cld_model_run(model)->signal, room));
    case ENDING_EXEC:
        return cld_arena_printf(arena, "%s alive when the process replaced itself by exec", were);
    case ENDING_EARLY:
        return cld_arena_printf(arena, "%s never released (the program ended without exit(): by _exit)",
                                were);
    case ENDING_UNKNOWN:
        return cld_arena_printf(arena, "%s alive when the process ended without exit() (killed, or by _exit)",
                                were);
    default:
        return cld_arena_printf(arena, "%s never released", were);
    }
}

static const char *message_of(struct cld_arena *arena, const struct cld_model *model,
                              const struct group *group)
{
    char count[32], bytes[32], processes[32];
    const char *kind = cld_kind_plural(group->kind, group->subkind, group->count);
    const char *label = group->label ? cld_arena_printf(arena, " \"%s\"", group->label) : "";
    const char *size =
        group->bytes ? cld_arena_printf(arena, " (%s)", cld_bytes_text(group->bytes, bytes)) : "";
    const char *spread = group->processes > 1 ? cld_arena_printf(arena, " in %s processes",
                                                                 cld_count_text(group->processes, processes))
                                              : "";
    return cld_arena_printf(arena, "%s %s%s%s created here%s %s", cld_count_text(group->count, count), kind,
                            label, size, spread, ending_text(arena, model, group));
}

static const char *fix_of(struct cld_arena *arena, const struct group *group)
{
    char refs[32];
    const char *release = release_of(group->kind, group->subkind);
    const char *it = group->count == 1 ? "it" : "each";
    if (group->refs > group->count)
        return cld_arena_printf(
            arena,
            "the program still holds %s references: every retain needs a %s of its own, and so does "
            "the creation",
            cld_count_text(group->refs, refs), release);
    if (group->kind == CLD_KIND_EVENT)
        return cld_arena_printf(
            arena,
            "call clReleaseEvent on %s after its last use, or pass NULL where no event is "
            "needed",
            it);
    return cld_arena_printf(arena, "call %s on %s after its last use", release, it);
}

static bool usual_single(const struct group *group)
{
    return group->most == 1 && (group->kind == CLD_KIND_CONTEXT || group->kind == CLD_KIND_QUEUE ||
                                group->kind == CLD_KIND_PROGRAM || group->kind == CLD_KIND_KERNEL);
}

static void add_number(struct cld_findings *findings, struct cld_found *found, const char *key,
                       uint64_t value)
{
    char text[24];
    snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
    cld_found_evidence(findings, found, key, text);
}

static void report_group(const struct cld_model *model, struct cld_findings *findings,
                         const struct group *group)
{
    struct cld_found *found = cld_found_add(findings, CLD_FINDING_OBJECT_LEAK, group->process);
    if (usual_single(group))
        found->severity = CLD_SEVERITY_ADVICE;
    found->fn = group->fn;
    found->stack = group->stack;
    found->count = group->count;
    found->bytes = group->bytes;
    found->first_ns = group->first_ns;
    found->processes = group->processes;
    found->message = message_of(findings->arena, model, group);
    found->fix = fix_of(findings->arena, group);
    if (group->kind == CLD_KIND_KERNEL && group->label)
        found->kernel = group->label;
    found->n_objects = 1;
    found->objects = cld_arena_alloc(findings->arena, sizeof(*found->objects));
    found->objects[0] = (struct cld_found_object){
        .kind = group->kind,
        .subkind = group->subkind,
        .serial = group->serial,
        .handle = group->handle,
        .bytes = group->count == 1 ? group->bytes : group->largest,
        .label = group->label,
        .born_stack = group->stack,
    };
    cld_found_evidence(findings, found, "kind", cld_kind_name(group->kind, group->subkind));
    add_number(findings, found, "objects", group->count);
    add_number(findings, found, "bytes", group->bytes);
    add_number(findings, found, "references", group->refs);
    cld_found_evidence(findings, found, "ended", ending_ids[group->ending]);
}

/* Whoever ends a program that hangs leaves it no time to release anything. */
static bool hung(const struct leaks *leaks)
{
    const struct cld_process *p = leaks->process;
    bool ended_itself = leaks->ending == ENDING_EXIT || leaks->ending == ENDING_EXEC;
    for (size_t i = 0; i < p->n_findings && !ended_itself; i++)
        if (p->findings[i].finding == CLD_FINDING_KERNEL_HANG)
            return true;
    return false;
}

void cld_rule_leak(const struct cld_model *model, struct cld_findings *findings)
{
    struct leaks leaks = {0};
    for (size_t i = 0; i < cld_model_processes(model); i++) {
        leaks.process = cld_model_process(model, i);
        if (leaks.process->running)
            continue; /* it may yet release them */
        leaks.ending = ending_of(model, leaks.process);
        if (hung(&leaks))
            continue;
        cld_model_live_objects(model, leaks.process, take_slot, &leaks);
        cld_idmap_free(&leaks.by_ids);
    }
    for (size_t i = 0; i < leaks.count; i++)
        report_group(model, findings, &leaks.groups[i]);
    cld_idmap_free(&leaks.by_hash);
    free(leaks.groups);
}

#include <cldoctor/profile.h>

#include "detail.h"
#include "profile_internal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_HARVEST = 64 };

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

static cl_int no_memory(void)
{
    return cld_detail(CL_OUT_OF_HOST_MEMORY, "No memory for a profile.");
}

/* Makes room for one more element; `*array` is an array of `size`-byte elements. */
static bool grow(void *array_pointer, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return true;
    void *array = NULL;
    memcpy(&array, array_pointer, sizeof(array)); /* any kind of object pointer */
    const size_t larger = *capacity ? 2 * *capacity : 16;
    void *grown = realloc(array, larger * size);
    if (!grown)
        return false;
    memcpy(array_pointer, &grown, sizeof(grown));
    *capacity = larger;
    return true;
}

cl_int cld_profile_new(cld_profile **out)
{
    if (!out)
        return cld_detail(CL_INVALID_VALUE, "cld_profile_new: `out` is NULL.");
    *out = calloc(1, sizeof(**out));
    if (!*out)
        return no_memory();
    (*out)->harvest_at = FIRST_HARVEST;
    return CL_SUCCESS;
}

void cld_profile_free(cld_profile *profile)
{
    if (!profile)
        return;
    for (size_t i = 0; i < profile->pending_count; i++)
        clReleaseEvent(profile->pending[i].event);
    for (size_t i = 0; i < profile->section_count; i++) {
        free(profile->sections[i].name);
        free(profile->sections[i].times);
    }
    free(profile->sections);
    free(profile->pending);
    free(profile->open);
    free(profile);
}

static cl_int add_section(cld_profile *profile, size_t parent, cld_section_kind kind, const char *name,
                          size_t *index)
{
    char *copy = strdup(name);
    if (!copy || !grow(&profile->sections, profile->section_count, &profile->section_capacity,
                       sizeof(struct section))) {
        free(copy);
        return no_memory();
    }
    *index = profile->section_count++;
    profile->sections[*index] = (struct section){
        .name = copy,
        .kind = kind,
        .parent = parent,
        .depth = parent == CLD_NO_PARENT ? 0 : profile->sections[parent].depth + 1,
    };
    return CL_SUCCESS;
}

/* The section of this name inside the open one; made if it is new. */
static cl_int find_section(cld_profile *profile, cld_section_kind kind, const char *name, size_t *index)
{
    const size_t parent =
        profile->open_count ? profile->open[profile->open_count - 1].section : CLD_NO_PARENT;
    for (size_t i = 0; i < profile->section_count; i++) {
        const struct section *section = &profile->sections[i];
        if (section->parent == parent && section->kind == kind && strcmp(section->name, name) == 0) {
            *index = i;
            return CL_SUCCESS;
        }
    }
    return add_section(profile, parent, kind, name, index);
}

static cl_int add_time(struct section *section, uint64_t nanoseconds)
{
    if (!grow(&section->times, section->timed, &section->capacity, sizeof(uint64_t)))
        return no_memory();
    section->times[section->timed++] = nanoseconds;
    return CL_SUCCESS;
}

cl_int cld_profile_begin(cld_profile *profile, const char *name)
{
    if (!profile || !name)
        return cld_detail(CL_INVALID_VALUE, "cld_profile_begin: an argument is NULL.");
    size_t index = 0;
    const cl_int err = find_section(profile, CLD_SECTION_HOST, name, &index);
    if (err != CL_SUCCESS)
        return err;
    if (!grow(&profile->open, profile->open_count, &profile->open_capacity, sizeof(struct open_section)))
        return no_memory();
    profile->sections[index].count++;
    /* The clock is read last here and first in cld_profile_end(), so that our own work is outside. */
    profile->open[profile->open_count++] = (struct open_section){.section = index, .start = now_ns()};
    return CL_SUCCESS;
}

cl_int cld_profile_end(cld_profile *profile)
{
    const uint64_t end = now_ns();
    if (!profile)
        return cld_detail(CL_INVALID_VALUE, "cld_profile_end: `profile` is NULL.");
    if (profile->open_count == 0)
        return cld_detail(CLD_NO_OPEN_SECTION, "cld_profile_end: no section is open.");
    const struct open_section *open = &profile->open[--profile->open_count];
    return add_time(&profile->sections[open->section], end - open->start);
}

/* Asking a queue without profiling for times is an error (OpenCL 3.0, 5.14), and would be reported as one. */
static bool has_times(cl_event event)
{
    cl_command_queue queue = NULL;
    cl_command_queue_properties properties = 0;
    if (clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(queue), &queue, NULL) != CL_SUCCESS || !queue)
        return false; /* a user event belongs to no queue */
    return clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties), &properties, NULL) ==
               CL_SUCCESS &&
           (properties & CL_QUEUE_PROFILING_ENABLE);
}

/* Takes the times of a command that has ended. One without times stays counted, but not timed. */
static cl_int take_times(cld_profile *profile, const struct pending *pending)
{
    cl_int status = CL_COMPLETE;
    cl_ulong start = 0;
    cl_ulong end = 0;
    clGetEventInfo(pending->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
    if (status < 0 || !has_times(pending->event)) /* a command that failed has times that say nothing */
        return CL_SUCCESS;
    if (clGetEventProfilingInfo(pending->event, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL) !=
            CL_SUCCESS ||
        clGetEventProfilingInfo(pending->event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL) !=
            CL_SUCCESS ||
        end < start)
        return CL_SUCCESS;
    struct section *section = &profile->sections[pending->section];
    const cl_int err = add_time(section, end - start);
    if (err == CL_SUCCESS)
        section->bytes += pending->bytes;
    return err;
}

static bool has_ended(cl_event event)
{
    cl_int status = CL_QUEUED;
    const cl_int err =
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
    return err == CL_SUCCESS && status <= CL_COMPLETE;
}

/* Takes the times of the commands that have ended, so that a long loop does not hold every event it ever
 * made. */
static cl_int harvest(cld_profile *profile)
{
    cl_int err = CL_SUCCESS;
    size_t kept = 0;
    for (size_t i = 0; i < profile->pending_count; i++) {
        struct pending *pending = &profile->pending[i];
        if (err == CL_SUCCESS && has_ended(pending->event)) {
            err = take_times(profile, pending);
            clReleaseEvent(pending->event);
        } else {
            profile->pending[kept++] = *pending;
        }
    }
    profile->pending_count = kept;
    /* Twice what is left: asking each time would cost the square of the commands in flight. */
    profile->harvest_at = 2 * kept > FIRST_HARVEST ? 2 * kept : FIRST_HARVEST;
    return err;
}

cl_int cld_profile_event(cld_profile *profile, const char *name, cl_event event)
{
    return cld_profile_transfer(profile, name, event, 0);
}

cl_int cld_profile_transfer(cld_profile *profile, const char *name, cl_event event, size_t bytes)
{
    if (!profile || !name)
        return cld_detail(CL_INVALID_VALUE, "cld_profile_event: an argument is NULL.");
    if (!event)
        return cld_detail(CL_INVALID_EVENT, "cld_profile_event: section \"%s\" got no event.", name);
    size_t index = 0;
    cl_int err = find_section(profile, CLD_SECTION_DEVICE, name, &index);
    if (err != CL_SUCCESS)
        return err;
    if (!grow(&profile->pending, profile->pending_count, &profile->pending_capacity, sizeof(struct pending)))
        return no_memory();
    err = clRetainEvent(event);
    if (err != CL_SUCCESS)
        return cld_detail(err, "cld_profile_event: section \"%s\" got an event that is not valid.", name);
    profile->sections[index].count++;
    profile->pending[profile->pending_count++] = (struct pending){event, index, bytes};
    return profile->pending_count >= profile->harvest_at ? harvest(profile) : CL_SUCCESS;
}

cl_int cld_profile_settle(cld_profile *profile)
{
    cl_int result = CL_SUCCESS;
    for (size_t i = 0; i < profile->pending_count; i++) {
        cl_event event = profile->pending[i].event;
        const cl_int err = clWaitForEvents(1, &event);
        /* A failed command has ended, too; it just has no times. */
        if (err != CL_SUCCESS && err != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST && result == CL_SUCCESS)
            result = cld_detail(err, "Waiting for a command of section \"%s\" failed.",
                                profile->sections[profile->pending[i].section].name);
    }
    const cl_int err = harvest(profile);
    return result == CL_SUCCESS ? err : result;
}

cl_int cld_profile_collect(cld_profile *profile)
{
    if (!profile)
        return cld_detail(CL_INVALID_VALUE, "cld_profile_collect: `profile` is NULL.");
    const cl_int err = cld_profile_settle(profile);
    if (err != CL_SUCCESS)
        return err;
    for (size_t i = 0; i < profile->section_count; i++) {
        const struct section *section = &profile->sections[i];
        if (section->kind == CLD_SECTION_DEVICE && section->timed < section->count)
            return cld_detail(CL_PROFILING_INFO_NOT_AVAILABLE,
                              "Section \"%s\": %llu of %llu commands have no times. Was the queue made with "
                              "CLD_QUEUE_PROFILING (CL_QUEUE_PROFILING_ENABLE)?",
                              section->name, (unsigned long long)(section->count - section->timed),
                              (unsigned long long)section->count);
    }
    return CL_SUCCESS;
}

size_t cld_profile_count(const cld_profile *profile)
{
    return profile->section_count;
}

static uint64_t sum(const struct section *section)
{
    uint64_t total = 0;
    for (size_t i = 0; i < section->timed; i++)
        total += section->times[i];
    return total;
}

/* What a section's share is of: host sections that are in no other (a section's inner ones are part of it),
 * or all device sections. */
static uint64_t kind_total(const cld_profile *profile, cld_section_kind kind)
{
    uint64_t total = 0;
    for (size_t i = 0; i < profile->section_count; i++) {
        const struct section *section = &profile->sections[i];
        if (section->kind == kind && (kind == CLD_SECTION_DEVICE || section->parent == CLD_NO_PARENT))
            total += sum(section);
    }
    return total;
}

static int compare_times(const void *a, const void *b)
{
    uint64_t left = 0;
    uint64_t right = 0;
    memcpy(&left, a, sizeof(left));
    memcpy(&right, b, sizeof(right));
    return (left > right) - (left < right);
}

void cld_profile_summarize(const cld_profile *profile, size_t index, cld_section *out)
{
    const struct section *section = &profile->sections[index];
    const size_t timed = section->timed;
    *out = (cld_section){
        .name = section->name,
        .kind = section->kind,
        .parent = section->parent,
        .depth = section->depth,
        .count = section->count,
        .timed = timed,
        .bytes = section->bytes,
    };
    if (timed == 0)
        return;
    /* Sorted in place: nothing needs the order in which they came. */
    qsort(section->times, timed, sizeof(uint64_t), compare_times);
    const uint64_t upper = section->times[timed / 2];
    const uint64_t lower = section->times[(timed - 1) / 2];
    const uint64_t all = kind_total(profile, section->kind);
    out->total = sum(section);
    out->min = section->times[0];
    out->median = lower + (upper - lower) / 2;
    out->max = section->times[timed - 1];
    out->share = all ? (double)out->total / (double)all : 0;
    out->gb_per_second = out->total ? (double)out->bytes / (double)out->total : 0;
}

cl_int cld_profile_get(cld_profile *profile, size_t index, cld_section *out)
{
    if (!profile || !out)
        return cld_detail(CL_INVALID_VALUE, "cld_profile_get: an argument is NULL.");
    if (index >= profile->section_count)
        return cld_detail(CL_INVALID_VALUE, "cld_profile_get: section %zu of %zu.", index,
                          profile->section_count);
    const cl_int err = cld_profile_settle(profile);
    if (err == CL_SUCCESS)
        cld_profile_summarize(profile, index, out);
    return err;
}

/* command.c - every enqueued command: its event, its record, and what it uses. */
#include "layer/band.h"
#include "layer/call.h"
#include "layer/hang_watch.h"
#include "layer/harvest.h"
#include "layer/recent.h"
#include "layer/twin_log.h"

#include <string.h>

static bool affords(struct cld_call *call, const struct cld_object *queue)
{
    if (cld_layer.options.all_timestamps || cld_hang_needs_event(call, queue) ||
        cld_harvest_affords(call->thread, call->now, queue->queue.event_cost_ns))
        return true;
    atomic_fetch_add_explicit(&call->thread->header->untimed, 1, memory_order_relaxed);
    return false;
}

/*
 * The command needs an event for its timestamps. Without one of the program's, ours is asked for; the
 * program sees neither. Queues that we know nothing of, and device-side queues, stay as they are.
 */
cl_event *cld_command_event(struct cld_call *call, cl_event *event)
{
    struct cld_object *queue = cld_call_object(call, CLD_KIND_QUEUE);
    call->event = event;
    if (!queue)
        return event;
    call->seq = atomic_fetch_add_explicit(&queue->queue.seq, 1, memory_order_relaxed) + 1;
    call->now = cld_now();
    cld_recent_begin(call, queue);
    call->inject = cld_layer.options.timestamps && !queue->queue.untimed && affords(call, queue) &&
                   cld_harvest_has_room(call->thread);
    if (event || !call->inject)
        return event;
    call->event = &call->own_event;
    call->event_is_own = true;
    return call->event;
}

static uint64_t next_command(void)
{
    static _Atomic uint64_t last;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

static void fill_sizes(struct cld_rec_command *c, const struct cld_kernel_launch *l)
{
    c->dims = l->dims;
    c->label = l->label;
    for (uint32_t i = 0; i < l->dims && i < 3; i++) {
        c->global[i] = l->global ? l->global[i] : 1;
        c->local[i] = l->local ? (uint32_t)l->local[i] : 0;
    }
}

/* 0: not recorded, for want of room or to stay under --max-size. */
static uint64_t record_command(struct cld_call *call, const struct cld_object *queue, uint64_t bytes)
{
    uint64_t id = next_command();
    struct cld_thread *t = call->thread;
    if (!cld_session_keeps(&cld_layer.session, id)) {
        atomic_fetch_add_explicit(&t->header->thinned, 1, memory_order_relaxed);
        return 0;
    }
    uint32_t stack =
        cld_call_stack_cached(call); /* may write records of its own: not with one half written */
    struct cld_rec_command *c = cld_rec_reserve(&cld_layer.session, t->file, sizeof *c, CLD_REC_TIMELINE);
    if (!c)
        return 0;
    c->id = id;
    c->host_ns = call->now;
    c->queue = (uint32_t)queue->serial;
    c->stack = stack;
    c->thread = t->number;
    if (call->launch.dims)
        fill_sizes(c, &call->launch);
    else
        c->global[0] = bytes;
    cld_rec_commit(t->file, c, CLD_REC_COMMAND, call->fn);
    return id;
}

static void mark_args(const struct cld_object *kernel, struct cld_object *queue, uint64_t seq)
{
    uint32_t n = kernel->kernel.info && kernel->kernel.args ? kernel->kernel.info->n_args : 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct cld_kernel_arg *arg = &kernel->kernel.args[i];
        if (arg->object &&
            atomic_load_explicit(&arg->object->serial, memory_order_relaxed) == arg->object_serial)
            cld_object_used(arg->object, queue, seq);
    }
}

static void mark_uses(struct cld_call *call, struct cld_object *queue)
{
    cld_object_used(queue, queue, call->seq);
    if (queue->context)
        cld_object_used(queue->context, queue, call->seq);
    for (uint32_t i = 0; i < call->n_objects; i++) {
        uint32_t kind = call->objects[i]->kind;
        if (kind == CLD_KIND_KERNEL)
            mark_args(call->objects[i], queue, call->seq);
        if (kind == CLD_KIND_MEM || kind == CLD_KIND_KERNEL || kind == CLD_KIND_COMMAND_BUFFER ||
            kind == CLD_KIND_EVENT)
            cld_object_used(call->objects[i], queue, call->seq);
    }
}

/* Several threads may enqueue at once, and the newest command counts. */
static void not_tracked(struct cld_object *queue, uint64_t seq)
{
    uint64_t before = atomic_load(&queue->queue.untracked);
    while (before < seq && !atomic_compare_exchange_weak(&queue->queue.untracked, &before, seq))
        ;
}

/* Gives the event to the harvester, with one reference that is ours. */
static void hand_over(struct cld_call *call, struct cld_object *queue, uint64_t id)
{
    cl_event event = *call->event;
    if (!call->event_is_own && call->target->next.clRetainEvent(event) != CL_SUCCESS) {
        not_tracked(queue, call->seq);
        return;
    }
    struct cld_pending p = {.event = event,
                            .id = id,
                            .queue = queue,
                            .queue_serial = queue->serial,
                            .seq = call->seq,
                            .target = call->target};
    cld_hang_describe(call, &p);
    if (cld_harvest_push(call->thread, &p))
        return;
    not_tracked(queue, call->seq);
    call->target->next.clReleaseEvent(event);
}

static void new_event(struct cld_call *call, struct cld_object *queue)
{
    cld_call_created(call, CLD_KIND_EVENT, *call->event);
    struct cld_object *e = call->created;
    if (!e)
        return;
    e->event.seq = call->seq;
    cld_object_used(e, queue, call->seq);
}

void cld_command_done(struct cld_call *call, bool ok, uint64_t bytes)
{
    struct cld_object *queue = cld_call_object(call, CLD_KIND_QUEUE);
    if (queue)
        atomic_fetch_add_explicit(&queue->queue.through, 1, memory_order_release);
    if (!queue || !ok) {
        if (ok && call->event && *call->event)
            cld_call_created(call, CLD_KIND_EVENT, *call->event);
        if (queue && call->seq)
            cld_recent_end(call, queue, false, false);
        return;
    }
    uint64_t id = record_command(call, queue, bytes);
    if (call->seq)
        cld_recent_end(call, queue, true, call->inject && call->event && *call->event);
    else /* a barrier or wait without a number: what comes next may wait for it */
        atomic_store(&queue->queue.held, atomic_load(&queue->queue.seq) + 1);
    mark_uses(call, queue);
    if (call->event && !call->event_is_own && *call->event)
        new_event(call, queue);
    if (call->inject && call->event && *call->event)
        hand_over(call, queue, id);
    else
        not_tracked(queue, call->seq);
}

void cld_command_waited(struct cld_call *call, bool blocked)
{
    struct cld_object *queue = cld_call_object(call, CLD_KIND_QUEUE);
    cld_call_waited(call);
    if (blocked && queue && queue->queue.in_order)
        cld_queue_finished(queue, call->seq);
    if (blocked) {
        cld_logs_read();
        cld_bands_look();
    }
}

size_t cld_region_bytes(const size_t *region)
{
    return region ? region[0] * region[1] * region[2] : 0;
}

size_t cld_image_bytes(cl_mem image, const size_t *region)
{
    struct cld_object *o = cld_object_find(image);
    return o && o->kind == CLD_KIND_MEM ? o->mem.element_size * cld_region_bytes(region) : 0;
}

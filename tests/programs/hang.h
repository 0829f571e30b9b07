/*
 * hang.h - what the programs share whose launches do not finish.
 *
 * A faulty one never ends by itself: check.py sends it a SIGINT when the finding was printed, and then the
 * report must be complete. Their correct twins run for longer than the timeout too, and wait for other things
 * than a kernel.
 */
#ifndef HANG_H
#define HANG_H

#include "bounds.h"

#include <pthread.h>

/* Ends when the host has set the flag before, and else never. */
UNUSED char waits_for_flag[] = "kernel void k(global volatile int *flag)\n"
                               "{\n"
                               "    while (flag[0] == 0)\n"
                               "        ;\n"
                               "}\n";

/* Longer than --timeout 1, and a look or two. */
#define LONG_S 3

UNUSED cl_event enqueue_on(cl_command_queue q, size_t items, size_t group, cl_uint n, const cl_event *waits)
{
    cl_event event = NULL;
    CHECK(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &items, group ? &group : NULL, n, waits, &event) ==
          CL_SUCCESS);
    return event;
}

UNUSED void start(size_t items, size_t group)
{
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, group ? &group : NULL, 0, NULL, NULL) ==
          CL_SUCCESS);
}

/* A thread: completes a user event after a while. */
UNUSED void *set_later(void *event)
{
    sleep(LONG_S);
    clSetUserEventStatus((cl_event)event, CL_COMPLETE);
    return NULL;
}

/* Commands get no events of cldoctor's: then the watch has nothing but who waits. Before the first OpenCL
 * call. */
UNUSED void no_events(void)
{
    char text[8192];
    const char *before = getenv("CLDOCTOR_OPTIONS");
    if (!before)
        return;
    snprintf(text, sizeof text, "%s;timestamps=0", before);
    setenv("CLDOCTOR_OPTIONS", text, 1);
}

#endif

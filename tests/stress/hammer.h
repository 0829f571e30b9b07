/*
 * hammer.h - a program of many threads that calls everything at random, and never does what it must not.
 *
 * So under the layer no call may be refused, nothing may be reported (but calls that the fake driver was told
 * to fail), and at the end no object may be left.
 */
#ifndef CLD_STRESS_HAMMER_H
#define CLD_STRESS_HAMMER_H

#include "layer/opencl.h"

#include <stdbool.h>
#include <stdint.h>

#define MANY 12
#define ARGS 2 /* buffers among a kernel's arguments */

extern const cl_icd_dispatch *cl; /* through which everything is called */

/* Made by main(), used by all threads. */
struct shared {
    cl_platform_id platform;
    cl_device_id devices[2];
    cl_context context;
    cl_command_queue queues[3]; /* in order, out of order, in order with profiling */
    cl_mem buffers[4];
    cl_program program;
};
extern struct shared shared;

struct kernel {
    cl_kernel kernel;
    cl_mem buffers[ARGS]; /* as set, retained by us: a kernel does not retain its arguments */
    bool complete;        /* every argument is set */
};

struct thread {
    unsigned number;
    uint64_t random;
    uint64_t calls;
    cl_context context; /* the thread's own, at times */
    cl_command_queue queues[3];
    cl_mem buffers[MANY];
    cl_program programs[2];
    struct kernel kernels[4];
    cl_event events[MANY];
    cl_sampler samplers[2];
};

unsigned roll(struct thread *t, unsigned n);

/* One random operation. */
void hammer_once(struct thread *t);
/* Releases everything that the thread has. */
void hammer_clean_up(struct thread *t);
/* Waits until every callback that was asked for has been made. */
void hammer_wait_for_callbacks(void);

/* Releases that fail are tried again: the object is still there. */
void drop_mem(cl_mem *m);
void drop_queue(cl_command_queue *q);
void drop_event(cl_event *e);
void drop_program(cl_program *p);
void drop_kernel(struct kernel *k);
void drop_sampler(cl_sampler *s);
void drop_context(cl_context *c);

#endif

/*
 * hammer.c - see hammer.h.
 *
 *     hammer [THREADS [OPERATIONS [SEED]]]
 *
 * Through libOpenCL, or (built with DIRECT) with the layer and the fake driver linked in.
 */
#include "hammer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "through.h"

const cl_icd_dispatch *cl;
struct shared shared;

static unsigned operations = 2000;

static void give_up(const char *what)
{
    fprintf(stderr, "hammer: %s\n", what);
    exit(1);
}

/* Every call may fail; these must not. */
#define INSIST(result, call)                                                                                 \
    do {                                                                                                     \
        cl_int error = -1;                                                                                   \
        for (int tries = 0; tries < 1000 && !((result) = (call)); tries++)                                   \
            ;                                                                                                \
        (void)error;                                                                                         \
        if (!(result))                                                                                       \
            give_up(#call);                                                                                  \
    } while (0)

static void set_up(void)
{
    static const cl_command_queue_properties kinds[3] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                                         CL_QUEUE_PROFILING_ENABLE};
    const char *source = "kernel void k0(global float *a, global float *b, int n, local float *scratch) { }";
    if (cl->clGetPlatformIDs(1, &shared.platform, NULL) != CL_SUCCESS ||
        cl->clGetDeviceIDs(shared.platform, CL_DEVICE_TYPE_ALL, 2, shared.devices, NULL) != CL_SUCCESS)
        give_up("no platform or no device");
    INSIST(shared.context, cl->clCreateContext(NULL, 2, shared.devices, NULL, NULL, &error));
    for (int i = 0; i < 3; i++)
        INSIST(shared.queues[i],
               cl->clCreateCommandQueue(shared.context, shared.devices[0], kinds[i], &error));
    for (int i = 0; i < 4; i++)
        INSIST(shared.buffers[i], cl->clCreateBuffer(shared.context, CL_MEM_READ_WRITE, 4096, NULL, &error));
    INSIST(shared.program, cl->clCreateProgramWithSource(shared.context, 1, &source, NULL, &error));
    bool built = false;
    INSIST(built, cl->clBuildProgram(shared.program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS);
}

static void tear_down(void)
{
    for (int i = 0; i < 3; i++)
        while (cl->clFinish(shared.queues[i]) != CL_SUCCESS)
            ;
    hammer_wait_for_callbacks();
    for (int i = 0; i < 3; i++) { /* callbacks have enqueued more */
        while (cl->clFinish(shared.queues[i]) != CL_SUCCESS)
            ;
        drop_queue(&shared.queues[i]);
    }
    for (int i = 0; i < 4; i++)
        drop_mem(&shared.buffers[i]);
    drop_program(&shared.program);
    drop_context(&shared.context);
}

static void *run(void *data)
{
    struct thread *t = data;
    for (unsigned i = 0; i < operations; i++)
        hammer_once(t);
    hammer_clean_up(t);
    return NULL;
}

int main(int argc, char **argv)
{
    unsigned threads = argc > 1 ? (unsigned)atoi(argv[1]) : 8;
    if (argc > 2)
        operations = (unsigned)atoi(argv[2]);
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    struct thread *all = calloc(threads, sizeof *all);
    pthread_t *ids = calloc(threads, sizeof *ids);
    printf("hammer: %u threads, %u operations each, seed %llu\n", threads, operations,
           (unsigned long long)seed);
    fflush(stdout);
    cl = through_what();
    set_up();
    for (unsigned i = 0; i < threads; i++) {
        all[i].number = i;
        all[i].random = (seed * 2654435761u + i) * 0x9e3779b97f4a7c15ull | 1;
        pthread_create(&ids[i], NULL, run, &all[i]);
    }
    for (unsigned i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    tear_down();
    free(all);
    free(ids);
    printf("hammer: done\n");
    return 0;
}

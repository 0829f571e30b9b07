/* Threads: first launches of one program at once, one kernel launched by all, one kernel set under a lock. */
#include "way.h"

#include <pthread.h>

#define THREADS 8
#define ROUNDS 50

static cl_program program;
static cl_kernel shared, locked;
static cl_mem counters;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t together;

static void *work(void *data)
{
    cl_int me = (cl_int)(size_t)data;
    cl_kernel own = kernel_of(program, "count");
    must(clSetKernelArg(own, 0, sizeof counters, &counters), "clSetKernelArg");
    must(clSetKernelArg(own, 1, sizeof me, &me), "clSetKernelArg");
    pthread_barrier_wait(&together);
    for (int i = 0; i < ROUNDS; i++) {
        launch(own);
        launch(shared);
        pthread_mutex_lock(&lock);
        must(clSetKernelArg(locked, 1, sizeof me, &me), "clSetKernelArg");
        launch(locked);
        pthread_mutex_unlock(&lock);
    }
    clReleaseKernel(own);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    cl_int all = 100;
    set_up();
    pthread_barrier_init(&together, NULL, THREADS);
    program = built("kernel void count(global int *a, int which) { atomic_add(&a[which], 1); }\n", "");
    shared = kernel_of(program, "count");
    locked = kernel_of(program, "count");
    counters = numbers();
    must(clSetKernelArg(shared, 0, sizeof counters, &counters), "clSetKernelArg");
    must(clSetKernelArg(shared, 1, sizeof all, &all), "clSetKernelArg");
    must(clSetKernelArg(locked, 0, sizeof counters, &counters), "clSetKernelArg");
    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    print_ints("counted", counters);
    print_refs("at last", 4, program, shared);
    clReleaseMemObject(counters);
    clReleaseKernel(shared);
    clReleaseKernel(locked);
    clReleaseProgram(program);
    print_refs("when released", 2, NULL, NULL);
    tear_down();
    return 0;
}

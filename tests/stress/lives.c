/*
 * lives.c - programs that live and end in unusual ways: lives WAY. stress.py runs each, bare and under the
 * layer.
 *
 * Each keeps one buffer to its end, so that a readable session has something to show.
 */
#include "layer/opencl.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;
static cl_mem kept;

static void need(int ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "lives: %s (errno %d)\n", what, errno);
    _exit(3);
}

static void set_up(void)
{
    cl_platform_id platform;
    const char *source = "kernel void k0(global float *a, global float *b, int n, local float *scratch) { }";
    cl_int n = 1;
    need(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS, "platform");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS, "device");
    need((context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL)) != NULL, "context");
    need((queue = clCreateCommandQueue(context, device, 0, NULL)) != NULL, "queue");
    need((kept = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL)) != NULL, "buffer");
    need((program = clCreateProgramWithSource(context, 1, &source, NULL, NULL)) != NULL, "program");
    need(clBuildProgram(program, 0, NULL, "", NULL, NULL) == CL_SUCCESS, "build");
    need((kernel = clCreateKernel(program, "k0", NULL)) != NULL, "kernel");
    need(clSetKernelArg(kernel, 0, sizeof kept, &kept) == CL_SUCCESS, "argument 0");
    need(clSetKernelArg(kernel, 1, sizeof kept, &kept) == CL_SUCCESS, "argument 1");
    need(clSetKernelArg(kernel, 2, sizeof n, &n) == CL_SUCCESS, "argument 2");
    need(clSetKernelArg(kernel, 3, 64, NULL) == CL_SUCCESS, "argument 3");
}

static void launch(void)
{
    size_t global = 64;
    need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL) == CL_SUCCESS,
         "launch");
}

static void work(int n)
{
    for (int i = 0; i < n; i++) {
        cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL);
        need(m != NULL, "buffer");
        launch();
        need(clReleaseMemObject(m) == CL_SUCCESS, "release");
    }
    need(clFinish(queue) == CL_SUCCESS, "finish");
}

static void *work_in_thread(void *data)
{
    work((int)(intptr_t)data);
    return NULL;
}

static void in_threads(int threads, int n)
{
    pthread_t ids[8];
    for (int i = 0; i < threads; i++)
        need(pthread_create(&ids[i], NULL, work_in_thread, (void *)(intptr_t)n) == 0, "thread");
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
}

/* ---- ends ---------------------------------------------------------------------------------------------- */

static void endless(void)
{
    puts("ready");
    fflush(stdout);
    in_threads(3, 100000000);
}

static void aborts(void)
{
    work(100);
    abort();
}

static void leaves(void)
{
    work(100);
    _exit(5);
}

static void main_ends(void)
{
    pthread_t id;
    need(pthread_create(&id, NULL, work_in_thread, (void *)(intptr_t)1000) == 0, "thread");
    pthread_exit(NULL);
}

static void execs(void)
{
    work(100);
    execl("/proc/self/exe", "lives", "plain", (char *)NULL);
    need(0, "exec");
}

static void plain(void)
{
    work(100);
}

static void exits_busy(void)
{
    pthread_t id;
    for (int i = 0; i < 4; i++)
        need(pthread_create(&id, NULL, work_in_thread, (void *)(intptr_t)100000000) == 0, "thread");
    work(2000);
    exit(6);
}

/* ---- several processes and threads ------------------------------------------------------------------------
 */

/* The child's first call is the quickest one of all, and wrong. */
static void forks(void)
{
    int status;
    pthread_t id;
    need(pthread_create(&id, NULL, work_in_thread, (void *)(intptr_t)3000) == 0, "thread");
    pid_t child = fork();
    if (child == 0) {
        double wrong = 1;
        clSetKernelArg(kernel, 2, sizeof wrong, &wrong);
        /* A queue of its own: on the shared one the other thread may have had a command half enqueued. */
        queue = clCreateCommandQueue(context, device, 0, NULL);
        work(500);
        clReleaseCommandQueue(queue);
        exit(0);
    }
    work(500);
    pthread_join(id, NULL);
    need(waitpid(child, &status, 0) == child && status == 0, "child");
}

static _Atomic int destroyed;

static void CL_CALLBACK fork_there(cl_context gone, void *data)
{
    (void)gone;
    (void)data;
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    destroyed = 1;
}

/* Everything is released while a command runs: whoever holds its event last destroys the context. */
static void forks_in_callback(void)
{
    cl_event event;
    size_t global = 64;
    need(clSetContextDestructorCallback(context, fork_there, NULL) == CL_SUCCESS, "callback");
    need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event) == CL_SUCCESS,
         "launch");
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseMemObject(kept);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    for (int i = 0; i < 500 && !destroyed; i++)
        usleep(10000);
    printf("context destroyed: %d\n", destroyed);
    fflush(stdout);
    _exit(0);
}

static void churns(void)
{
    for (int i = 0; i < 250; i++)
        in_threads(4, 2);
}

/* ---- hostile surroundings --------------------------------------------------------------------------------
 */

static void closes_fds(void)
{
    for (int fd = 0; fd < 256; fd++)
        close(fd);
    work(3000);
}

static void changes_folder(void)
{
    need(chdir("/") == 0, "chdir");
    work(3000);
}

static void changes_root(void)
{
    if (chroot("/proc/self/fdinfo") != 0)
        _exit(77); /* not root */
    work(30000);
}

static void no_files(void)
{
    struct rlimit none = {3, 3};
    need(setrlimit(RLIMIT_NOFILE, &none) == 0, "setrlimit");
    work(30000);
}

static void small_files(void)
{
    struct rlimit small = {100000, 100000};
    need(setrlimit(RLIMIT_FSIZE, &small) == 0, "setrlimit");
    work(30000);
}

static void floods(void)
{
    static cl_mem many[3000];
    int n = getenv("CLD_STRESS_LONG") ? 10000000 : 1000000;
    for (int i = 0; i < n; i++) {
        if (i % (n / 3000) == 0 && i / (n / 3000) < 3000)
            many[i / (n / 3000)] = clCreateBuffer(context, CL_MEM_READ_WRITE, 16, NULL, NULL);
        launch();
    }
    need(many[2999] != NULL, "3000 buffers");
    need(clEnqueueNDRangeKernel(queue, kernel, 9, NULL, NULL, NULL, 0, NULL, NULL) ==
             CL_INVALID_WORK_DIMENSION,
         "error");
    need(clFinish(queue) == CL_SUCCESS, "finish");
    _exit(0);
}

/* Thousands of different stacks: 2^12 ways down to the launch. */
static void down(unsigned way, int depth);

__attribute__((noinline)) static void left(unsigned way, int depth)
{
    down(way, depth);
    __asm__ volatile("");
}

__attribute__((noinline)) static void right(unsigned way, int depth)
{
    down(way, depth);
    __asm__ volatile("");
}

__attribute__((noinline)) static void down(unsigned way, int depth)
{
    volatile char
        room[depth ? 16 : 16 + way * 16]; /* another frame address: nothing is served from a cache */
    room[0] = 0;
    if (depth == 12)
        launch();
    else if (way >> depth & 1)
        left(way, depth + 1);
    else
        right(way, depth + 1);
    (void)room[0];
}

static void many_stacks(void)
{
    for (unsigned way = 0; way < 4096; way++)
        down(way, 0);
    clFinish(queue);
}

/* ---- what the program can see ----------------------------------------------------------------------------
 */

static void print_fds(void)
{
    for (int fd = 0; fd < 256; fd++)
        if (fcntl(fd, F_GETFD) != -1)
            printf("open %d\n", fd);
}

static void print_signals(void)
{
    struct sigaction now;
    sigset_t blocked;
    for (int s = 1; s < 65; s++)
        if (sigaction(s, NULL, &now) == 0 && now.sa_handler != SIG_DFL)
            printf("signal %d has a handler\n", s);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    for (int s = 1; s < 65; s++)
        if (sigismember(&blocked, s) == 1)
            printf("signal %d is blocked\n", s);
}

static _Atomic int strangers, heard;
static __thread int ours;

static void on_signal(int s)
{
    (void)s;
    if (!ours)
        strangers++;
    heard++;
}

static void looks(void)
{
    double wrong = 1;
    int status;
    ours = 1;
    signal(SIGUSR1, on_signal);
    work(300);
    print_fds();
    /* Blocked in the program's only thread: a thread of ours that takes signals would get it now. */
    sigset_t usr1;
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &usr1, NULL);
    for (int i = 0; i < 100; i++) {
        kill(getpid(), SIGUSR1);
        launch();
        usleep(1000);
    }
    pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
    need(heard > 0, "a signal was lost");
    signal(SIGUSR1, SIG_DFL);
    print_signals();
    printf("signals: %d to strangers\n", strangers);
    errno = 4242;
    work(3000);
    printf("errno %d after calls\n", errno);
    errno = 4242;
    cl_int error = clSetKernelArg(kernel, 2, sizeof wrong, &wrong);
    printf("code %d, errno %d after a failed call\n", error, errno);
    close(2);
    errno = 4242;
    error = clSetKernelArg(kernel, 77, sizeof wrong, &wrong);
    printf("code %d, errno %d without stderr\n", error, errno);
    pid_t none = waitpid(-1, &status, WNOHANG);
    printf("wait %d %d\n", (int)none, errno == ECHILD);
}

static const struct {
    const char *name;
    void (*run)(void);
} ways[] = {
    {"endless", endless},      {"abort", aborts},
    {"_exit", leaves},         {"main-ends", main_ends},
    {"exec", execs},           {"plain", plain},
    {"exit-busy", exits_busy}, {"fork", forks},
    {"churn", churns},         {"close-fds", closes_fds},
    {"chdir", changes_folder}, {"chroot", changes_root},
    {"no-files", no_files},    {"small-files", small_files},
    {"flood", floods},         {"stacks", many_stacks},
    {"look", looks},           {"fork-in-callback", forks_in_callback},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(ways[i].name, argv[1]) != 0)
            continue;
        set_up();
        ways[i].run();
        return 0;
    }
    fprintf(stderr, "usage: lives WAY\n");
    return 2;
}

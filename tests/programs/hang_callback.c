/* Nobody waits inside OpenCL: the program sleeps until a callback tells it to go on. */
//!
//! finding id=kernel-hang kernel=k line=@launch waits=[] evidence.candidates=1
//! options --timeout 1
//! interrupt kernel-hang
//! exit 130
#include "hang.h"

static const char kernels[] = "kernel void k(global volatile int *flag)\n"
                              "{\n"
                              "    while (flag[0] == 0)\n"
                              "        ;\n"
                              "}\n";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int finished;

static void CL_CALLBACK note(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)status;
    (void)data;
    pthread_mutex_lock(&lock);
    finished = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    begin(kernels);
    set_buffer(0, ints(1, !FAULT));
    cl_event event = enqueue_on(queue, 1, 0, 0, NULL); // @launch
    CHECK(clSetEventCallback(event, CL_COMPLETE, note, NULL) == CL_SUCCESS);
    clFlush(queue);
    sleep(FAULT ? 0 : LONG_S);
    pthread_mutex_lock(&lock);
    while (!finished)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    clReleaseEvent(event);
    return end();
}

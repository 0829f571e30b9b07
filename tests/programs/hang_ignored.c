/* The program does not end by Ctrl-C: what was found is in the report when it is killed. */
//!
//! finding id=kernel-hang kernel=k line=@launch
//! options --timeout 1
//! interrupt kernel-hang
//! exit 137
#include "hang.h"

static const char kernels[] = "kernel void k(global volatile int *flag)\n"
                              "{\n"
                              "    while (flag[0] == 0)\n"
                              "        ;\n"
                              "}\n";

static void die(int unused)
{
    (void)unused;
    kill(getpid(), SIGKILL);
}

/* As an interpreter does: it notes the signal, and goes on waiting. */
static void note(int unused)
{
    (void)unused;
    signal(SIGALRM, die);
    alarm(1);
}

int main(void)
{
    signal(SIGINT, note);
    begin(kernels);
    set_buffer(0, ints(1, !FAULT));
    start(1, 0); // @launch
    CHECK(clFinish(queue) == CL_SUCCESS);
    return end();
}

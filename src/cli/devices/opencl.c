#include "cli/devices/opencl.h"

#include <dlfcn.h>
#include <stdio.h>

bool cld_opencl_open(struct cld_opencl *cl, char error[CLD_OPENCL_ERROR_MAX])
{
    cl->handle = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!cl->handle) {
        snprintf(error, CLD_OPENCL_ERROR_MAX, "%s", dlerror());
        return false;
    }
#define CLD_FIND(name)                                                                                       \
    *(void **)&cl->name = dlsym(cl->handle, #name);                                                          \
    if (!cl->name) {                                                                                         \
        snprintf(error, CLD_OPENCL_ERROR_MAX, "%s", dlerror());                                              \
        return false;                                                                                        \
    }
    CLD_OPENCL_FUNCTIONS(CLD_FIND)
#undef CLD_FIND
    return true;
}

/* Functions of a sub-group in a branch that some of its work-items take; and in one that whole sub-groups
 * take. */
//! needs sub-groups
//! finding id=barrier-divergence kernel=k source="branch: get_sub_group_local_id() < FAULT * 2" line=@launch barrier.decision=branch message~="of a sub-group come to `sub_group_reduce_add"
//! checked
#include "bounds.h"

static const char kernels[] = "#ifdef cl_khr_subgroups\n"
                              "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
                              "#endif\n"
                              "kernel void k(global int *out, global const int *in, int n)\n"
                              "{\n"
                              "    int i = get_global_id(0), x = 0;\n"
                              "    if (get_sub_group_id() == 0)\n"
                              "        x = sub_group_reduce_add(in[i]);\n"
                              "    if (get_sub_group_local_id() < FAULT * 2)\n" // #branch
                              "        x += sub_group_reduce_add(in[i]);\n"
                              "    if (in[i] == 1)\n"
                              "        x += sub_group_broadcast(in[i], 0);\n"
                              "    out[i] = x;\n"
                              "}\n";

int main(void)
{
    cl_int host[COUNT];
    char extensions[4096] = "";
    cl_int error = clGetPlatformIDs(1, &platform, NULL);
    if (error == CL_SUCCESS && clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS)
        clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL);
    if (!strstr(extensions, "cl_khr_subgroups") && !strstr(extensions, "cl_intel_subgroups"))
        return 77;
    begin_with(kernels, "-cl-std=CL3.0");
    set_buffer(0, ints(COUNT, 0));
    set_buffer(1, ints(COUNT, 1));
    set_int(2, COUNT);
    run_groups(COUNT, 32); // @launch
    get(buffers[0], host, sizeof host);
    CHECK(FAULT || (host[0] > 1 && host[63] == 1));
    return end();
}

/* Images and samplers, as arguments that change; clEnqueueTask; a launch whose group size the driver chooses.
 */
#include "way.h"

static const char text[] =
    "kernel void sample(read_only image2d_t image, sampler_t s, global int *a)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    a[i] = (int)(read_imagef(image, s, (float2)(i - 100 + 0.25f, 0.5f)).x * 1000);\n"
    "}\n"
    "kernel void one(global int *a) { a[0] += 1000 * get_global_size(0) + get_local_size(0); }\n";

int main(void)
{
    const cl_image_format format = {CL_R, CL_FLOAT};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 2};
    cl_float texels[128];
    cl_int error;
    for (int i = 0; i < 128; i++)
        texels[i] = (float)i;
    set_up();
    cl_program p = built(text, "");
    cl_kernel k = kernel_of(p, "sample"), one = kernel_of(p, "one");
    cl_mem image =
        clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc, texels, &error);
    must(error, "clCreateImage");
    cl_mem a = numbers();
    must(clSetKernelArg(k, 0, sizeof image, &image), "clSetKernelArg");
    must(clSetKernelArg(k, 2, sizeof a, &a), "clSetKernelArg");
    cl_addressing_mode modes[] = {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP};
    for (int i = 0; i < 2; i++) {
        cl_sampler s =
            clCreateSampler(context, CL_FALSE, modes[i], i ? CL_FILTER_NEAREST : CL_FILTER_LINEAR, &error);
        must(error, "clCreateSampler");
        must(clSetKernelArg(k, 1, sizeof s, &s), "clSetKernelArg");
        launch(k);
        print_ints(i ? "clamped" : "edge", a);
        clReleaseSampler(s);
    }
    must(clSetKernelArg(one, 0, sizeof a, &a), "clSetKernelArg");
    must(clEnqueueTask(queue, one, 0, NULL, NULL), "clEnqueueTask");
    print_ints("task", a);
    clReleaseMemObject(a);
    clReleaseMemObject(image);
    clReleaseKernel(k);
    clReleaseKernel(one);
    clReleaseProgram(p);
    tear_down();
    return 0;
}

/* A read of an image whose origin was moved, and the region was not made smaller. */
//!
//! finding id=transfer-out-of-bounds severity=error code=-30 call=clEnqueueReadImage line=@read arg=region object=image message~="by 8 elements of 4 bytes"
#include "support.h"

int main(void)
{
    static char host[4 * BYTES];
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 32, .image_height = 16};
    const size_t origin[3] = {8, 0, 0}, region[3] = {FAULT ? 32 : 24, 16, 1};
    set_up();
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
    clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, host, 0, NULL, NULL); // @read
    clReleaseMemObject(image);
    tear_down();
    return 0;
}

/* An image of 32 x 16 elements of 4 bytes into a buffer that was sized without the 4. */
//!
//! finding id=transfer-out-of-bounds severity=error code=-30 call=clEnqueueCopyImageToBuffer line=@copy arg=region object=buffer created=@made evidence.bytes_past_end=1536
#include "support.h"

int main(void)
{
    static char host[4 * BYTES];
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 32, .image_height = 16};
    const size_t origin[3] = {0, 0, 0}, region[3] = {32, 16, 1};
    (void)host;
    set_up();
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
    cl_mem buffer =
        clCreateBuffer(context, CL_MEM_READ_WRITE, 32 * 16 * (FAULT ? 1 : 4), NULL, NULL); // @made
    clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, 0, 0, NULL, NULL);    // @copy
    clFinish(queue);
    clReleaseMemObject(image);
    clReleaseMemObject(buffer);
    tear_down();
    return 0;
}

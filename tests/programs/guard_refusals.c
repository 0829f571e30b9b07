/* What passes a buffer's end is refused as bare, though the driver has a larger buffer. */
//! correct only
//! options --check=guard
#include "guard.h"

#include <stdbool.h>

#define SIZE 1000

static cl_mem small, large, plain;
static char host[8192];

static void transfers(size_t offset, size_t size, cl_int want)
{
    cl_int error, pattern = 0;
    CHECK(clEnqueueReadBuffer(queue, small, CL_TRUE, offset, size, host, 0, NULL, NULL) == want);
    CHECK(clEnqueueWriteBuffer(queue, small, CL_TRUE, offset, size, host, 0, NULL, NULL) == want);
    CHECK(clEnqueueCopyBuffer(queue, small, large, offset, 0, size, 0, NULL, NULL) == want);
    CHECK(clEnqueueCopyBuffer(queue, large, small, 0, offset, size, 0, NULL, NULL) == want);
    CHECK(clEnqueueFillBuffer(queue, small, &pattern, 4, offset, size, 0, NULL, NULL) == want);
    void *mapped =
        clEnqueueMapBuffer(queue, small, CL_TRUE, CL_MAP_READ, offset, size, 0, NULL, NULL, &error);
    CHECK(error == want && !mapped == (want != CL_SUCCESS));
    if (mapped)
        CHECK(clEnqueueUnmapMemObject(queue, small, mapped, 0, NULL, NULL) == CL_SUCCESS);
}

static void rectangles(size_t row, cl_int want)
{
    const size_t origin[3] = {0, 0, 0}, region[3] = {row, 10, 1};
    CHECK(clEnqueueReadBufferRect(queue, small, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host, 0, NULL,
                                  NULL) == want);
    CHECK(clEnqueueWriteBufferRect(queue, small, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host, 0, NULL,
                                   NULL) == want);
    CHECK(clEnqueueCopyBufferRect(queue, small, large, origin, origin, region, 0, 0, 0, 0, 0, NULL, NULL) ==
          want);
    CHECK(clEnqueueCopyBufferRect(queue, large, small, origin, origin, region, 0, 0, 0, 0, 0, NULL, NULL) ==
          want);
}

static void parts(size_t origin, size_t size, cl_int want)
{
    cl_int error;
    const cl_buffer_region region = {origin, size};
    cl_mem part = clCreateSubBuffer(small, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    CHECK(error == want && !part == (want != CL_SUCCESS));
    if (part)
        clReleaseMemObject(part);
}

/* 16 bytes an element. The specification names no code for an image that is larger than its buffer, and an
 * H200's driver takes it: what is said of `small` must be what is said of `plain`, which is as large, and has
 * no band. */
static cl_int image_of(cl_mem buffer, size_t width, cl_mem *image)
{
    cl_int error;
    const cl_image_format format = {CL_RGBA, CL_FLOAT};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = width, .mem_object = buffer};
    *image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    return error;
}

static void images(size_t width)
{
    cl_mem image, plain_image;
    size_t is = 0;
    cl_int want = image_of(plain, width, &plain_image), error = image_of(small, width, &image);
    CHECK(error == want && !image == !plain_image);
    if (plain_image)
        clReleaseMemObject(plain_image);
    if (!image)
        return;
    CHECK(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof is, &is, NULL) == CL_SUCCESS && is == width);
    clReleaseMemObject(image);
}

static void image_copies(size_t offset, cl_int want)
{
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 10, .image_height = 10};
    const size_t origin[3] = {0, 0, 0}, region[3] = {10, 10, 1};
    cl_int error;
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    CHECK(clEnqueueCopyImageToBuffer(queue, image, small, origin, region, offset, 0, NULL, NULL) == want);
    CHECK(clEnqueueCopyBufferToImage(queue, small, image, offset, origin, region, 0, NULL, NULL) == want);
    clFinish(queue);
    clReleaseMemObject(image);
}

int main(void)
{
    begin(poke);
    small = keep(new_buffer(SIZE));
    large = keep(new_buffer(8192));
    static char bytes[SIZE];
    cl_int error;
    plain = keep(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, SIZE, bytes, &error));
    CHECK(error == CL_SUCCESS);
    transfers(0, SIZE, CL_SUCCESS);
    transfers(996, 4, CL_SUCCESS);
    transfers(0, SIZE + 4, CL_INVALID_VALUE);
    transfers(996, 8, CL_INVALID_VALUE);
    transfers(1000, 4, CL_INVALID_VALUE);
    transfers(1100, 4, CL_INVALID_VALUE);
    transfers(4096, 4, CL_INVALID_VALUE);
    transfers(SIZE_MAX - 3, 8, CL_INVALID_VALUE);
    rectangles(100, CL_SUCCESS);
    rectangles(101, CL_INVALID_VALUE);
    parts(512, 488, CL_SUCCESS);
    parts(512, 489, CL_INVALID_VALUE);
    parts(1024, 4, CL_INVALID_VALUE);
    images(62);
    images(63);
    images(90);
    images(4000);
    image_copies(600, CL_SUCCESS);
    image_copies(604, CL_INVALID_VALUE);
    clFinish(queue);
    return end();
}

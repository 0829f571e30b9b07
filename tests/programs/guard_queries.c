/* What a program may ask about its buffers is answered as bare, before and after launches. */
//! correct only
//! options --kernels ''
#include "guard.h"

static cl_uint refs_of(cl_mem buffer)
{
    cl_uint refs = 0;
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof refs, &refs, NULL) == CL_SUCCESS);
    return refs;
}

static size_t size_of(cl_mem buffer)
{
    size_t size = 0, back = 0;
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, &back) == CL_SUCCESS &&
          back == sizeof size);
    return size;
}

static cl_uint context_refs(void)
{
    cl_uint refs = 0;
    CHECK(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof refs, &refs, NULL) == CL_SUCCESS);
    return refs;
}

static int destroyed;

static void CL_CALLBACK gone(cl_mem buffer, void *user)
{
    (void)buffer;
    (void)user;
    destroyed++;
}

static void ask(cl_mem buffer, size_t size)
{
    cl_mem_flags flags = 0;
    void *host = &flags;
    CHECK(size_of(buffer) == size && refs_of(buffer) == 1);
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL) == CL_SUCCESS &&
          flags == CL_MEM_READ_WRITE);
    CHECK(clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR, sizeof host, &host, NULL) == CL_SUCCESS && !host);
}

int main(void)
{
    cl_mem parent = NULL;
    cl_ulong most = 0;
    cl_int error;
    begin(poke);
    cl_uint before = context_refs();
    cl_mem out = new_buffer(1000), part = middle_of(out, 512, 256);
    cl_uint with = context_refs();
    CHECK(size_of(out) == 1000 && size_of(part) == 256);
    CHECK(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL) == CL_SUCCESS &&
          parent == out);
    clReleaseMemObject(buffers[--n_buffers]);
    ask(out, 1000);
    set_poke(kernel, out, 249, 1);
    run(1);
    ask(out, 1000);
    CHECK(clEnqueueMigrateMemObjects(queue, 1, &out, 0, 0, NULL, NULL) == CL_SUCCESS &&
          clFinish(queue) == CL_SUCCESS);
    ask(out, 1000);
    CHECK(context_refs() <= with);
    CHECK(clSetMemObjectDestructorCallback(out, gone, NULL) == CL_SUCCESS);
    clRetainMemObject(out);
    CHECK(refs_of(out) == 2);
    clReleaseMemObject(out);
    CHECK(!destroyed);
    clReleaseMemObject(out);
    for (int i = 0; i < 2000 && !destroyed; i++)
        usleep(1000);
    CHECK(destroyed == 1);
    CHECK(context_refs() == before);
    /* The most that the device allows: no room for a band. */
    clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    out = clCreateBuffer(context, CL_MEM_READ_WRITE, (size_t)most, NULL, &error);
    CHECK(error == CL_SUCCESS && size_of(out) == most);
    clReleaseMemObject(out);
    return end();
}

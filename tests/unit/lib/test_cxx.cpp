// The library used from C++: the headers compile, link, and cld_args() finds the right overloads.
#include <cldoctor/cldoctor.h>
#include <cstdio>

static cl_int run(cl_float *result)
{
    cld_context *context = nullptr;
    cld_program *program = nullptr;
    cl_kernel kernel = nullptr;
    cl_mem out = nullptr;
    const size_t one = 1;
    const cl_float2 pair = {{3, 4}};
    cl_int err = CL_SUCCESS;
    CLD_TRY(err = cld_context_new(nullptr, 0, &context), cleanup);
    CLD_TRY(err = cld_program_new(cld_context_cl(context), cld_context_device(context), &program), cleanup);
    CLD_TRY(err = cld_program_add_source(
                program, "cxx.cl",
                "kernel void k(global float *out, local float *tile, int i, float2 pair)\n"
                "{ tile[0] = pair.x * pair.y; *out = tile[0] + i; }"),
            cleanup);
    CLD_TRY(err = cld_program_build(program), cleanup);
    CLD_TRY(err = cld_program_kernel(program, "k", &kernel), cleanup);
    out = clCreateBuffer(cld_context_cl(context), CL_MEM_WRITE_ONLY, sizeof(*result), nullptr, &err);
    CLD_TRY_NAMED(err, "clCreateBuffer", cleanup);
    CLD_TRY(err = cld_args(kernel, out, cld_local(4), 30, pair), cleanup);
    CLD_TRY(err = cld_launch(cld_context_queue(context), kernel, 1, &one, &one, 0, nullptr, nullptr),
            cleanup);
    CLD_TRY(err = clEnqueueReadBuffer(cld_context_queue(context), out, CL_TRUE, 0, sizeof(*result), result, 0,
                                      nullptr, nullptr),
            cleanup);
cleanup:
    if (out)
        clReleaseMemObject(out);
    if (kernel)
        clReleaseKernel(kernel);
    cld_program_free(program);
    cld_context_free(context);
    return err;
}

int main()
{
    cl_float result = 0;
    if (run(&result) != CL_SUCCESS || result != 42.0F) {
        std::fprintf(stderr, "got %g, expected 42\n", static_cast<double>(result));
        return 1;
    }
    return 0;
}

/* Headers, two units with prototypes of each other, a library; all inputs are released before the first
 * launch. */
#include "way.h"

static cl_program compiled(const char *text, const char *options, cl_uint n, const cl_program *headers,
                           const char **names)
{
    cl_program p = with_source(text);
    must(clCompileProgram(p, 0, NULL, options, n, headers, names, NULL, NULL), "clCompileProgram");
    return p;
}

int main(void)
{
    cl_int error;
    set_up();
    cl_program header = with_source("#define STEP 7\nint scaled(int x);\nint helper(int x);\n");
    const char *name = "inc/steps.h";
    cl_program main_part =
        compiled("#include \"inc/steps.h\"\nkernel void run(global int *a) { int i = get_global_id(0); "
                 "a[i] = scaled(a[i]) + helper(i) * MORE; }\n",
                 "-DMORE=2", 1, &header, &name);
    cl_program other =
        compiled("#include \"inc/steps.h\"\nint scaled(int x) { return x * STEP; }\n", "", 1, &header, &name);
    cl_program helper = compiled("int helper(int x) { return x % 5; }\n", "", 0, NULL, NULL);
    clReleaseProgram(header);
    cl_program library = clLinkProgram(context, 0, NULL, "-create-library", 1, &helper, NULL, NULL, &error);
    if (!library) {
        printf("no libraries here: %d\n", error);
        library = helper;
        clRetainProgram(library);
    }
    cl_program parts[] = {main_part, other, library};
    cl_program p = clLinkProgram(context, 1, &device, "", 3, parts, NULL, NULL, &error);
    must(error, "clLinkProgram");
    for (int i = 0; i < 3; i++)
        clReleaseProgram(parts[i]);
    clReleaseProgram(helper);
    cl_kernel k = kernel_of(p, "run");
    cl_mem a = numbers();
    must(clSetKernelArg(k, 0, sizeof a, &a), "clSetKernelArg");
    launch(k);
    print_ints("linked", a);
    print_refs("at last", 4, p, k);
    clReleaseMemObject(a);
    clReleaseKernel(k);
    clReleaseProgram(p);
    print_refs("when released", 2, NULL, NULL);
    tear_down();
    return 0;
}

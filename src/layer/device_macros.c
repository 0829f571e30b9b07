#include "layer/device_macros.h"

#include "layer/twin_cache.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_PER_TEXT 32 /* keeps a string literal below the 4095 characters that C99 promises */
#define BUILDS_AT_MOST 40
#define CACHED_AT_MOST 64 /* sets of options in one process */

/* What programs test for: with these known, most need no second probe. */
/*
 * No macro: whether a pointer without an address space is generic. NVIDIA's compiler takes it so without
 * -cl-std, with
 * __OPENCL_C_VERSION__ 120; a twin that was made for private pointers then fails.
 */
#define GENERIC "__cld_generic"
#define GENERIC_MARK "\\001" /* in the probe's text, where its kernel puts 1 or 0 */

static const char *const standard_names[] = {
    GENERIC, "__OPENCL_VERSION__", "__OPENCL_C_VERSION__", "__OPENCL_CPP_VERSION__", "CL_VERSION_1_0",
    "CL_VERSION_1_1", "CL_VERSION_1_2", "CL_VERSION_2_0", "CL_VERSION_2_1", "CL_VERSION_2_2",
    "CL_VERSION_3_0",
    /* the specification's */
    "__ENDIAN_LITTLE__", "__IMAGE_SUPPORT__", "__FAST_RELAXED_MATH__", "__EMBEDDED_PROFILE__",
    "__ROUNDING_MODE__", "FP_FAST_FMA", "FP_FAST_FMAF", "FP_FAST_FMA_HALF", "__kernel_exec", "kernel_exec",
    "NULL", "NAN", "INFINITY", "HUGE_VAL", "HUGE_VALF", "MAXFLOAT", "M_PI", "M_PI_F", "M_E", "M_E_F",
    "CHAR_BIT", "CHAR_MIN", "CHAR_MAX", "SCHAR_MAX", "UCHAR_MAX", "SHRT_MAX", "USHRT_MAX", "INT_MAX",
    "INT_MIN", "UINT_MAX", "LONG_MAX", "LONG_MIN", "ULONG_MAX", "FLT_MAX", "FLT_MIN", "FLT_EPSILON",
    "FLT_DIG", "FLT_MANT_DIG", "FLT_RADIX", "DBL_MAX", "DBL_MIN", "DBL_EPSILON", "DBL_DIG", "HALF_MAX",
    "HALF_MIN", "true", "false", "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE", "CLK_IMAGE_MEM_FENCE",
    "ATOMIC_VAR_INIT", "ATOMIC_FLAG_INIT", "CL_VERSION",
    /* compilers, vendors, targets */
    "__clang__", "__clang_major__", "__clang_minor__", "__GNUC__", "__GNUC_MINOR__", "__llvm__",
    "__VERSION__", "__STDC__", "__STDC_VERSION__", "__STDC_HOSTED__", "__cplusplus", "__OPTIMIZE__",
    "__NO_INLINE__", "__OBJC__", "_MSC_VER", "__INTEL_COMPILER", "__CUDACC__", "__CUDA_ARCH__", "__HIPCC__",
    "__SYCL_DEVICE_ONLY__", "__NV_CL_C_VERSION", "__NVCC__", "__NVPTX__", "__PTX__", "__AMD__", "__AMDGCN__",
    "__AMDGCN_WAVEFRONT_SIZE", "__AMDGCN_WAVEFRONT_SIZE__", "__AMDIL__", "__ATI__", "__GPU__", "__CPU__",
    "__CPU", "__GPU", "__ACC__", "__POCL__", "POCL_DEVICE_ADDRESS_BITS", "__SPIR__", "__SPIR32__",
    "__SPIR64__", "__SPIRV__", "__INTEL__", "__INTEL_GFX__", "__OPENCL_HOST__", "OPENCL_VERSION", "__APPLE__",
    "__APPLE_CC__", "__ARM_ARCH", "__arm__", "__aarch64__", "__x86_64__", "__i386__", "__amd64__",
    "__powerpc__", "__riscv", "__mips__", "__r600__", "__BEAVER__", "__Tahiti__", "__Cayman__", "__Cypress__",
    "__gfx900__", "__gfx906__", "__gfx908__", "__gfx90a__", "__gfx1030__", "__gfx1100__", "__ADRENO__",
    "__MALI__", "__linux__", "__linux", "linux", "__unix__", "unix", "_WIN32", "_WIN64", "WIN32",
    "__MACOSX__", "__ANDROID__", "__BIG_ENDIAN__", "__LITTLE_ENDIAN__", "__BYTE_ORDER__",
    "__ORDER_LITTLE_ENDIAN__", "__ORDER_BIG_ENDIAN__", "_LP64", "__LP64__", "__SIZEOF_POINTER__",
    "__SIZEOF_SIZE_T__", "__SIZEOF_LONG__", "__CHAR_BIT__", "__CHAR_UNSIGNED__", "__FINITE_MATH_ONLY__",
    "__FAST_MATH__", "__SSE2__", "__AVX__", "__AVX2__", "__FMA__", "__OPENCLCC__", "__xilinx__", "__XILINX__",
    "FPGA_DEVICE", "INTELFPGA_CL", "ALTERA_CL", "OCLGRIND", "cles_khr",
    /* extensions that programs test for wherever they run; the device's own list is added */
    "cl_khr_fp64", "cl_khr_fp16", "cl_amd_fp64", "cl_khr_select_fprounding_mode",
    "cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics",
    "cl_khr_local_int32_base_atomics", "cl_khr_local_int32_extended_atomics", "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics", "cl_khr_byte_addressable_store", "cl_khr_3d_image_writes",
    "cl_khr_gl_sharing", "cl_khr_icd", "cl_khr_spir", "cl_khr_il_program", "cl_khr_mipmap_image",
    "cl_khr_mipmap_image_writes", "cl_khr_depth_images", "cl_khr_gl_msaa_sharing", "cl_khr_srgb_image_writes",
    "cl_khr_subgroups", "cl_khr_subgroup_named_barrier", "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_non_uniform_vote", "cl_khr_subgroup_ballot", "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_shuffle", "cl_khr_subgroup_shuffle_relative", "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_rotate", "cl_khr_extended_bit_ops", "cl_khr_integer_dot_product",
    "cl_khr_extended_async_copies", "cl_khr_async_work_group_copy_fence", "cl_khr_device_uuid",
    "cl_khr_pragma_unroll", "cl_khr_expect_assume", "cl_khr_kernel_clock",
    "cl_khr_work_group_uniform_arithmetic", "cl_ext_float_atomics", "cl_ext_device_fission",
    "cl_ext_atomic_counters_32", "cl_amd_printf", "cl_amd_media_ops", "cl_amd_media_ops2", "cl_amd_popcnt",
    "cl_amd_vec3", "cl_amd_device_attribute_query", "cl_intel_printf", "cl_intel_subgroups",
    "cl_intel_subgroups_short", "cl_intel_subgroups_char", "cl_intel_required_subgroup_size",
    "cl_intel_media_block_io", "cl_intel_planar_yuv", "cl_intel_channels", "cl_intel_exec_by_local_thread",
    "cl_nv_pragma_unroll", "cl_nv_compiler_options", "cl_nv_device_attribute_query", "cl_arm_printf",
    "cl_arm_core_id", "cl_arm_integer_dot_product_int8", "cl_arm_integer_dot_product_accumulate_int8",
    "cl_qcom_subgroup_shuffle", "cl_qcom_reqd_sub_group_size", "cl_clang_storage_class_specifiers",
    "cl_APPLE_SetMemObjectDestructor",
    /* features of OpenCL C 3.0 */
    "__opencl_c_3d_image_writes", "__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_device", "__opencl_c_atomic_scope_all_devices", "__opencl_c_device_enqueue",
    "__opencl_c_generic_address_space", "__opencl_c_fp16", "__opencl_c_fp64", "__opencl_c_images",
    "__opencl_c_int64", "__opencl_c_pipes", "__opencl_c_program_scope_global_variables",
    "__opencl_c_read_write_images", "__opencl_c_subgroups", "__opencl_c_work_group_collective_functions",
    "__opencl_c_integer_dot_product_input_4x8bit", "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "__opencl_c_kernel_clock_scope_device", "__opencl_c_kernel_clock_scope_work_group",
    "__opencl_c_kernel_clock_scope_sub_group", "__opencl_c_ext_fp16_global_atomic_load_store",
    "__opencl_c_ext_fp16_local_atomic_load_store", "__opencl_c_ext_fp16_global_atomic_add",
    "__opencl_c_ext_fp16_local_atomic_add", "__opencl_c_ext_fp16_global_atomic_min_max",
    "__opencl_c_ext_fp16_local_atomic_min_max", "__opencl_c_ext_fp32_global_atomic_add",
    "__opencl_c_ext_fp32_local_atomic_add", "__opencl_c_ext_fp32_global_atomic_min_max",
    "__opencl_c_ext_fp32_local_atomic_min_max", "__opencl_c_ext_fp64_global_atomic_add",
    "__opencl_c_ext_fp64_local_atomic_add", "__opencl_c_ext_fp64_global_atomic_min_max",
    "__opencl_c_ext_fp64_local_atomic_min_max"};

/* No macros, or macros whose value has no meaning away from its place, or what stops a preprocessor. */
static const char *const no_names[] = {
    "defined", "__LINE__", "__FILE__", "__FILE_NAME__", "__BASE_FILE__", "__INCLUDE_LEVEL__", "__COUNTER__",
    "__DATE__", "__TIME__", "__TIMESTAMP__", "__VA_ARGS__", "__VA_OPT__", "_Pragma", "__pragma", "__func__",
    "__FUNCTION__", "__PRETTY_FUNCTION__", "__is_identifier", "__building_module", "__is_target_arch",
    "__is_target_vendor", "__is_target_os", "__is_target_environment", "__is_target_variant_os",
    "__is_target_variant_environment",
    /* keywords: the probe is written with them */
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
    "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short",
    "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile",
    "while", "_Bool", "bool", "half", "uchar", "ushort", "uint", "ulong", "size_t", "__kernel", "kernel",
    "__global", "global", "__local", "local", "__constant", "constant", "__private", "private", "__generic",
    "generic", "__read_only", "read_only", "__write_only", "write_only", "__read_write", "read_write",
    "__attribute__"};

bool cld_is_identifier(const char *text)
{
    if (!isalpha((unsigned char)text[0]) && text[0] != '_')
        return false;
    for (const char *p = text; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            return false;
    return strlen(text) < 1024;
}

static bool can_be_asked(const char *name)
{
    if (!cld_is_identifier(name) || strncmp(name, "__has_", 6) == 0 || strncmp(name, "cld_probe", 9) == 0)
        return false;
    for (size_t i = 0; i < sizeof no_names / sizeof no_names[0]; i++)
        if (strcmp(name, no_names[i]) == 0)
            return false;
    return true;
}

/* ---- lists --------------------------------------------------------------------------------------------- */

const struct cld_macro *cld_macros_find(const struct cld_macros *m, const char *name)
{
    for (size_t i = 0; i < m->n; i++)
        if (strcmp(m->items[i].name, name) == 0)
            return &m->items[i];
    return NULL;
}

bool cld_macros_add(struct cld_macros *m, const char *name, const char *value)
{
    if (m->n == m->room) {
        size_t room = m->room ? 2 * m->room : 256;
        struct cld_macro *more = realloc(m->items, room * sizeof *more);
        if (!more)
            return false;
        m->items = more;
        m->room = room;
    }
    struct cld_macro one = {strdup(name), value ? strdup(value) : NULL};
    if (!one.name || (value && !one.value)) {
        free(one.name);
        free(one.value);
        return false;
    }
    m->items[m->n++] = one;
    return true;
}

void cld_macros_free(struct cld_macros *m)
{
    for (size_t i = 0; i < m->n; i++) {
        free(m->items[i].name);
        free(m->items[i].value);
    }
    free(m->items);
    *m = (struct cld_macros){0};
}

static bool add_all(struct cld_macros *to, const struct cld_macros *from)
{
    for (size_t i = 0; i < from->n; i++)
        if (!cld_macros_find(to, from->items[i].name) &&
            !cld_macros_add(to, from->items[i].name, from->items[i].value))
            return false;
    return true;
}

/* ---- the device ---------------------------------------------------------------------------------------- */

char *cld_device_text(const cl_icd_dispatch *next, cl_device_id device, cl_device_info what)
{
    size_t size = 0;
    if (next->clGetDeviceInfo(device, what, 0, NULL, &size) != CL_SUCCESS)
        size = 0;
    char *text = calloc(1, size + 1);
    if (text && size && next->clGetDeviceInfo(device, what, size, text, NULL) != CL_SUCCESS)
        text[0] = '\0';
    return text;
}

static void add_info(const cl_icd_dispatch *next, cl_device_id device, struct cld_message *m, const char *key,
                     cl_device_info what)
{
    char *text = cld_device_text(next, device, what);
    cld_message_text(m, key, text ? text : "");
    free(text);
}

static void add_platform_version(const cl_icd_dispatch *next, cl_device_id device, struct cld_message *m)
{
    char version[256] = "";
    cl_platform_id platform = NULL;
    if (next->clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(cl_platform_id), &platform, NULL) !=
            CL_SUCCESS ||
        !next->clGetPlatformInfo ||
        next->clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL) != CL_SUCCESS)
        version[0] = '\0';
    version[sizeof version - 1] = '\0';
    cld_message_text(m, "platform", version);
}

void cld_device_identity(const cl_icd_dispatch *next, cl_device_id device, struct cld_message *m)
{
    const char *extra = getenv("POCL_EXTRA_BUILD_FLAGS"); /* more options, behind our back */
    cl_uint bits = 0;
    char text[16];
    next->clGetDeviceInfo(device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL);
    snprintf(text, sizeof text, "%u", bits);
    add_info(next, device, m, "name", CL_DEVICE_NAME);
    add_info(next, device, m, "vendor", CL_DEVICE_VENDOR);
    add_info(next, device, m, "driver", CL_DRIVER_VERSION);
    add_info(next, device, m, "version", CL_DEVICE_VERSION);
    add_info(next, device, m, "c-version", CL_DEVICE_OPENCL_C_VERSION);
    add_info(next, device, m, "its-extensions", CL_DEVICE_EXTENSIONS);
    add_platform_version(next, device, m);
    cld_message_text(m, "bits", text);
    cld_message_text(m, "extra", extra ? extra : "");
}

/* ---- options ------------------------------------------------------------------------------------------- */

/* Past one option: quotes and backslashes as clang takes them. */
static const char *past_option(const char *p)
{
    char quote = '\0';
    for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (quote && *p == quote)
            quote = '\0';
        else if (!quote && (*p == '"' || *p == '\''))
            quote = *p;
    }
    return p;
}

/* How many words the option that begins here takes that can't matter: 0, 1, 2. */
static int irrelevant_words(const char *p, size_t size)
{
    if (size >= 2 && p[0] == '-' && strchr("DUI", p[1]))
        return size == 2 ? 2 : 1;
    if (size == 8 && memcmp(p, "-include", 8) == 0)
        return 2;
    return size >= 7 && memcmp(p, "-Werror", 7) == 0 ? 1 : 0;
}

char *cld_relevant_options(const char *options)
{
    char *kept = malloc(strlen(options) + 2), *end = kept;
    int drop = 0;
    if (!kept)
        return NULL;
    for (const char *p = options + strspn(options, " \t\r\n\v\f"); *p; p += strspn(p, " \t\r\n\v\f")) {
        size_t size = (size_t)(past_option(p) - p);
        if (drop == 0)
            drop = irrelevant_words(p, size);
        if (drop > 0) {
            drop--;
        } else {
            if (end != kept)
                *end++ = ' ';
            memcpy(end, p, size);
            end += size;
        }
        p += size;
    }
    *end = '\0';
    return kept;
}

/* What every compiler knows: of relevant options, those of the specification. */
static void keep_standard_options(char *options)
{
    char *end = options;
    for (const char *p = options; *p; p += strspn(p, " ")) {
        size_t size = (size_t)(past_option(p) - p);
        if (strncmp(p, "-cl-", 4) == 0) {
            if (end != options)
                *end++ = ' ';
            memmove(end, p, size);
            end += size;
        }
        p += size;
    }
    *end = '\0';
}

/* ---- the probe ----------------------------------------------------------------------------------------- */

struct probe {
    const cl_icd_dispatch *next;
    cl_context context;
    cl_device_id device;
    char *options;
    bool plain;    /* no variadic macros: OpenCL C has none by its specification, though compilers do */
    bool prepared; /* it is known how an empty probe builds */
    int builds;
};

static void write_macros(FILE *f, bool plain)
{
    const char *parameters = plain ? "x" : "...", *use = plain ? "x" : "__VA_ARGS__";
    fprintf(f, "#define cld_probe_s(%s) #%s\n#define cld_probe_v(%s) cld_probe_s(%s)\n", parameters, use,
            parameters, use);
}

/* One line of text a name: "0", or "1" and the value. Values hold no line ends: # writes them as \n. */
static void write_texts(FILE *f, const char *const *names, size_t n)
{
    /* The first line is there to see that all this works. */
    fputs("__constant char cld_probe_0[] = \"x\" cld_probe_v(x) \"\\n\";\n", f);
    for (size_t i = 0; i < n; i++) {
        if (i % NAMES_PER_TEXT == 0)
            fprintf(f, "__constant char cld_probe_%zu[] = \"\"\n", i / NAMES_PER_TEXT + 1);
        if (strcmp(names[i], GENERIC) == 0)
            fputs("\"1" GENERIC_MARK "\\n\"\n", f);
        else
            fprintf(f, "#ifdef %s\n\"1\" cld_probe_v(%s) \"\\n\"\n#else\n\"0\\n\"\n#endif\n", names[i],
                    names[i]);
        if (i % NAMES_PER_TEXT == NAMES_PER_TEXT - 1 || i == n - 1)
            fputs(";\n", f);
    }
}

/* Stores whole ints: OpenCL 1.0 can't store bytes. */
static void write_kernel(FILE *f, size_t n)
{
    size_t texts = (n + NAMES_PER_TEXT - 1) / NAMES_PER_TEXT + 1;
    fputs("__kernel void cld_probe(__global int *cld_probe_out, int cld_probe_room)\n{\n"
          "    int cld_probe_at = 1, cld_probe_i;\n"
          "    int cld_probe_generic = __builtin_types_compatible_p(int *, __private int *) ? 48 : 49;\n",
          f);
    for (size_t i = 0; i < texts; i++)
        fprintf(
            f,
            "    for (cld_probe_i = 0; cld_probe_i < (int)sizeof(cld_probe_%zu) - 1; cld_probe_i++) {\n"
            "        if (cld_probe_at < cld_probe_room)\n"
            "            cld_probe_out[cld_probe_at] = cld_probe_%zu[cld_probe_i] == 1 ? cld_probe_generic : "
            "cld_probe_%zu[cld_probe_i];\n"
            "        cld_probe_at++;\n    }\n",
            i, i, i);
    fputs("    cld_probe_out[0] = cld_probe_at;\n}\n", f);
}

static char *write_source(const struct probe *p, const char *const *names, size_t n)
{
    char *source = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&source, &size);
    if (!f)
        return NULL;
    write_macros(f, p->plain);
    write_texts(f, names, n);
    write_kernel(f, n);
    bool failed = ferror(f) != 0;
    if (fclose(f) != 0 || failed) {
        free(source);
        return NULL;
    }
    return source;
}

static cl_kernel build(const struct probe *p, const char *source, cl_int *code)
{
    cl_kernel kernel = NULL;
    cl_program program = p->next->clCreateProgramWithSource(p->context, 1, &source, NULL, code);
    if (!program)
        return NULL;
    *code = p->next->clBuildProgram(program, 1, &p->device, p->options, NULL, NULL);
    if (*code == CL_SUCCESS)
        kernel = p->next->clCreateKernel(program, "cld_probe", code);
    p->next->clReleaseProgram(program); /* the kernel keeps it */
    return kernel;
}

/* `room` ints; out[0] tells how many it would take. */
static cl_int run_with(const struct probe *p, cl_command_queue queue, cl_kernel kernel, cl_int *out,
                       cl_int room)
{
    cl_int code;
    size_t size = (size_t)room * sizeof *out, one = 1;
    cl_mem buffer = p->next->clCreateBuffer(p->context, CL_MEM_READ_WRITE, size, NULL, &code);
    if (!buffer)
        return code;
    code = p->next->clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer);
    if (code == CL_SUCCESS)
        code = p->next->clSetKernelArg(kernel, 1, sizeof room, &room);
    if (code == CL_SUCCESS)
        code = p->next->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = p->next->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, out, 0, NULL, NULL);
    p->next->clReleaseMemObject(buffer);
    return code;
}

static char *to_text(const cl_int *out, cl_int n)
{
    char *text = malloc((size_t)n);
    for (cl_int i = 1; text && i < n; i++)
        text[i - 1] = (char)out[i];
    if (text)
        text[n - 1] = '\0';
    return text;
}

static cl_int run_on(const struct probe *p, cl_command_queue queue, cl_kernel kernel, char **text)
{
    cl_int code = CL_OUT_OF_RESOURCES, room = 16384;
    for (int tries = 0; tries < 2; tries++) {
        cl_int *out = calloc((size_t)room, sizeof *out);
        if (!out)
            return CL_OUT_OF_HOST_MEMORY;
        code = run_with(p, queue, kernel, out, room);
        cl_int needed = out[0];
        if (code == CL_SUCCESS && needed >= 1 && needed <= room)
            *text = to_text(out, needed);
        free(out);
        if (*text || code != CL_SUCCESS || needed <= room || needed > 1 << 24)
            break;
        room = needed;
    }
    return *text ? CL_SUCCESS : code == CL_SUCCESS ? CL_OUT_OF_RESOURCES : code;
}

/* CL_BUILD_PROGRAM_FAILURE and the like, or with CL_SUCCESS what the probe wrote. */
static cl_int run_probe(struct probe *p, const char *const *names, size_t n, char **text)
{
    cl_int code = CL_OUT_OF_HOST_MEMORY;
    *text = NULL;
    p->builds++;
    char *source = write_source(p, names, n);
    cl_kernel kernel = source ? build(p, source, &code) : NULL;
    free(source);
    if (!kernel)
        return code == CL_SUCCESS ? CL_INVALID_VALUE : code;
    cl_command_queue queue = p->next->clCreateCommandQueue(p->context, p->device, 0, &code);
    if (queue) {
        code = run_on(p, queue, kernel, text);
        p->next->clReleaseCommandQueue(queue);
    }
    p->next->clReleaseKernel(kernel);
    return code == CL_SUCCESS && !*text ? CL_INVALID_VALUE : code;
}

/* False: that is not what the probe writes. */
static bool read_values(const char *text, const char *const *names, size_t n, struct cld_macros *out)
{
    if (strncmp(text, "xx\n", 3) != 0)
        return false;
    text += 3;
    for (size_t i = 0; i < n; i++) {
        const char *end = strchr(text, '\n');
        if (!end || (*text != '0' && *text != '1'))
            return false;
        char *value = *text == '1' ? strndup(text + 1, (size_t)(end - text - 1)) : NULL;
        bool added = (*text == '0' || value) && cld_macros_add(out, names[i], value);
        free(value);
        if (!added)
            return false;
        text = end + 1;
    }
    return *text == '\0';
}

static cl_int try_probe(struct probe *p, const char *const *names, size_t n, struct cld_macros *out)
{
    char *text;
    struct cld_macros found = {0};
    cl_int code = run_probe(p, names, n, &text);
    if (code == CL_SUCCESS && (!read_values(text, names, n, &found) || !add_all(out, &found)))
        code = CL_INVALID_VALUE;
    cld_macros_free(&found);
    free(text);
    return code;
}

/* How does this compiler take any probe at all? */
static cl_int prepare(struct probe *p)
{
    cl_int code = CL_SUCCESS;
    struct cld_macros none = {0};
    for (int way = 0; way < 4; way++) {
        p->plain = way % 2;
        if (way == 2)
            keep_standard_options(p->options);
        code = try_probe(p, NULL, 0, &none);
        if (code == CL_SUCCESS)
            break;
    }
    p->prepared = true;
    return code;
}

/* A name that the compiler takes offence at must not cost us the others: halves, down to that one. */
static cl_int ask(struct probe *p, const char *const *names, size_t n, struct cld_macros *out)
{
    cl_int code = try_probe(p, names, n, out);
    if (code == CL_SUCCESS)
        return code;
    if (!p->prepared) {
        cl_int usable = prepare(p);
        return usable == CL_SUCCESS ? ask(p, names, n, out) : usable;
    }
    if (n == 1)
        return cld_macros_add(out, names[0], NULL) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (p->builds >= BUILDS_AT_MOST)
        return code;
    code = ask(p, names, n / 2, out);
    return code == CL_SUCCESS ? ask(p, names + n / 2, n - n / 2, out) : code;
}

static bool is_usable(const cl_icd_dispatch *next, cl_device_id device, char reason[CLD_REASON_MAX])
{
    cl_bool there = CL_FALSE;
    if (next->clCreateProgramWithSource && next->clBuildProgram && next->clCreateKernel &&
        next->clReleaseProgram && next->clReleaseKernel && next->clCreateCommandQueue &&
        next->clReleaseCommandQueue && next->clCreateBuffer && next->clReleaseMemObject &&
        next->clSetKernelArg && next->clEnqueueNDRangeKernel && next->clEnqueueReadBuffer &&
        next->clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof there, &there, NULL) ==
            CL_SUCCESS &&
        there)
        return true;
    snprintf(reason, CLD_REASON_MAX, "the device has no compiler");
    return false;
}

/* ---- what is known already ----------------------------------------------------------------------------- */

struct known {
    struct cld_twin_key key;
    struct cld_macros macros;
};

static struct known *all_known[CACHED_AT_MOST]; /* never freed */
static size_t n_known;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void cld_device_macros_lock(void)
{
    pthread_mutex_lock(&lock);
}

void cld_device_macros_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

static struct known *find_known(struct cld_twin_key key)
{
    for (size_t i = 0; i < n_known; i++)
        if (all_known[i]->key.low == key.low && all_known[i]->key.high == key.high)
            return all_known[i];
    return NULL;
}

static void remember(struct cld_twin_key key, const struct cld_macros *macros)
{
    pthread_mutex_lock(&lock);
    struct known *k = find_known(key);
    if (!k && n_known < CACHED_AT_MOST && (k = calloc(1, sizeof *k))) {
        k->key = key;
        all_known[n_known++] = k;
    }
    if (k)
        add_all(&k->macros, macros);
    pthread_mutex_unlock(&lock);
}

static void read_stored(struct cld_twin_key key, struct cld_macros *out)
{
    void *data;
    size_t size, at = 0;
    struct cld_item item;
    if (!cld_twin_cache_get(key, &data, &size))
        return;
    struct cld_message m = {.data = data, .size = size};
    while (cld_message_next(&m, &at, &item)) {
        char *text = cld_item_text(&item), *equals = text ? strchr(text, '=') : NULL;
        bool defined = cld_item_is(&item, "macro");
        if (equals)
            *equals = '\0';
        if (text && cld_is_identifier(text) && defined == (equals != NULL))
            cld_macros_add(out, text, defined ? equals + 1 : NULL);
        free(text);
    }
    free(data);
}

static void store(struct cld_twin_key key, const struct cld_macros *macros)
{
    struct cld_message m = {0};
    for (size_t i = 0; i < macros->n; i++) {
        const struct cld_macro *one = &macros->items[i];
        char *text = NULL;
        if (!one->value)
            cld_message_text(&m, "no-macro", one->name);
        else if (asprintf(&text, "%s=%s", one->name, one->value) >= 0) {
            cld_message_text(&m, "macro", text);
            free(text);
        }
    }
    if (!m.broken)
        cld_twin_cache_put(key, m.data, m.size);
    cld_message_free(&m);
}

static void recall(struct cld_twin_key key, struct cld_macros *out)
{
    pthread_mutex_lock(&lock);
    struct known *k = find_known(key);
    if (k)
        add_all(out, &k->macros);
    pthread_mutex_unlock(&lock);
    if (!k) {
        read_stored(key, out);
        if (out->n)
            remember(key, out);
    }
}

static struct cld_twin_key make_key(const cl_icd_dispatch *next, cl_device_id device, const char *options)
{
    struct cld_message m = {0};
    cld_message_text(&m, "macros", CLD_VERSION);
    cld_device_identity(next, device, &m);
    cld_message_text(&m, "options", options);
    struct cld_twin_key key = cld_twin_key(m.data, m.size);
    cld_message_free(&m);
    return key;
}

/* ---- together ------------------------------------------------------------------------------------------ */

/* Pointers to names that are not ours; those that are known, asked already or no names are left out. */
struct names {
    const char **list;
    size_t n, room;
};

static void want(struct names *w, const struct cld_macros *known, const char *name)
{
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->list[i], name) == 0)
            return;
    if (cld_macros_find(known, name) || !can_be_asked(name))
        return;
    if (w->n == w->room) {
        size_t room = w->room ? 2 * w->room : 512;
        const char **more = realloc(w->list, room * sizeof *more);
        if (!more)
            return;
        w->list = more;
        w->room = room;
    }
    w->list[w->n++] = name;
}

/* `extensions` is cut into its words, which `w` then points to. */
static void want_standard(struct names *w, const struct cld_macros *known, char *extensions)
{
    char *rest = NULL;
    for (size_t i = 0; i < sizeof standard_names / sizeof standard_names[0]; i++)
        want(w, known, standard_names[i]);
    for (char *e = strtok_r(extensions, " ", &rest); e; e = strtok_r(NULL, " ", &rest))
        want(w, known, e);
}

static bool add_unaskable(struct cld_macros *m, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cld_is_identifier(names[i]) && !cld_macros_find(m, names[i]) &&
            !cld_macros_add(m, names[i], NULL))
            return false;
    return true;
}

/* Completes `known` by what the device has to be asked. */
static bool learn(struct probe *p, struct cld_twin_key key, const char *const *names, size_t n,
                  struct cld_macros *known, char reason[CLD_REASON_MAX])
{
    struct names wanted = {0};
    cl_int code = CL_SUCCESS;
    char *extensions = cld_device_text(p->next, p->device, CL_DEVICE_EXTENSIONS);
    if (known->n == 0 && extensions)
        want_standard(&wanted, known, extensions);
    for (size_t i = 0; i < n; i++)
        want(&wanted, known, names[i]);
    if (wanted.n) {
        if (!is_usable(p->next, p->device, reason))
            code = CL_COMPILER_NOT_AVAILABLE;
        else if ((code = ask(p, wanted.list, wanted.n, known)) != CL_SUCCESS)
            snprintf(reason, CLD_REASON_MAX, "the device did not tell what its compiler defines (error %d)",
                     code);
        if (code == CL_SUCCESS) {
            remember(key, known);
            store(key, known);
        }
    }
    free(wanted.list);
    free(extensions);
    return code == CL_SUCCESS;
}

bool cld_device_macros(const cl_icd_dispatch *next, cl_context context, cl_device_id device,
                       const char *options, const char *const *names, size_t n, struct cld_macros *out,
                       char reason[CLD_REASON_MAX])
{
    struct probe p = {.next = next, .context = context, .device = device};
    struct cld_macros known = {0};
    bool done = false;
    snprintf(reason, CLD_REASON_MAX, "there was no memory left");
    p.options = cld_relevant_options(options ? options : "");
    if (p.options) {
        struct cld_twin_key key = make_key(next, device, p.options);
        recall(key, &known);
        done = learn(&p, key, names, n, &known, reason) && add_unaskable(&known, names, n) &&
               add_all(out, &known);
    }
    cld_macros_free(&known);
    free(p.options);
    return done;
}

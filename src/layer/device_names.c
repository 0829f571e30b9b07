#include "layer/device_names.h"

#include <ctype.h>
#include <string.h>

/* What programs test for: with these known, most need no second probe. */
static const char *const standard_names[] = {
    CLD_GENERIC, "__OPENCL_VERSION__", "__OPENCL_C_VERSION__", "__OPENCL_CPP_VERSION__", "CL_VERSION_1_0",
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

bool cld_can_be_asked(const char *name)
{
    if (!cld_is_identifier(name) || strncmp(name, "__has_", 6) == 0 || strncmp(name, "cld_probe", 9) == 0)
        return false;
    for (size_t i = 0; i < sizeof no_names / sizeof no_names[0]; i++)
        if (strcmp(name, no_names[i]) == 0)
            return false;
    return true;
}

const char *const *cld_standard_names(size_t *n)
{
    *n = sizeof standard_names / sizeof standard_names[0];
    return standard_names;
}

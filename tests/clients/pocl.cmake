# PoCL's tests and examples that need nothing of PoCL's insides, built against the ICD loader.
set(pocl ${CMAKE_CURRENT_BINARY_DIR}/pocl)
if(NOT EXISTS ${pocl}/poclu/poclu.h)
  file(ARCHIVE_EXTRACT INPUT ${pocl_tar} DESTINATION ${CMAKE_CURRENT_BINARY_DIR})
endif()
set(pocl_include ${CMAKE_CURRENT_BINARY_DIR}/pocl-include)
file(WRITE ${pocl_include}/pocl_opencl.h "#include <CL/opencl.h>\n#include <poclu.h>\n")
file(WRITE ${pocl_include}/config.h "#define HAVE_FORK\n#define HAVE_DLFCN_H\n")

add_library(client-poclu STATIC ${pocl}/poclu/misc.c ${pocl}/poclu/bswap.c ${pocl}/poclu/cl_half.c)
target_include_directories(client-poclu PUBLIC ${pocl_include} ${pocl}/poclu)
target_compile_definitions(client-poclu PUBLIC CL_TARGET_OPENCL_VERSION=300 PRIVATE BUILDDIR="/nowhere" SRCDIR="${pocl}")
target_compile_options(client-poclu PUBLIC -w -Wno-error)
target_link_libraries(client-poclu PUBLIC OpenCL::OpenCL Threads::Threads m)

function(cld_pocl_program name folder)
  add_executable(client-pocl-${name} ${ARGN})
  target_compile_definitions(client-pocl-${name} PRIVATE SRCDIR="${folder}" BUILDDIR="/nowhere")
  target_compile_options(client-pocl-${name} PRIVATE -g -O1)
  target_link_libraries(client-pocl-${name} PRIVATE client-poclu)
endfunction()

function(cld_pocl_tests kind folder ending)
  foreach(test ${ARGN})
    cld_pocl_program(${test} ${pocl}/tests/${folder} ${pocl}/tests/${folder}/test_${test}.${ending})
    set(known "")
    if(test STREQUAL "issue_577") # a program that must not compile
      set(known --known build-failed)
    elseif(test STREQUAL "vectors_as_args") # a float3 given as 12 bytes: a true finding
      set(known --known invalid-arg-size)
    endif()
    cld_client_test(pocl-${test} ${kind} ${known} --cwd ${pocl}/tests/${folder} ${cldoctor} $<TARGET_FILE:client-pocl-${test}>)
  endforeach()
endfunction()

cld_pocl_tests(clients regression cpp autolocals_in_constexprs barrier_before_return barrier_between_for_loops constant_array
  flatten_barrier_subs issue_577 locals multi_level_loops_with_barriers null_arg setargs structs_as_args vectors_as_args)
cld_pocl_tests(clients-long regression cpp alignment_with_dynamic_wg2 alignment_with_dynamic_wg3 early_return
  for_with_var_iteration_count fors_with_var_iteration_counts id_dependent_computation infinite_loop issue_231 issue_445
  issue_757 issue_893 loop_phi_replication simple_for_with_a_barrier undominated_variable)

cld_pocl_program(kernel ${pocl}/tests/kernel ${pocl}/tests/kernel/kernel.c)
foreach(test length_distance local_struct_array short16 sizeof printf sampler_address_clamp)
  if(test STREQUAL "sampler_address_clamp")
    cld_pocl_program(${test} ${pocl}/tests/kernel ${pocl}/tests/kernel/${test}.c)
    cld_client(pocl-kernel-${test} ${cldoctor} $<TARGET_FILE:client-pocl-${test}>)
  else()
    cld_client(pocl-kernel-${test} ${cldoctor} $<TARGET_FILE:client-pocl-kernel> test_${test})
  endif()
endforeach()
foreach(test as_type bitselect hadd min_max fmin_fmax_fma convert_sat_regression rotate fabs copy_signbit ilogb ldexp isnan
             frexp_modf convert_type_1)
  cld_client_long(pocl-kernel-${test} ${cldoctor} $<TARGET_FILE:client-pocl-kernel> test_${test})
endforeach()

# Barriers in every place where one may stand; what the kernels print is compared as it is
cld_pocl_program(run_kernel ${pocl}/tests/workgroup ${pocl}/tests/workgroup/run_kernel.c)
foreach(run implicit_barriers:1:2:1:1 loopbarriers:1:4:1:1 switch_case:1:4:1:1 cond_barriers_in_for:2:4:1:1 basic_barriers:2:2:2:2 outerlooppar:2:2:1:1 multilatch_bloop:1:3:1:1)
  string(REPLACE ":" ";" run "${run}")
  list(POP_FRONT run kernel)
  set(order "")
  if(kernel STREQUAL "implicit_barriers") # no barrier of its own orders what its work-items print
    set(order --any-order)
  endif()
  cld_client(pocl-workgroup-${kernel} ${order} --cwd ${pocl}/tests/workgroup ${cldoctor} $<TARGET_FILE:client-pocl-run_kernel>
             ${kernel}.cl ${run})
endforeach()

# PoCL takes most of a minute to compile it
cld_client_long(pocl-workgroup-for_with_divergent_return --cwd ${pocl}/tests/workgroup ${cldoctor}
                $<TARGET_FILE:client-pocl-run_kernel> for_with_divergent_return.cl 1 6 1 1)

foreach(example example1 example2 example2a vecadd)
  file(GLOB sources ${pocl}/examples/${example}/*.c)
  cld_pocl_program(${example} ${pocl}/examples/${example} ${sources})
  cld_client(pocl-${example} --cwd ${pocl}/examples/${example} ${cldoctor} $<TARGET_FILE:client-pocl-${example}>)
endforeach()

# Several work-groups print: with more than one thread their lines come in any order.
foreach(test pocl-workgroup-basic_barriers pocl-workgroup-outerlooppar pocl-workgroup-loopbarriers pocl-workgroup-switch_case
    pocl-workgroup-cond_barriers_in_for pocl-workgroup-implicit_barriers pocl-workgroup-multilatch_bloop)
  if(TEST clients.${test})
    set_property(TEST clients.${test} APPEND PROPERTY ENVIRONMENT POCL_MAX_PTHREAD_COUNT=1)
  endif()
endforeach()

#!/usr/bin/env python3
"""Makes the fake driver's functions from the layer's table of OpenCL functions.

    gen_fake.py GEN_CALLS_FOLDER calls.def SOURCE.c... > fake_calls.gen.c

Each function checks every handle it is given, fails at random if told to, and then does what its class says.
What the SOURCEs define as fake_do_NAME is called instead of that.
"""
import re
import sys

sys.path.insert(0, sys.argv[1])
import gen_calls  # noqa: E402

OPTIONAL = {("clGetPlatformInfo", "platform"), ("clGetDeviceIDs", "platform"), ("clGetKernelWorkGroupInfo", "device"),
            ("clGetKernelSubGroupInfo", "device"), ("clGetKernelSubGroupInfoKHR", "in_device"),
            ("clSharedMemAllocINTEL", "device"), ("clSetDefaultDeviceCommandQueue", "command_queue"),
            ("clEnqueueSVMFree", "command_queue"), ("clCommandNDRangeKernelKHR", "command_queue")}
# An ICD loader asks these before the program does anything, and gives up on a driver that fails them. clSVMFree can't
# tell that it failed.
NEVER_FAIL = {"clGetPlatformIDs", "clGetPlatformInfo", "clGetDeviceIDs", "clGetExtensionFunctionAddress",
              "clGetExtensionFunctionAddressForPlatform", "clSVMFree"}
COMMANDS = {
    "NDRangeKernel": "NDRANGE_KERNEL", "SVMMemcpy": "SVM_MEMCPY", "SVMMemFill": "SVM_MEMFILL", "SVMMap": "SVM_MAP",
    "SVMUnmap": "SVM_UNMAP", "SVMFree": "SVM_FREE", "SVMMigrateMem": "SVM_MIGRATE_MEM", "Barrier": "BARRIER",
    "BarrierWithWaitList": "BARRIER", "Marker": "MARKER", "MarkerWithWaitList": "MARKER", "WaitForEvents": "BARRIER",
    "MigrateMemObjects": "MIGRATE_MEM_OBJECTS", "MapBuffer": "MAP_BUFFER", "MapImage": "MAP_IMAGE",
    "UnmapMemObject": "UNMAP_MEM_OBJECT", "ReadBuffer": "READ_BUFFER", "WriteBuffer": "WRITE_BUFFER",
    "CopyBuffer": "COPY_BUFFER", "ReadImage": "READ_IMAGE", "WriteImage": "WRITE_IMAGE", "CopyImage": "COPY_IMAGE",
    "CopyImageToBuffer": "COPY_IMAGE_TO_BUFFER", "CopyBufferToImage": "COPY_BUFFER_TO_IMAGE", "FillBuffer": "FILL_BUFFER",
    "FillImage": "FILL_IMAGE", "ReadBufferRect": "READ_BUFFER_RECT", "WriteBufferRect": "WRITE_BUFFER_RECT",
    "CopyBufferRect": "COPY_BUFFER_RECT", "Task": "TASK", "NativeKernel": "NATIVE_KERNEL",
}


def fail(call, error):
    if call.ret == "cl_int":
        return f"return {error};"
    if call.ret == "void":
        return "return;"
    if call.param("errcode_ret"):
        return f"return fake_error({error}, errcode_ret);"
    return "return NULL;"


def preamble(call):
    can_fail = "false" if call.name in NEVER_FAIL else "true"
    print(f'    cl_int error = fake_begin({can_fail});')
    for p in call.params:
        if p.handle:
            optional = "true" if (call.name, p.name) in OPTIONAL else "false"
            print(f'    fake_need(&error, {p.name}, FAKE_{p.handle}, {optional}, "{call.name}");')
    for p, count, kind in call.count_of:
        print(f'    fake_need_all(&error, {count}, (const void *const *){p.name}, FAKE_{kind}, "{call.name}");')
    print(f"    if (error)\n        {fail(call, 'error')}")


def enqueue(call):
    queue = "command_queue" if call.param("command_queue") else "num_queues ? queues[0] : NULL"
    wait = "event_wait_list" if call.param("event_wait_list") else "event_list" if call.param("event_list") else None
    count = {"event_wait_list": "num_events_in_wait_list", "event_list": "num_events", None: "0"}[wait]
    blocking = next((p.name for p in call.params if p.name.startswith("blocking")), "CL_FALSE")
    kind = COMMANDS.get(call.name.removeprefix("clEnqueue"), "USER")
    print(f"    struct fake_command c = {{.queue = (void *)({queue}), .type = CL_COMMAND_{kind}, .n_wait = {count},")
    print(f"                             .wait = {wait or 'NULL'}, .blocking = {blocking}}};")
    for p in call.params:
        if p.handle in ("MEM", "KERNEL", "COMMAND_BUFFER"):
            print(f"    fake_command_holds(&c, {p.name});")
    print(f"    return fake_enqueue(&c, {'event' if call.event else 'NULL'});")


def create(call):
    kind = call.attr["creates"].upper()
    first = next(p for p in call.params if p.handle or p.name in ("queues",))
    owner = first.name if first.handle else "num_queues ? queues[0] : NULL"
    print(f"    void *made = fake_new(FAKE_{kind}, {owner});")
    print("    if (errcode_ret)\n        *errcode_ret = made ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;")
    print("    return made;")


def query(call):
    value = call.param("param_value")
    if not value:
        print("    return CL_SUCCESS;")
        return
    handle = next((p for p in call.params if p.handle), None)
    name = call.param("param_name")
    print(f"    return fake_info({handle.name if handle else 'NULL'}, {name.name}, param_value_size, param_value, param_value_size_ret);")


def body(call, special):
    for p in call.params:
        print(f"    (void){p.name};")
    preamble(call)
    args = ", ".join(p.name for p in call.params)
    if call.name in special:
        print(f"    {'return ' if call.ret != 'void' else ''}fake_do_{call.name}({args});")
    elif call.cls == "retain":
        print(f"    fake_retain({call.params[0].name});\n    return CL_SUCCESS;")
    elif call.cls == "release" and call.params[0].handle and len(call.params) == 1:
        print(f"    fake_release({call.params[0].name});\n    return CL_SUCCESS;")
    elif call.cls == "enqueue":
        enqueue(call)
    elif "creates" in call.attr:
        create(call)
    elif call.cls == "query":
        query(call)
    elif call.cls == "record":
        print("    if (sync_point)\n        *sync_point = 1;\n    return CL_SUCCESS;")
    elif call.ret == "cl_int":
        print("    return CL_SUCCESS;")
    elif call.ret == "void *":
        print("    return NULL;")


def main():
    calls = [c for c in gen_calls.read(sys.argv[2]) if c.cls != "opaque"]
    special = set()
    for path in sys.argv[3:]:
        special |= set(re.findall(r"fake_do_(\w+)\(", open(path).read()))
    print('#include "fake.h"\n')
    for c in calls:
        if c.name in special:
            print(f"{c.ret} fake_do_{c.name}({c.decl()});")
    for c in calls:
        print(f"\nstatic {c.ret} CL_API_CALL fake_{c.name}({c.decl()})\n{{")
        body(c, special)
        print("}")
    print("\nvoid fake_fill(cl_icd_dispatch *table)\n{")
    for c in calls:
        if not c.is_ext:
            print(f"    table->{c.name} = fake_{c.name};")
    print("}\n\nconst struct fake_extension fake_extensions[] = {")
    for c in calls:
        if c.is_ext:
            print(f'    {{"{c.name}", (void *)fake_{c.name}}},')
    print("    {NULL, NULL},\n};")


main()

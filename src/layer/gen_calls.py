#!/usr/bin/env python3
"""Makes C from calls.def.

    gen_calls.py calls.def names   > calls_names.gen.c    what functions and parameters are called
    gen_calls.py calls.def header  > calls.gen.h          enum cld_fn, argument structs, hook prototypes
    gen_calls.py calls.def layer   > calls_layer.gen.c    the wrappers, one thunk each per loader slot
    gen_calls.py calls.def preload > calls_preload.gen.c  the same wrappers under their public names
"""
import re
import sys

SLOTS = 4  # ICD loaders that one process may hold at once; the fifth is refused (target.h)

HANDLES = {
    "cl_platform_id": "PLATFORM", "cl_device_id": "DEVICE", "cl_context": "CONTEXT", "cl_command_queue": "QUEUE",
    "cl_mem": "MEM", "cl_sampler": "SAMPLER", "cl_program": "PROGRAM", "cl_kernel": "KERNEL", "cl_event": "EVENT",
    "cl_command_buffer_khr": "COMMAND_BUFFER", "cl_semaphore_khr": "SEMAPHORE",
}
# Arrays of handles that go in, and the parameter that counts them.
COUNTS = {
    "event_wait_list": "num_events_in_wait_list", "event_list": "num_events", "mem_objects": None, "mem_list": None,
    "devices": "num_devices", "device_list": "num_devices", "input_programs": "num_input_programs",
    "input_headers": "num_input_headers", "queues": "num_queues", "sema_objects": "num_sema_objects",
}


class Param:
    def __init__(self, text):
        callback = re.search(r"\(CL_CALLBACK \*(\w+)\)", text)
        if callback:
            self.name, self.type, self.decl = callback.group(1), "callback", text
            return
        match = re.match(r"(.*?)(\w+)(\[\])?$", text)
        self.type, self.name = match.group(1).strip(), match.group(2)
        if match.group(3):
            self.type += " *"
        self.decl = self.type + (" " if not self.type.endswith("*") else "") + self.name

    @property
    def handle(self):
        return HANDLES.get(self.type)


class Call:
    def __init__(self, since, name, cls, attributes):
        self.since, self.name, self.cls = since, name, cls
        self.attr = dict(a.split("=", 1) if "=" in a else (a, True) for a in attributes)
        self.ret, self.params = None, []

    def declare(self, text):
        self.ret, inside = re.match(r"(.*?) \((.*)\)$", text).groups()
        if inside != "void":
            self.params = [Param(p) for p in split_params(inside)]

    @property
    def is_ext(self):
        return self.since == "ext"

    def param(self, name):
        return next((p for p in self.params if p.name == name), None)

    @property
    def releases(self):
        """lets go of its first handle; clSVMFree and the like free a pointer, and the context is not theirs"""
        return self.cls == "release" and len(self.params) == 1

    @property
    def event(self):
        p = self.param("event")
        return p if p and p.type == "cl_event *" else None

    @property
    def count_of(self):
        """(array parameter, its count) for every array of handles that goes in"""
        for p in self.params:
            base = p.type.replace("const ", "").replace(" *", "")
            const = p.type.startswith("const ") or p.name == "queues"
            if p.name in COUNTS and base in HANDLES and const and p.type.count("*") == 1:
                count = COUNTS[p.name] or next(q.name for q in self.params if q.name in ("num_objects", "num_mem_objects"))
                yield p, count, HANDLES[base]

    def decl(self, extra=()):
        return ", ".join([p.decl for p in self.params] + list(extra)) or "void"

    def args(self, prefix="", extra=()):
        return ", ".join([prefix + p.name for p in self.params] + list(extra))


def split_params(text):
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return parts + [text[start:].strip()]


def read(path):
    calls = []
    for number, line in enumerate(open(path), 1):
        line = line.split("#")[0].rstrip()
        if not line:
            continue
        if line.startswith(" "):
            calls[-1].declare(line.strip())
        else:
            words = line.split()
            if len(words) < 3:
                sys.exit(f"{path}:{number}: expected SINCE NAME CLASS")
            calls.append(Call(words[0], words[1], words[2], words[3:]))
    return calls


def names(calls):
    print('#include "layer/calls.h"\n#include "layer/calls.gen.h"\n#include <stddef.h>\n')
    for c in calls:
        if c.params:
            print(f"static const char *const names_{c.name}[] = {{" + ", ".join(f'"{p.name}"' for p in c.params) + "};")
            print(f"static const char *const types_{c.name}[] = {{" + ", ".join(f'"{p.type}"' for p in c.params) + "};")
    print("\nstatic const struct cld_fn_info functions[] = {")
    for c in calls:
        arrays = f"{len(c.params)}, names_{c.name}, types_{c.name}" if c.params else "0, NULL, NULL"
        cls = "MISC" if c.cls == "opaque" else c.cls.upper()
        print(f'    {{"{c.name}", "{c.since}", CLD_CLASS_{cls}, {arrays}}},')
    print("};\n")
    print("const struct cld_fn_info *cld_fn_info(unsigned fn)\n{\n    return fn < CLD_FN_COUNT ? &functions[fn] : NULL;\n}")


def header(calls):
    print("#ifndef CLD_LAYER_CALLS_GEN_H\n#define CLD_LAYER_CALLS_GEN_H\n")
    print('#include "layer/calls.h"\n#include "layer/opencl.h"\n\n#include <stdbool.h>\n\nstruct cld_call;\nstruct cld_target;\n')
    print(f"#define CLD_SLOTS {SLOTS}\n\nenum cld_fn {{")
    for c in calls:
        print(f"    CLD_FN_{c.name},")
    print("};\n")
    core = [c for c in calls if not c.is_ext]
    print(f"#define CLD_TABLE_ENTRIES {len(core)} /* of the ICD dispatch table */\n")
    for c in calls:
        if c.cls == "opaque":
            continue
        fields = " ".join(p.decl + ";" for p in c.params) or "char none;"
        print(f"struct cld_args_{c.name} {{ {fields} }};")
        if c.is_ext:
            print(f"typedef {c.ret} (CL_API_CALL *cld_ext_{c.name})({c.decl()});")
        ret = f", {c.ret} *ret" if c.ret != "void" else ""
        code = ", cl_int *code"
        if "fast" in c.attr:
            print(f"bool cld_fast_{c.name}({c.decl(['struct cld_target *below', 'const void *from', c.ret + ' *quick'])});")
        if "pre" in c.attr:
            print(f"bool cld_pre_{c.name}(struct cld_call *call, struct cld_args_{c.name} *a{ret}{code});")
        if "retry" in c.attr:
            print(f"void cld_retry_{c.name}(struct cld_call *call, struct cld_args_{c.name} *a);")
        if "post" in c.attr:
            print(f"void cld_post_{c.name}(struct cld_call *call, struct cld_args_{c.name} *a{ret}{code});")
    print("\n#endif")


def parameter_index(c, p):
    return c.params.index(p)


def handle_checks(c):
    for p in c.params:
        if p.handle:
            print(f"    cld_call_handle(&call, CLD_KIND_{p.handle}, {parameter_index(c, p)}, a->{p.name});")
    for p, count, kind in c.count_of:
        print(f"    cld_call_handles(&call, CLD_KIND_{kind}, {parameter_index(c, p)}, a->{count}, (const void *const *)a->{p.name});")


def invoke(c):
    """the driver's function, with the arguments as the hooks left them"""
    if c.is_ext:
        return f"((cld_ext_{c.name})cld_call_ext(&call))({c.args('a->')})"
    return f"call.target->next.{c.name}({c.args('a->')})"


def retry(c):
    """the driver was given a twin: what it says of the program's own kernel is the program's answer"""
    print("        if (call.lane) {\n            cl_int first = ret;")
    print(f"            cld_retry_{c.name}(&call, a);")
    print("            if (first != CL_SUCCESS) {\n                cld_call_enter(&call);")
    print(f"                ret = {invoke(c)};")
    print("                cld_call_leave(&call);\n                cld_call_retried(&call, first, ret);\n            }\n        }")


def wrapper(c):
    returns_code = c.ret == "cl_int"
    has_errcode = c.param("errcode_ret") is not None
    params = c.decl(["struct cld_target *below", "void *from", "void *frame"])
    print(f"static {c.ret} do_{c.name}({params})\n{{")
    fields = c.args() or "0"
    if "fast" in c.attr:
        print(f"    {c.ret} quick;")
        print(f"    if (cld_fast_{c.name}({c.args('', ['below', 'from', '&quick'])}))\n        return quick;")
    print(f"    struct cld_args_{c.name} pack = {{{fields}}}, *a = &pack;")
    print("    struct cld_call call;")
    if c.ret != "void":
        print(f"    {c.ret} ret = {'CL_SUCCESS' if returns_code else 'NULL'};")
    if not returns_code:
        print("    cl_int code = CL_SUCCESS;")
    code = "ret" if returns_code else "code"
    ret = ", &ret" if c.ret != "void" else ""
    if has_errcode:
        print("    a->errcode_ret = &code;")
    print(f"    cld_call_begin(&call, CLD_FN_{c.name}, below, a, from, frame);")
    handle_checks(c)
    if c.cls == "retain":
        print("    cld_call_retain(&call);")
    if c.releases:
        print("    cld_call_release(&call);")
    go = f"cld_pre_{c.name}(&call, a{ret}, &{code})" if "pre" in c.attr else "true"
    print(f"    if (call.refused) {{\n        {code} = call.refused;")
    print(f"    }} else if ({go}) {{" if "pre" in c.attr else "    } else {")
    if c.cls == "enqueue" and c.event and c.attr.get("event") != "required":
        print("        a->event = cld_command_event(&call, a->event);")
    elif c.cls == "enqueue" and c.event:
        print("        cld_command_event(&call, a->event);")
    blocking = next((p for p in c.params if p.name.startswith("blocking")), None)
    if blocking:
        print(f"        if (a->{blocking.name})\n            cld_call_waits(&call, NULL, 0);")
    print("        cld_call_enter(&call);")
    print(f"        {'ret = ' if c.ret != 'void' else ''}{invoke(c)};")
    print("        cld_call_leave(&call);")
    if "retry" in c.attr:
        retry(c)
    ok = {"cl_int": "ret == CL_SUCCESS", "void": "true"}.get(c.ret, "ret != NULL" if not has_errcode else "ret != NULL && code == CL_SUCCESS")
    if "creates" in c.attr:
        print(f"        if (ret != NULL)\n            cld_call_created(&call, CLD_KIND_{c.attr['creates'].upper()}, ret);")
    if c.cls == "enqueue":
        amount = c.attr.get("bytes", "0")
        print(f"        cld_command_done(&call, {ok}, {amount});")
        if blocking:
            print(f"        cld_command_waited(&call, {ok} && a->{blocking.name});")
    if c.cls == "retain":
        print(f"        cld_call_retained(&call, {ok});")
    if c.cls == "release":
        print(f"        cld_call_released(&call, {ok});")
    if "post" in c.attr:
        print(f"        cld_post_{c.name}(&call, a{ret}, &{code});")
    print("    }")
    if has_errcode:
        print("    if (errcode_ret)\n        *errcode_ret = code;")
    if c.ret != "void" and "GetExtensionFunctionAddress" not in c.name:
        print(f"    cld_call_end(&call, {ok}, {code});")
    else:
        print(f"    cld_call_end(&call, {'!call.refused' if c.ret == 'void' else 'true'}, {code});")
    if c.ret != "void":
        print("    return ret;")
    print("}\n")


def layer(calls):
    print('#include "layer/entry.h"\n')
    for c in calls:
        if c.cls != "opaque":
            wrapper(c)
    for slot in range(SLOTS):
        for c in calls:
            if c.cls == "opaque":
                continue
            here = [f"&cld_targets[{slot}]", "__builtin_return_address(0)", "__builtin_frame_address(0)"]
            print(f"static {c.ret} CL_API_CALL entry{slot}_{c.name}({c.decl()})\n{{")
            print(f"    {'return ' if c.ret != 'void' else ''}do_{c.name}({c.args('', here)});\n}}")
    print("\nvoid cld_fill_table(unsigned slot, cl_icd_dispatch *table)\n{\n    switch (slot) {")
    for slot in range(SLOTS):
        print(f"    case {slot}:")
        for c in calls:
            if not c.is_ext and c.cls != "opaque":
                print(f"        table->{c.name} = entry{slot}_{c.name};")
        print("        break;")
    print("    default:\n        break;\n    }\n}\n")
    print(f"static const struct cld_entry entries[CLD_FN_COUNT] = {{")
    for c in calls:
        if c.cls == "opaque":
            print(f'    {{"{c.name}", false, {{NULL}}}},')
            continue
        slots = ", ".join(f"(void *)entry{s}_{c.name}" for s in range(SLOTS))
        print(f'    {{"{c.name}", {"true" if c.is_ext else "false"}, {{{slots}}}}},')
    print("};\n\nconst struct cld_entry *cld_entries(void)\n{\n    return entries;\n}")


def preload(calls):
    print('#include "layer/calls.gen.h"\n#include "layer/preload.h"\n')
    for c in calls:
        if c.cls == "opaque" or c.is_ext:
            continue
        print(f"CLD_PUBLIC {c.ret} CL_API_CALL {c.name}({c.decl()})\n{{")
        print(f"    typedef {c.ret} (CL_API_CALL *type)({c.decl()});")
        print(f"    type entry = (type)cld_preload_entry(CLD_FN_{c.name});")
        print("    if (!entry) { /* this libOpenCL has no such function, and the program found our name all the same */")
        if c.param("errcode_ret"):
            print("        if (errcode_ret)\n            *errcode_ret = CL_INVALID_OPERATION;")
        print({"cl_int": "        return CL_INVALID_OPERATION;", "void": "        return;"}.get(c.ret, "        return NULL;"))
        print(f"    }}\n    {'return ' if c.ret != 'void' else ''}entry({c.args()});\n}}")


if __name__ == "__main__":
    {"names": names, "header": header, "layer": layer, "preload": preload}[sys.argv[2]](read(sys.argv[1]))

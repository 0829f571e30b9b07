#include "layer/image_size.h"

struct cld_image_size cld_image_size(const struct cld_object *o)
{
    struct cld_image_size s = {0};
    cl_mem_object_type type = o->mem.type;
    if (o->kind != CLD_KIND_MEM || o->subkind != CLD_SUB_IMAGE || !o->mem.width)
        return s;
    bool has_height =
        type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D;
    bool is_line = type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER ||
                   type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    if (!has_height && !is_line)
        return s;
    s.size[s.n++] = (uint32_t)o->mem.width;
    if (has_height)
        s.size[s.n++] = (uint32_t)o->mem.height;
    if (type == CL_MEM_OBJECT_IMAGE3D)
        s.size[s.n++] = (uint32_t)o->mem.depth;
    s.has_layers = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    if (s.has_layers)
        s.size[s.n++] = (uint32_t)o->mem.array_size;
    return s;
}

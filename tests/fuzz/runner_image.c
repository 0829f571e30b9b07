#include "runner_image.h"

#include <stdio.h>
#include <string.h>

struct word {
    const char *name;
    cl_uint value;
};

static const struct word kinds[] = {
    {"1d", CL_MEM_OBJECT_IMAGE1D},
    {"2d", CL_MEM_OBJECT_IMAGE2D},
    {"3d", CL_MEM_OBJECT_IMAGE3D},
    {"1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY},
    {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY},
    {NULL, 0},
};

static const struct word orders[] = {{"R", CL_R}, {"RG", CL_RG}, {"RGBA", CL_RGBA}, {NULL, 0}};

static const struct word types[] = {
    {"FLOAT", CL_FLOAT},
    {"UNORM_INT8", CL_UNORM_INT8},
    {"SIGNED_INT8", CL_SIGNED_INT8},
    {"SIGNED_INT16", CL_SIGNED_INT16},
    {"SIGNED_INT32", CL_SIGNED_INT32},
    {"UNSIGNED_INT8", CL_UNSIGNED_INT8},
    {"UNSIGNED_INT16", CL_UNSIGNED_INT16},
    {"UNSIGNED_INT32", CL_UNSIGNED_INT32},
    {NULL, 0},
};

static const struct word addressings[] = {
    {"NONE", CL_ADDRESS_NONE},
    {"CLAMP", CL_ADDRESS_CLAMP},
    {"CLAMP_TO_EDGE", CL_ADDRESS_CLAMP_TO_EDGE},
    {"REPEAT", CL_ADDRESS_REPEAT},
    {"MIRRORED_REPEAT", CL_ADDRESS_MIRRORED_REPEAT},
    {NULL, 0},
};

static cl_uint value_of(const struct word *list, const char *name)
{
    while (list->name && strcmp(list->name, name) != 0)
        list++;
    return list->value;
}

bool image_kind_read(struct image_kind *out, const char *kind, const char *order, const char *type,
                     const size_t size[3])
{
    out->type = value_of(kinds, kind);
    out->format = (cl_image_format){value_of(orders, order), value_of(types, type)};
    memcpy(out->size, size, sizeof out->size);
    return out->type && out->format.image_channel_order && out->format.image_channel_data_type && size[0] &&
           size[1] && size[2];
}

cl_mem image_create(cl_context context, const struct image_kind *kind, void *pixels, cl_int *error)
{
    cl_image_desc desc = {.image_type = kind->type, .image_width = kind->size[0]};
    switch (kind->type) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
        desc.image_array_size = kind->size[1];
        break;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        desc.image_height = kind->size[1];
        desc.image_array_size = kind->size[2];
        break;
    case CL_MEM_OBJECT_IMAGE3D:
        desc.image_depth = kind->size[2];
        desc.image_height = kind->size[1];
        break;
    case CL_MEM_OBJECT_IMAGE2D:
        desc.image_height = kind->size[1];
        break;
    default:
        break;
    }
    return clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &kind->format, &desc, pixels,
                         error);
}

cl_int image_read(cl_command_queue queue, cl_mem image, const struct image_kind *kind, void *pixels)
{
    const size_t origin[3] = {0, 0, 0};
    return clEnqueueReadImage(queue, image, CL_TRUE, origin, kind->size, 0, 0, pixels, 0, NULL, NULL);
}

cl_sampler sampler_create(cl_context context, const char *text, cl_int *error)
{
    char coordinates[16], addressing[32], filter[16];
    if (sscanf(text, "%15s %31s %15s", coordinates, addressing, filter) != 3 ||
        !value_of(addressings, addressing)) {
        *error = CL_INVALID_VALUE;
        return NULL;
    }
    return clCreateSampler(context, !strcmp(coordinates, "normalized"), value_of(addressings, addressing),
                           !strcmp(filter, "LINEAR") ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, error);
}

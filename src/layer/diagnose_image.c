/* diagnose_image.c - images and samplers: OpenCL 3.0, 5.3 and 5.7. */
#include "layer/diagnose_check.h"

#include <stdio.h>
#include <string.h>

/* What is asked for, whichever function asks. */
struct image {
    cl_image_format format;
    cl_image_desc desc;
    bool has_format, has_desc;
};

static struct image wanted(struct cld_diag *d)
{
    struct image i;
    memset(&i, 0, sizeof i);
    i.has_format = cld_peek(cld_ptr(d, "image_format"), &i.format, sizeof i.format);
    if (cld_arg(d, "image_desc") >= 0) {
        i.has_desc = cld_peek(cld_ptr(d, "image_desc"), &i.desc, sizeof i.desc);
        return i;
    }
    i.has_desc = true; /* clCreateImage2D and 3D */
    i.desc.image_type = cld_arg(d, "image_depth") >= 0 ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
    i.desc.image_width = cld_num(d, "image_width");
    i.desc.image_height = cld_num(d, "image_height");
    i.desc.image_depth = cld_num(d, "image_depth");
    i.desc.image_row_pitch = cld_num(d, "image_row_pitch");
    i.desc.image_slice_pitch = cld_num(d, "image_slice_pitch");
    return i;
}

static const char *shape_arg(struct cld_diag *d, const char *old)
{
    return cld_arg(d, "image_desc") >= 0 ? "image_desc" : old;
}

/* ---- 5.3.1.1: formats
 * --------------------------------------------------------------------------------------------- */

static unsigned channels(cl_channel_order order)
{
    switch (order) {
    case CL_R:
    case CL_A:
    case CL_Rx:
    case CL_INTENSITY:
    case CL_LUMINANCE:
    case CL_DEPTH:
        return 1;
    case CL_RG:
    case CL_RA:
    case CL_RGx:
        return 2;
    case CL_RGB:
    case CL_RGBx:
    case CL_sRGB:
    case CL_sRGBx:
        return 3;
    case CL_RGBA:
    case CL_BGRA:
    case CL_ARGB:
    case CL_ABGR:
    case CL_sRGBA:
    case CL_sBGRA:
        return 4;
    default:
        return 0;
    }
}

static unsigned channel_bytes(cl_channel_type type)
{
    switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
        return 1;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
        return 2;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
        return 4;
    default:
        return 0; /* packed, or of an extension */
    }
}

static bool is_packed(cl_channel_type type)
{
    return type == CL_UNORM_SHORT_565 || type == CL_UNORM_SHORT_555 || type == CL_UNORM_INT_101010;
}

uint64_t cld_format_bytes(const cl_image_format *f)
{
    if (is_packed(f->image_channel_data_type))
        return f->image_channel_data_type == CL_UNORM_INT_101010 ? 4 : 2;
    return (uint64_t)channels(f->image_channel_order) * channel_bytes(f->image_channel_data_type);
}

/* Table 5.6: pairs that do not go together. */
static const char *mismatch(const cl_image_format *f)
{
    cl_channel_order order = f->image_channel_order;
    cl_channel_type type = f->image_channel_data_type;
    bool eight =
        type == CL_UNORM_INT8 || type == CL_SNORM_INT8 || type == CL_SIGNED_INT8 || type == CL_UNSIGNED_INT8;
    bool normal = type == CL_UNORM_INT8 || type == CL_UNORM_INT16 || type == CL_SNORM_INT8 ||
                  type == CL_SNORM_INT16 || type == CL_HALF_FLOAT || type == CL_FLOAT;
    if ((order == CL_RGB || order == CL_RGBx) && !is_packed(type))
        return "goes with CL_UNORM_SHORT_565, CL_UNORM_SHORT_555 or CL_UNORM_INT_101010 only";
    if (is_packed(type) && order != CL_RGB && order != CL_RGBx)
        return "does not go with a packed type, which is for CL_RGB and CL_RGBx";
    if ((order == CL_BGRA || order == CL_ARGB || order == CL_ABGR) && !eight)
        return "goes with 8-bit types only";
    if ((order == CL_INTENSITY || order == CL_LUMINANCE) && !normal)
        return "goes with normalized and floating-point types only";
    if (order == CL_DEPTH && type != CL_UNORM_INT16 && type != CL_FLOAT)
        return "goes with CL_UNORM_INT16 or CL_FLOAT only";
    if ((order == CL_sRGB || order == CL_sRGBx || order == CL_sRGBA || order == CL_sBGRA) &&
        type != CL_UNORM_INT8)
        return "goes with CL_UNORM_INT8 only";
    return NULL;
}

static bool bad_format(struct cld_diag *d, const struct image *i)
{
    const cl_int code = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    uint64_t order = i->format.image_channel_order, type = i->format.image_channel_data_type;
    if (cld_null(d, code, "image_format", "pass the address of a cl_image_format"))
        return true;
    if (!i->has_format || !cld_is(d, code))
        return false;
    if (cld_only(d, code) && !cld_value_known("cl_channel_order", order))
        return cld_blame(d, "image_format",
                         "image_channel_order in `image_format` is 0x%llx, which is no channel order",
                         (unsigned long long)order) &&
               cld_fix(d, "use a constant such as CL_RGBA");
    if (cld_only(d, code) && !cld_value_known("cl_channel_type", type))
        return cld_blame(d, "image_format",
                         "image_channel_data_type in `image_format` is 0x%llx, which is no channel type",
                         (unsigned long long)type) &&
               cld_fix(d, "use a constant such as CL_UNORM_INT8");
    const char *why = cld_is(d, code) ? mismatch(&i->format) : NULL;
    return why &&
           cld_blame(d, "image_format", "%s with %s in `image_format`: the order %s",
                     cld_value_text("cl_channel_order", order).at, cld_value_text("cl_channel_type", type).at,
                     why) &&
           cld_fix(d, "change the order or the type; CL_RGBA goes with nearly every type");
}

/* ---- 5.3.1.2: the descriptor
 * -------------------------------------------------------------------------------------- */

static bool is_image_type(cl_mem_object_type type)
{
    return type != CL_MEM_OBJECT_BUFFER && type != CL_MEM_OBJECT_PIPE &&
           cld_value_known("cl_mem_object_type", type);
}

static bool bad_pitch(struct cld_diag *d, const struct image *i)
{
    const cl_image_desc *s = &i->desc;
    uint64_t row = s->image_width * cld_format_bytes(&i->format), pitch = s->image_row_pitch;
    bool descriptor = cld_arg(d, "image_desc") >= 0, data = cld_ptr(d, "host_ptr") || s->buffer;
    cl_int code = descriptor ? CL_INVALID_IMAGE_DESCRIPTOR : CL_INVALID_IMAGE_SIZE;
    if (!cld_is(d, code))
        return false;
    if (pitch && !data && cld_only(d, code)) /* memory of other interfaces has pitches too */
        return cld_blame(d, shape_arg(d, "image_row_pitch"),
                         "the row pitch is %llu, and without data it must be 0", (unsigned long long)pitch) &&
               cld_fix(d, "set the pitches to 0, or pass the data");
    if (pitch && row && pitch < row)
        return cld_expected(d, row, pitch) &&
               cld_blame(d, shape_arg(d, "image_row_pitch"),
                         "the row pitch is %llu bytes, and a row of %zu elements of %llu bytes has %llu",
                         (unsigned long long)pitch, s->image_width,
                         (unsigned long long)cld_format_bytes(&i->format), (unsigned long long)row) &&
               cld_fix(d, "the row pitch counts bytes: use at least %llu, or 0", (unsigned long long)row);
    return pitch && cld_format_bytes(&i->format) && pitch % cld_format_bytes(&i->format) && !s->buffer &&
           cld_blame(d, shape_arg(d, "image_row_pitch"),
                     "the row pitch is %llu bytes, not a multiple of the element's %llu",
                     (unsigned long long)pitch, (unsigned long long)cld_format_bytes(&i->format)) &&
           cld_fix(d, "pad rows to whole elements");
}

static bool bad_descriptor(struct cld_diag *d, const struct image *i)
{
    const cl_int code = CL_INVALID_IMAGE_DESCRIPTOR;
    const cl_image_desc *s = &i->desc;
    if (cld_null(d, code, "image_desc", "pass the address of a cl_image_desc"))
        return true;
    if (!i->has_desc || cld_arg(d, "image_desc") < 0 || !cld_is(d, code))
        return false;
    if (!is_image_type(s->image_type))
        return cld_blame(d, "image_desc", "image_type in `image_desc` is %s, which is no type of image",
                         cld_value_text("cl_mem_object_type", s->image_type).at) &&
               cld_fix(d, "set image_type to CL_MEM_OBJECT_IMAGE2D or another of the image types; clear the "
                          "whole struct "
                          "first");
    if (s->num_mip_levels || s->num_samples)
        return cld_blame(d, "image_desc", "%s in `image_desc` is %u, and must be 0",
                         s->num_mip_levels ? "num_mip_levels" : "num_samples",
                         s->num_mip_levels ? s->num_mip_levels : s->num_samples) &&
               cld_fix(d, "clear the whole cl_image_desc before filling it in");
    if (s->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER && !s->buffer)
        return cld_blame(d, "image_desc",
                         "buffer in `image_desc` is NULL, and CL_MEM_OBJECT_IMAGE1D_BUFFER needs one") &&
               cld_fix(d, "set buffer to the buffer object with the data");
    return s->buffer && s->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER &&
           s->image_type != CL_MEM_OBJECT_IMAGE2D &&
           cld_blame(d, "image_desc", "buffer in `image_desc` is set, and %s can't be made from one",
                     cld_value_text("cl_mem_object_type", s->image_type).at) &&
           cld_fix(d, "set buffer to NULL; clear the whole cl_image_desc before filling it in");
}

/* ---- sizes
 * ----------------------------------------------------------------------------------------------------------
 */

struct limit {
    const char *name;
    uint64_t value;
    cl_device_info most;
    const char *most_name, *old_arg;
};

#define LIMIT(name, field, what, old) {name, s->field, what, #what, old}

static bool check_limits(struct cld_diag *d, const struct limit *l, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t most = cld_largest(d, l[i].most);
        const char *arg = shape_arg(d, l[i].old_arg);
        if (l[i].value == 0)
            return cld_blame(d, arg, "the image's %s is 0", l[i].name) &&
                   cld_fix(d, "give the image at least one element in each dimension");
        if (most && l[i].value > most)
            return cld_expected(d, most, l[i].value) &&
                   cld_blame(d, arg, "the image's %s is %llu, and the device allows %llu", l[i].name,
                             (unsigned long long)l[i].value, (unsigned long long)most) &&
                   cld_fix(d, "stay within %s, or split the image", l[i].most_name);
    }
    return false;
}

static bool bad_size(struct cld_diag *d, const struct image *i)
{
    const cl_image_desc *s = &i->desc;
    const struct limit flat[] = {
        LIMIT("width", image_width, CL_DEVICE_IMAGE2D_MAX_WIDTH, "image_width"),
        LIMIT("height", image_height, CL_DEVICE_IMAGE2D_MAX_HEIGHT, "image_height"),
        LIMIT("array size", image_array_size, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, ""),
    };
    const struct limit deep[] = {
        LIMIT("width", image_width, CL_DEVICE_IMAGE3D_MAX_WIDTH, "image_width"),
        LIMIT("height", image_height, CL_DEVICE_IMAGE3D_MAX_HEIGHT, "image_height"),
        LIMIT("depth", image_depth, CL_DEVICE_IMAGE3D_MAX_DEPTH, "image_depth"),
    };
    const struct limit line[] = {flat[0], flat[2]};
    const struct limit texels[] = {LIMIT("width", image_width, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, "")};
    if (!i->has_desc || !cld_is(d, CL_INVALID_IMAGE_SIZE))
        return false;
    switch (s->image_type) {
    case CL_MEM_OBJECT_IMAGE3D:
        return check_limits(d, deep, 3);
    case CL_MEM_OBJECT_IMAGE2D:
        return check_limits(d, flat, 2);
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        return check_limits(d, flat, 3);
    case CL_MEM_OBJECT_IMAGE1D:
        return check_limits(d, line, 1);
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
        return check_limits(d, line, 2);
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
        return check_limits(d, texels, 1);
    default:
        return false;
    }
}

/* An image made from a buffer must fit in it. */
static bool past_buffer(struct cld_diag *d, const struct image *i)
{
    const cl_image_desc *s = &i->desc;
    const struct cld_object *b = i->has_desc ? cld_object_find(s->buffer) : NULL;
    uint64_t row = s->image_row_pitch ? s->image_row_pitch : s->image_width * cld_format_bytes(&i->format);
    uint64_t bytes = row * (s->image_type == CL_MEM_OBJECT_IMAGE2D ? s->image_height : 1);
    if (s->buffer && (!b || b->kind != CLD_KIND_MEM) && cld_only(d, CL_INVALID_MEM_OBJECT))
        return cld_blame(d, "image_desc", "buffer in `image_desc` is %p, which is no memory object",
                         (void *)s->buffer) &&
               cld_fix(d,
                       "set it to a buffer, or to NULL; clear the whole cl_image_desc before filling it in");
    return b && b->kind == CLD_KIND_MEM && b->subkind != CLD_SUB_IMAGE && b->bytes && bytes > b->bytes &&
           cld_is(d, CL_INVALID_IMAGE_SIZE) && cld_expected(d, b->bytes, bytes) &&
           cld_blame(d, "image_desc", "the image takes %llu bytes, and the buffer it is made from has %llu",
                     (unsigned long long)bytes, (unsigned long long)b->bytes) &&
           cld_fix(d, "make the buffer larger or the image smaller");
}

static bool unsupported_format(struct cld_diag *d, const struct image *i)
{
    cl_image_format formats[256];
    cl_uint n = 0;
    const struct cld_object *context = cld_obj(d, "context");
    if (!i->has_format || !i->has_desc || !cld_is(d, CL_IMAGE_FORMAT_NOT_SUPPORTED) || !cld_alive(context) ||
        !d->next->clGetSupportedImageFormats ||
        d->next->clGetSupportedImageFormats(context->handle, cld_num(d, "flags") & 7, i->desc.image_type, 256,
                                            formats, &n) != CL_SUCCESS)
        return false;
    for (cl_uint k = 0; k < n && k < 256; k++)
        if (memcmp(&formats[k], &i->format, sizeof i->format) == 0)
            return false;
    return cld_blame(d, "image_format",
                     "the format %s with %s is none of the %u that the context supports for %s",
                     cld_value_text("cl_channel_order", i->format.image_channel_order).at,
                     cld_value_text("cl_channel_type", i->format.image_channel_data_type).at, n,
                     cld_value_text("cl_mem_object_type", i->desc.image_type).at) &&
           cld_fix(d, "choose one from clGetSupportedImageFormats; CL_RGBA with CL_UNORM_INT8 or CL_FLOAT is "
                      "on nearly "
                      "every device");
}

static bool create_image(struct cld_diag *d)
{
    struct image i = wanted(d);
    return cld_no_images(d, CL_INVALID_OPERATION) || cld_flags(d) || bad_format(d, &i) ||
           bad_descriptor(d, &i) || bad_size(d, &i) || bad_pitch(d, &i) || past_buffer(d, &i) ||
           ((!i.has_desc || !i.desc.buffer) && cld_host_pointer(d)) || unsupported_format(d, &i);
}

static bool get_formats(struct cld_diag *d)
{
    uint64_t type = cld_num(d, "image_type");
    if (cld_flags(d))
        return true;
    if (!is_image_type((cl_mem_object_type)type) && cld_is(d, CL_INVALID_VALUE))
        return cld_blame(d, "image_type", "`image_type` is %s, which is no type of image",
                         cld_value_text("cl_mem_object_type", type).at) &&
               cld_fix(d, "pass CL_MEM_OBJECT_IMAGE2D or another of the image types");
    return cld_ptr(d, "image_formats") && !cld_num(d, "num_entries") && cld_is(d, CL_INVALID_VALUE) &&
           cld_blame(d, "num_entries", "`num_entries` is 0, and `image_formats` is not NULL") &&
           cld_fix(d, "pass the number of formats that there is room for");
}

/* ---- regions of images: 5.3.3, every transfer
 * ------------------------------------------------------------------- */

static void extent(struct cld_diag *d, const struct cld_object *o, size_t out[3])
{
    size_t layers = 0;
    if (cld_alive(o) && d->next->clGetImageInfo)
        d->next->clGetImageInfo(o->handle, CL_IMAGE_ARRAY_SIZE, sizeof layers, &layers, NULL);
    bool is_row_array = o->mem.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    out[0] = o->mem.width;
    out[1] = is_row_array ? layers : o->mem.height;
    out[2] = o->mem.type == CL_MEM_OBJECT_IMAGE3D ? o->mem.depth : is_row_array ? 1 : layers;
    for (int i = 0; i < 3; i++)
        out[i] = out[i] ? out[i] : 1;
}

bool cld_image_region(struct cld_diag *d, const char *image, const char *origin, const char *region)
{
    const struct cld_object *o = cld_obj(d, image);
    size_t at[3], n[3], size[3];
    if (cld_null(d, CL_INVALID_VALUE, origin, "pass three numbers: {x, y, z}") ||
        cld_null(d, CL_INVALID_VALUE, region, "pass three numbers: {width, height, depth}"))
        return true;
    if (!o || o->kind != CLD_KIND_MEM || !o->mem.width || !cld_is(d, CL_INVALID_VALUE) ||
        !cld_peek_sizes(d, origin, at, 3, 0) || !cld_peek_sizes(d, region, n, 3, 1))
        return false;
    extent(d, o, size);
    for (int i = 0; i < 3; i++) {
        if (n[i] == 0)
            return cld_blame(d, region, "%s[%d] is 0: the region is empty", region, i) &&
                   cld_fix(d, "use 1 for dimensions that the image does not have");
        if (at[i] <= size[i] && n[i] <= size[i] - at[i])
            continue;
        size_t past = at[i] + n[i] - size[i];
        cld_report_object(d->r, o);
        return cld_as(d, CLD_FINDING_TRANSFER_OUT_OF_BOUNDS) &&
               cld_expected(d, at[i] > size[i] ? 0 : size[i] - at[i], n[i]) &&
               cld_past(d, past * o->mem.element_size) &&
               cld_blame(
                   d, at[i] >= size[i] ? origin : region,
                   "%s[%d] %zu + %s[%d] %zu passes the end of `%s`, which is %zu x %zu x %zu elements, by "
                   "%zu element%s of %s",
                   origin, i, at[i], region, i, n[i], image, size[0], size[1], size[2], past,
                   past == 1 ? "" : "s", cld_bytes(o->mem.element_size).at) &&
               cld_fix(d, "origins and regions of images count elements (not bytes), and 0 and 1 stand for "
                          "dimensions "
                          "that the image does not have");
    }
    return false;
}

/* ---- 5.7: samplers
 * ---------------------------------------------------------------------------------------------- */

static bool create_sampler(struct cld_diag *d)
{
    return cld_no_images(d, CL_INVALID_OPERATION) || cld_enum(d, CL_INVALID_VALUE, "addressing_mode") ||
           cld_enum(d, CL_INVALID_VALUE, "filter_mode") ||
           cld_enum(d, CL_INVALID_VALUE, "normalized_coords") ||
           cld_properties(d, CL_INVALID_VALUE, "sampler_properties", "cl_sampler_properties");
}

const struct cld_checks cld_checks_image[] = {
    {CLD_FN_clCreateImage, create_image},
    {CLD_FN_clCreateImageWithProperties, create_image},
    {CLD_FN_clCreateImage2D, create_image},
    {CLD_FN_clCreateImage3D, create_image},
    {CLD_FN_clGetSupportedImageFormats, get_formats},
    {CLD_FN_clCreateSampler, create_sampler},
    {CLD_FN_clCreateSamplerWithProperties, create_sampler},
    {0, NULL},
};

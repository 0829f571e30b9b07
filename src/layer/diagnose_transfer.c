/* diagnose_transfer.c - reads, writes, copies, fills and mappings: OpenCL 3.0, 5.2.2 to 5.2.4 and 5.3.3
 * to 5.3.5. */
#include "layer/diagnose_check.h"
#include "layer/rect.h"

#include <string.h>

/* Ranges of the same memory; NULL where they are not. Sub-buffers are ranges of their parent. */
static bool overlap(const struct cld_object *a, uint64_t a_at, const struct cld_object *b, uint64_t b_at,
                    uint64_t size)
{
    if (!a || !b || a->kind != CLD_KIND_MEM || b->kind != CLD_KIND_MEM)
        return false;
    const struct cld_object *a_root = a->subkind == CLD_SUB_SUB_BUFFER ? a->parent : a;
    const struct cld_object *b_root = b->subkind == CLD_SUB_SUB_BUFFER ? b->parent : b;
    a_at += a->subkind == CLD_SUB_SUB_BUFFER ? a->mem.offset : 0;
    b_at += b->subkind == CLD_SUB_SUB_BUFFER ? b->mem.offset : 0;
    return a_root == b_root && a_at < b_at + size && b_at < a_at + size;
}

static bool sized(struct cld_diag *d)
{
    /* OpenCL before 2.1 forbids 0; later versions take it, so it is blamed for its own code only. */
    return !cld_num(d, "size") && cld_only(d, CL_INVALID_VALUE) &&
           cld_blame(d, "size", "`size` is 0, which this driver does not take") &&
           cld_fix(d, "leave the call out when there is nothing to do");
}

/* ---- 5.2.2: buffers
 * ------------------------------------------------------------------------------------------------ */

static bool read_buffer(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "ptr", "pass the address of the host's memory to read into") ||
           cld_past_end(d, "buffer", "offset", "size") || sized(d) || cld_unaligned_sub_buffer(d, "buffer") ||
           cld_host_access(d, "buffer", false);
}

static bool write_buffer(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "ptr", "pass the address of the host's data") ||
           cld_past_end(d, "buffer", "offset", "size") || sized(d) || cld_unaligned_sub_buffer(d, "buffer") ||
           cld_host_access(d, "buffer", true);
}

bool cld_check_copy_buffer(struct cld_diag *d)
{
    uint64_t from = cld_num(d, "src_offset"), to = cld_num(d, "dst_offset"), size = cld_num(d, "size");
    if (cld_past_end(d, "src_buffer", "src_offset", "size") ||
        cld_past_end(d, "dst_buffer", "dst_offset", "size") || sized(d) ||
        cld_unaligned_sub_buffer(d, "src_buffer") || cld_unaligned_sub_buffer(d, "dst_buffer"))
        return true;
    return overlap(cld_obj(d, "src_buffer"), from, cld_obj(d, "dst_buffer"), to, size) &&
           cld_is(d, CL_MEM_COPY_OVERLAP) &&
           cld_blame(
               d, "dst_offset",
               "source bytes %llu to %llu and destination bytes %llu to %llu overlap in the same buffer",
               (unsigned long long)from, (unsigned long long)(from + size), (unsigned long long)to,
               (unsigned long long)(to + size)) &&
           cld_fix(d, "copy by way of another buffer, or in pieces that do not overlap");
}

bool cld_check_fill_buffer(struct cld_diag *d)
{
    return cld_past_end(d, "buffer", "offset", "size") || cld_pattern(d, "offset", "size") ||
           cld_unaligned_sub_buffer(d, "buffer");
}

/* ---- 5.2.2: rectangles
 * --------------------------------------------------------------------------------------------- */

/* The names of one side of a copy of a rectangle. */
struct side {
    const char *buffer, *origin, *row, *slice; /* buffer NULL: memory of the host, of unknown size */
};

static bool bad_region(struct cld_diag *d, size_t region[3])
{
    if (cld_null(d, CL_INVALID_VALUE, "region", "pass three numbers: {bytes in a row, rows, slices}"))
        return true;
    if (!cld_peek_sizes(d, "region", region, 3, 1) || !cld_is(d, CL_INVALID_VALUE))
        return false;
    for (int i = 0; i < 3; i++)
        if (!region[i])
            return cld_blame(d, "region", "region[%d] is 0: the region is empty", i) &&
                   cld_fix(d, "use 1 for the rows and slices of a region with fewer dimensions");
    return false;
}

static bool bad_pitches(struct cld_diag *d, const struct side *s, const size_t region[3])
{
    uint64_t row = cld_num(d, s->row), slice = cld_num(d, s->slice);
    if (!cld_is(d, CL_INVALID_VALUE))
        return false;
    if (row && row < region[0])
        return cld_expected(d, region[0], row) &&
               cld_blame(d, s->row, "`%s` is %llu bytes, less than the %zu bytes of a row of the region",
                         s->row, (unsigned long long)row, region[0]) &&
               cld_fix(d, "pitches and region[0] count bytes: use the bytes of a whole row, or 0");
    uint64_t rows = (row ? row : region[0]) * region[1];
    if (slice && slice < rows)
        return cld_expected(d, rows, slice) &&
               cld_blame(d, s->slice, "`%s` is %llu bytes, less than the %llu bytes of the region's %zu rows",
                         s->slice, (unsigned long long)slice, (unsigned long long)rows, region[1]) &&
               cld_fix(d, "use the bytes of a whole slice, or 0");
    return slice && slice % (row ? row : region[0]) && cld_only(d, CL_INVALID_VALUE) &&
           cld_blame(d, s->slice, "`%s` is %llu bytes, not a multiple of the row pitch %llu", s->slice,
                     (unsigned long long)slice, (unsigned long long)(row ? row : region[0])) &&
           cld_fix(d, "use a whole number of rows, or 0");
}

static bool rect_past_end(struct cld_diag *d, const struct side *s, const size_t region[3])
{
    const struct cld_object *o = s->buffer ? cld_obj(d, s->buffer) : NULL;
    size_t at[3];
    const struct cld_pitches given = {cld_num(d, s->row), cld_num(d, s->slice)};
    if (!o || o->kind != CLD_KIND_MEM || !o->bytes || !cld_peek_sizes(d, s->origin, at, 3, 0) ||
        !cld_is(d, CL_INVALID_VALUE))
        return false;
    const struct cld_pitches p = cld_rect_pitches(region, given);
    uint64_t end = cld_rect_end(at, region, given);
    if (end <= o->bytes)
        return false;
    cld_report_object(d->r, o);
    return cld_as(d, CLD_FINDING_TRANSFER_OUT_OF_BOUNDS) && cld_expected(d, o->bytes, end) &&
           cld_past(d, end - o->bytes) &&
           cld_blame(
               d, at[0] || at[1] || at[2] ? s->origin : "region",
               "the region %zu x %zu x %zu at {%zu, %zu, %zu} with pitches %zu and %zu passes the end of the "
               "%llu-byte %s `%s` by %s",
               region[0], region[1], region[2], at[0], at[1], at[2], p.row, p.slice,
               (unsigned long long)o->bytes, cld_what(o), s->buffer, cld_bytes(end - o->bytes).at) &&
           cld_fix(d, "region[0], `%s`[0] and the pitches count bytes; rows and slices are counted",
                   s->origin);
}

static bool rect(struct cld_diag *d, const struct side *a, const struct side *b)
{
    size_t region[3];
    return cld_null(d, CL_INVALID_VALUE, a->origin, "pass three numbers: {bytes, rows, slices}") ||
           cld_null(d, CL_INVALID_VALUE, b->origin, "pass three numbers: {bytes, rows, slices}") ||
           bad_region(d, region) || bad_pitches(d, a, region) || bad_pitches(d, b, region) ||
           rect_past_end(d, a, region) || rect_past_end(d, b, region);
}

static const struct side buffer_side = {"buffer", "buffer_origin", "buffer_row_pitch", "buffer_slice_pitch"};
static const struct side host_side = {NULL, "host_origin", "host_row_pitch", "host_slice_pitch"};
static const struct side source_side = {"src_buffer", "src_origin", "src_row_pitch", "src_slice_pitch"};
static const struct side target_side = {"dst_buffer", "dst_origin", "dst_row_pitch", "dst_slice_pitch"};

static bool read_rect(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "ptr", "pass the address of the host's memory") ||
           rect(d, &buffer_side, &host_side) || cld_unaligned_sub_buffer(d, "buffer") ||
           cld_host_access(d, "buffer", d->call->fn == CLD_FN_clEnqueueWriteBufferRect);
}

/* CL_MEM_COPY_OVERLAP: both regions of one object meet in every dimension. */
static bool regions_overlap(struct cld_diag *d, const size_t from[3], const size_t to[3], const size_t n[3],
                            const char *what)
{
    for (int i = 0; i < 3; i++) {
        size_t gap = from[i] > to[i] ? from[i] - to[i] : to[i] - from[i];
        if (gap >= n[i])
            return false;
    }
    return cld_is(d, CL_MEM_COPY_OVERLAP) &&
           cld_blame(d, "dst_origin",
                     "source {%zu, %zu, %zu} and destination {%zu, %zu, %zu} overlap in the same %s", from[0],
                     from[1], from[2], to[0], to[1], to[2], what) &&
           cld_fix(d, "copy by way of another %s, or in pieces that do not overlap", what);
}

/* Within one buffer both sides must have the same pitches, and may not overlap. */
static bool rect_within(struct cld_diag *d)
{
    size_t from[3], to[3], n[3];
    const struct cld_object *o = cld_obj(d, "src_buffer");
    if (!o || o != cld_obj(d, "dst_buffer") || !cld_peek_sizes(d, "src_origin", from, 3, 0) ||
        !cld_peek_sizes(d, "dst_origin", to, 3, 0) || !cld_peek_sizes(d, "region", n, 3, 1))
        return false;
    bool differ = cld_num(d, "src_row_pitch") != cld_num(d, "dst_row_pitch") ||
                  cld_num(d, "src_slice_pitch") != cld_num(d, "dst_slice_pitch");
    if (differ && cld_is(d, CL_INVALID_VALUE))
        return cld_blame(d, "dst_row_pitch",
                         "source and destination are the same buffer, and their pitches differ") &&
               cld_fix(d, "use the same pitches for both sides within one buffer");
    return regions_overlap(d, from, to, n, "buffer");
}

bool cld_check_copy_buffer_rect(struct cld_diag *d)
{
    return rect(d, &source_side, &target_side) || cld_unaligned_sub_buffer(d, "src_buffer") ||
           cld_unaligned_sub_buffer(d, "dst_buffer") || rect_within(d);
}

/* ---- 5.3.3 and 5.3.4: images
 * ----------------------------------------------------------------------------------------- */

static bool host_pitch(struct cld_diag *d, const char *row_name, const char *slice_name)
{
    const struct cld_object *o = cld_obj(d, "image");
    size_t n[3];
    uint64_t row = cld_num(d, row_name), slice = cld_num(d, slice_name);
    if (!o || o->kind != CLD_KIND_MEM || !o->mem.element_size || !cld_peek_sizes(d, "region", n, 3, 1) ||
        !cld_is(d, CL_INVALID_VALUE))
        return false;
    uint64_t bytes = n[0] * o->mem.element_size, rows = (row ? row : bytes) * n[1];
    if (row && row < bytes)
        return cld_expected(d, bytes, row) &&
               cld_blame(d, row_name, "`%s` is %llu bytes, and a row of %zu elements of %zu bytes has %llu",
                         row_name, (unsigned long long)row, n[0], o->mem.element_size,
                         (unsigned long long)bytes) &&
               cld_fix(d, "the row pitch counts bytes: use at least %llu, or 0", (unsigned long long)bytes);
    return slice && slice < rows && o->mem.type != CL_MEM_OBJECT_IMAGE1D_ARRAY &&
           cld_expected(d, rows, slice) &&
           cld_blame(d, slice_name, "`%s` is %llu bytes, and a slice of %zu rows has %llu", slice_name,
                     (unsigned long long)slice, n[1], (unsigned long long)rows) &&
           cld_fix(d, "the slice pitch counts bytes: use at least %llu, or 0", (unsigned long long)rows);
}

static bool read_image(struct cld_diag *d)
{
    bool writes = d->call->fn == CLD_FN_clEnqueueWriteImage;
    return cld_null(d, CL_INVALID_VALUE, "ptr", "pass the address of the host's memory") ||
           cld_image_region(d, "image", "origin", "region") ||
           host_pitch(d, writes ? "input_row_pitch" : "row_pitch",
                      writes ? "input_slice_pitch" : "slice_pitch") ||
           cld_no_images(d, CL_INVALID_OPERATION) || cld_host_access(d, "image", writes);
}

static bool formats_differ(struct cld_diag *d)
{
    const struct cld_object *a = cld_obj(d, "src_image"), *b = cld_obj(d, "dst_image");
    if (!a || !b || a->subkind != CLD_SUB_IMAGE || b->subkind != CLD_SUB_IMAGE ||
        memcmp(&a->mem.format, &b->mem.format, sizeof a->mem.format) == 0 ||
        !cld_is(d, CL_IMAGE_FORMAT_MISMATCH))
        return false;
    return cld_blame(d, "dst_image", "`src_image` is %s with %s, and `dst_image` is %s with %s",
                     cld_value_text("cl_channel_order", a->mem.format.image_channel_order).at,
                     cld_value_text("cl_channel_type", a->mem.format.image_channel_data_type).at,
                     cld_value_text("cl_channel_order", b->mem.format.image_channel_order).at,
                     cld_value_text("cl_channel_type", b->mem.format.image_channel_data_type).at) &&
           cld_fix(d, "create both with the same format, or convert in a kernel");
}

static bool image_overlap(struct cld_diag *d)
{
    size_t from[3], to[3], n[3];
    if (cld_obj(d, "src_image") != cld_obj(d, "dst_image") || !cld_peek_sizes(d, "src_origin", from, 3, 0) ||
        !cld_peek_sizes(d, "dst_origin", to, 3, 0) || !cld_peek_sizes(d, "region", n, 3, 1))
        return false;
    return regions_overlap(d, from, to, n, "image");
}

bool cld_check_copy_image(struct cld_diag *d)
{
    return formats_differ(d) || cld_image_region(d, "src_image", "src_origin", "region") ||
           cld_image_region(d, "dst_image", "dst_origin", "region") || image_overlap(d) ||
           cld_no_images(d, CL_INVALID_OPERATION);
}

/* The bytes of a region of an image, against the buffer on the other side. */
static bool buffer_side_past_end(struct cld_diag *d, const char *image, const char *buffer,
                                 const char *offset)
{
    const struct cld_object *i = cld_obj(d, image), *b = cld_obj(d, buffer);
    size_t n[3];
    uint64_t at = cld_num(d, offset);
    if (!i || !b || i->kind != CLD_KIND_MEM || b->kind != CLD_KIND_MEM || !i->mem.element_size || !b->bytes ||
        !cld_peek_sizes(d, "region", n, 3, 1) || !cld_is(d, CL_INVALID_VALUE))
        return false;
    uint64_t bytes = n[0] * n[1] * n[2] * i->mem.element_size;
    if (at <= b->bytes && bytes <= b->bytes - at)
        return false;
    cld_report_object(d->r, b);
    return cld_as(d, CLD_FINDING_TRANSFER_OUT_OF_BOUNDS) &&
           cld_expected(d, at > b->bytes ? 0 : b->bytes - at, bytes) && cld_past(d, at + bytes - b->bytes) &&
           cld_blame(d, at >= b->bytes ? offset : "region",
                     "%s %llu + %llu bytes (%zu x %zu x %zu elements of %zu bytes) passes the end of the "
                     "%llu-byte buffer `%s` by %s",
                     offset, (unsigned long long)at, (unsigned long long)bytes, n[0], n[1], n[2],
                     i->mem.element_size, (unsigned long long)b->bytes, buffer,
                     cld_bytes(at + bytes - b->bytes).at) &&
           cld_fix(d, "make the buffer at least %llu bytes, or the region smaller",
                   (unsigned long long)(at + bytes));
}

bool cld_check_copy_image_to_buffer(struct cld_diag *d)
{
    return cld_image_region(d, "src_image", "src_origin", "region") ||
           buffer_side_past_end(d, "src_image", "dst_buffer", "dst_offset") ||
           cld_unaligned_sub_buffer(d, "dst_buffer") || cld_no_images(d, CL_INVALID_OPERATION);
}

bool cld_check_copy_buffer_to_image(struct cld_diag *d)
{
    return cld_image_region(d, "dst_image", "dst_origin", "region") ||
           buffer_side_past_end(d, "dst_image", "src_buffer", "src_offset") ||
           cld_unaligned_sub_buffer(d, "src_buffer") || cld_no_images(d, CL_INVALID_OPERATION);
}

bool cld_check_fill_image(struct cld_diag *d)
{
    return cld_null(d, CL_INVALID_VALUE, "fill_color",
                    "pass four floats, ints or uints, as the format asks") ||
           cld_image_region(d, "image", "origin", "region") || cld_no_images(d, CL_INVALID_OPERATION);
}

/* ---- 5.2.4 and 5.3.5: mapping
 * ------------------------------------------------------------------------------------------ */

static bool map_flags(struct cld_diag *d, const char *mem)
{
    uint64_t flags = cld_num(d, "map_flags");
    bool invalidates = flags & CL_MAP_WRITE_INVALIDATE_REGION;
    if (invalidates && (flags & (CL_MAP_READ | CL_MAP_WRITE)) && cld_is(d, CL_INVALID_VALUE))
        return cld_blame(d, "map_flags", "`map_flags` is %s; CL_MAP_WRITE_INVALIDATE_REGION stands alone",
                         cld_value_text("cl_map_flags", flags).at) &&
               cld_fix(
                   d, "use CL_MAP_WRITE_INVALIDATE_REGION when all is overwritten, otherwise CL_MAP_READ and "
                      "CL_MAP_WRITE");
    return cld_bits(d, CL_INVALID_VALUE, "map_flags") ||
           ((flags & CL_MAP_READ) && cld_host_access(d, mem, false)) ||
           ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) && cld_host_access(d, mem, true));
}

static bool map_buffer(struct cld_diag *d)
{
    return cld_past_end(d, "buffer", "offset", "size") || sized(d) || map_flags(d, "buffer") ||
           cld_unaligned_sub_buffer(d, "buffer");
}

static bool map_image(struct cld_diag *d)
{
    const struct cld_object *o = cld_obj(d, "image");
    bool layered = o && o->kind == CLD_KIND_MEM &&
                   (o->mem.type == CL_MEM_OBJECT_IMAGE3D || o->mem.type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
                    o->mem.type == CL_MEM_OBJECT_IMAGE1D_ARRAY);
    return cld_image_region(d, "image", "origin", "region") ||
           cld_null(d, CL_INVALID_VALUE, "image_row_pitch", "pass the address of a size_t") ||
           (layered && cld_null(d, CL_INVALID_VALUE, "image_slice_pitch", "pass the address of a size_t")) ||
           map_flags(d, "image") || cld_no_images(d, CL_INVALID_OPERATION);
}

/* ---- before the driver is asked, and when it has accepted the call ----------------------------------------
 */

static bool rect_ends(struct cld_diag *d, const struct side *a, const struct side *b)
{
    size_t region[3];
    return cld_peek_sizes(d, "region", region, 3, 1) &&
           (rect_past_end(d, a, region) || (b && rect_past_end(d, b, region)));
}

bool cld_check_transfer_ends(struct cld_diag *d)
{
    switch (d->call->fn) {
    case CLD_FN_clEnqueueCopyBuffer:
        return cld_past_end(d, "src_buffer", "src_offset", "size") ||
               cld_past_end(d, "dst_buffer", "dst_offset", "size");
    case CLD_FN_clEnqueueReadBufferRect:
    case CLD_FN_clEnqueueWriteBufferRect:
        return rect_ends(d, &buffer_side, NULL);
    case CLD_FN_clEnqueueCopyBufferRect:
        return rect_ends(d, &source_side, &target_side);
    case CLD_FN_clEnqueueCopyImage:
        return cld_image_region(d, "src_image", "src_origin", "region") ||
               cld_image_region(d, "dst_image", "dst_origin", "region");
    case CLD_FN_clEnqueueCopyImageToBuffer:
        return cld_image_region(d, "src_image", "src_origin", "region") ||
               buffer_side_past_end(d, "src_image", "dst_buffer", "dst_offset");
    case CLD_FN_clEnqueueCopyBufferToImage:
        return cld_image_region(d, "dst_image", "dst_origin", "region") ||
               buffer_side_past_end(d, "dst_image", "src_buffer", "src_offset");
    default:
        return cld_arg(d, "image") >= 0 ? cld_image_region(d, "image", "origin", "region")
                                        : cld_past_end(d, "buffer", "offset", "size");
    }
}

static bool host_use(struct cld_diag *d)
{
    switch (d->call->fn) {
    case CLD_FN_clEnqueueReadBuffer:
    case CLD_FN_clEnqueueReadBufferRect:
        return cld_host_access(d, "buffer", false);
    case CLD_FN_clEnqueueWriteBuffer:
    case CLD_FN_clEnqueueWriteBufferRect:
        return cld_host_access(d, "buffer", true);
    case CLD_FN_clEnqueueReadImage:
        return cld_host_access(d, "image", false);
    case CLD_FN_clEnqueueWriteImage:
        return cld_host_access(d, "image", true);
    case CLD_FN_clEnqueueMapBuffer:
        return map_flags(d, "buffer");
    case CLD_FN_clEnqueueMapImage:
        return map_flags(d, "image");
    default:
        return false;
    }
}

bool cld_check_transfer_use(struct cld_diag *d)
{
    return host_use(d) || cld_unaligned_sub_buffer(d, "buffer") ||
           cld_unaligned_sub_buffer(d, "src_buffer") || cld_unaligned_sub_buffer(d, "dst_buffer");
}

const struct cld_checks cld_checks_transfer[] = {
    {CLD_FN_clEnqueueReadBuffer, read_buffer},
    {CLD_FN_clEnqueueWriteBuffer, write_buffer},
    {CLD_FN_clEnqueueCopyBuffer, cld_check_copy_buffer},
    {CLD_FN_clEnqueueFillBuffer, cld_check_fill_buffer},
    {CLD_FN_clEnqueueReadBufferRect, read_rect},
    {CLD_FN_clEnqueueWriteBufferRect, read_rect},
    {CLD_FN_clEnqueueCopyBufferRect, cld_check_copy_buffer_rect},
    {CLD_FN_clEnqueueReadImage, read_image},
    {CLD_FN_clEnqueueWriteImage, read_image},
    {CLD_FN_clEnqueueCopyImage, cld_check_copy_image},
    {CLD_FN_clEnqueueCopyImageToBuffer, cld_check_copy_image_to_buffer},
    {CLD_FN_clEnqueueCopyBufferToImage, cld_check_copy_buffer_to_image},
    {CLD_FN_clEnqueueFillImage, cld_check_fill_image},
    {CLD_FN_clEnqueueMapBuffer, map_buffer},
    {CLD_FN_clEnqueueMapImage, map_image},
    {0, NULL},
};

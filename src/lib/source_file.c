#include "source_file.h"

#include "detail.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char BYTE_ORDER_MARK[] = "\xEF\xBB\xBF";
enum { MARK_BYTES = sizeof(BYTE_ORDER_MARK) - 1 };

/* fread() until the end: asking for a file's size first fails on pipes and lies about files that grow. */
static cl_int read_all(FILE *file, const char *path, struct cld_text *out)
{
    char block[4096];
    size_t got = 0;
    do {
        got = fread(block, 1, sizeof(block), file);
        cld_text_add(out, block, got);
    } while (got == sizeof(block)); /* less is the end, or an error */
    if (ferror(file))
        return cld_detail(CLD_FILE_NOT_READABLE, "%s: %s.", path, strerror(errno));
    if (out->bad)
        return cld_detail(CL_OUT_OF_HOST_MEMORY, "No memory for the source file %s.", path);
    return CL_SUCCESS;
}

static cl_int require_text(const struct cld_text *text, const char *path)
{
    const char *nul = text->length ? memchr(text->bytes, '\0', text->length) : NULL;
    if (!nul)
        return CL_SUCCESS;
    return cld_detail(CLD_SOURCE_HAS_NUL, "%s: a zero byte at offset %zu of %zu.", path,
                      (size_t)(nul - text->bytes), text->length);
}

static void drop_byte_order_mark(struct cld_text *text)
{
    if (text->length < MARK_BYTES || memcmp(text->bytes, BYTE_ORDER_MARK, MARK_BYTES) != 0)
        return;
    text->length -= MARK_BYTES;
    memmove(text->bytes, text->bytes + MARK_BYTES, text->length + 1);
}

cl_int cld_source_file_read(const char *path, struct cld_text *out)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return cld_detail(CLD_FILE_NOT_READABLE, "%s: %s.", path, strerror(errno));
    cl_int err = read_all(file, path, out);
    fclose(file);
    if (err == CL_SUCCESS)
        err = require_text(out, path);
    if (err == CL_SUCCESS)
        drop_byte_order_mark(out);
    else
        cld_text_clear(out);
    return err;
}

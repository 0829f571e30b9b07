/* arg_use.h - what a kernel's source says of its arguments (instrument/arg_use.h), as the instrumenter tells
 * it. */
#ifndef CLD_LAYER_ARG_USE_H
#define CLD_LAYER_ARG_USE_H

#include <stdbool.h>
#include <stdint.h>

/* Of one argument. The lines are those of the program's source; 0: not known. */
struct cld_arg_use {
    bool reads, writes, is_struct;
    uint32_t read_line, write_line;
    bool image[8]; /* an image: by read_image{f,i,ui,h}(), write_image{f,i,ui,h}() */
    uint32_t image_line[8];
    uint32_t struct_bytes; /* is_struct: it is passed by value, and has this size on the device */
};

/* Of each of `n_args` arguments, from the text of wire/message.h. NULL: that is not what it is. The caller
 * frees it. */
struct cld_arg_use *cld_arg_uses_read(const char *text, uint32_t n_args);

#endif

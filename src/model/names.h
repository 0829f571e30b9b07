/* names.h - what things are called in reports. */
#ifndef CLD_MODEL_NAMES_H
#define CLD_MODEL_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "buffer", "image", "queue", ... */
const char *cld_kind_name(unsigned kind, unsigned subkind);
/* With the right form for the count: "1 buffer", "2 queues". */
const char *cld_kind_plural(unsigned kind, unsigned subkind, uint64_t count);
/* "clFinish"; "an unknown function" when out of range. */
const char *cld_fn_name(unsigned fn);
/* "CL_INVALID_VALUE", or NULL for codes that nobody defined. */
const char *cld_code_symbol(int code);
/* What the code means, in a sentence or two, or NULL. */
const char *cld_code_meaning(int code);
/* "GPU", "CPU", "accelerator", "custom device", "device" */
const char *cld_device_type_name(uint64_t type);
/* "SIGSEGV", or "signal 77" in `room` */
const char *cld_signal_name(int signal, char room[32]);
/* "480 MiB", "12 bytes": exact where it is short, else with at most one decimal. */
const char *cld_bytes_text(uint64_t bytes, char room[32]);
/* "1.24 ms", "310 ns" */
const char *cld_time_text(uint64_t ns, char room[32]);
/* "1,234,567" */
const char *cld_count_text(uint64_t count, char room[32]);

#endif

/* log_runtime.h - OpenCL C in front of a twin that writes to its log (wire/log.h): the one place that does.
 */
#ifndef CLD_INSTRUMENT_LOG_RUNTIME_H
#define CLD_INSTRUMENT_LOG_RUNTIME_H

/* In front of a loop that compilers of GPUs would unroll into a kernel's cold code. */
#define CLD_ROLLED "#pragma unroll 1\n"

/*
 * __cld_log_slot() counts, and leaves the details if it is the first at this site; __cld_who() leaves the
 * work-item; __cld_put() a value of 64 bits; __cld_item() is the work-item's number in its group, of
 * __cld_items().
 */
extern const char cld_log_runtime[];

#endif

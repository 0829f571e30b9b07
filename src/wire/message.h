/*
 * message.h - what the layer and the instrumenter say to each other: a list of keys with values.
 *
 * On the wire: "CLDM", the number of bytes that follow (uint32_t, of this machine), then for each item the
 * key's length (uint16_t), the value's length (uint32_t), the key, the value. Both ends are on one machine.
 *
 * Request, in this order (values are texts without their final NUL):
 *     version             CLD_VERSION of the asker: an instrumenter of another version refuses
 *     pass                identity, touch, trace, bounds
 *     address-bits        32 or 64, of the device
 *     device-type         cpu, gpu, or other
 *     opencl-c            version that the device's compiler takes when options name none, e.g. 1.2
 *     extensions          CL_DEVICE_EXTENSIONS
 *     max-parameter-size  CL_DEVICE_MAX_PARAMETER_SIZE in bytes
 *     folder              the program's working folder, where relative paths begin; only when units include
 *     macro               NAME=VALUE as the device's compiler defines it under these options; repeated
 *     no-macro            NAME that it does not define; repeated
 *     unit                "" begins a unit of a program: one, or the several that are linked into one
 *       source            of the unit, as given to the driver
 *       options           of its build or compile
 *       header            NAME\0TEXT as given to clCompileProgram; repeated
 * Answer:
 *     status              ok, need (send again with these macros), no (this program can't be instrumented)
 *     reason              with `no`: one clause, no full stop
 *     need                NAME of a macro; repeated
 *     unit                "" begins a unit, in the order of the request
 *       source            of the twin
 *       options           to build or compile it with
 *     kernel              NAME\0HIDDEN: a kernel, and its hidden arguments in order, by spaces:
 *                           L    __global buffer: the log
 *                           N    the same, which the pass never uses: NULL
 *                           K    uint: key of the launch, which comes back in the log (log.h)
 *                           R    __global const ulong *: live SVM and USM ranges, sorted: their number, then
 *                                first byte and byte behind the last of each; NULL: there are none
 *                           S3   ulong: bytes behind argument 3 (a buffer, or local memory); ~0: not known
 *                           C3,4 ulong: how many units of 4 bytes that is; ~0: not known
 *                           I3,4 uint: the same, at most 2^31: what an int can count
 *                           A3   uint: what argument 3, a sampler, says of reads outside: 0 allowed, 1
 *                                undefined (CL_ADDRESS_NONE), 2 the same, with normalized coordinates
 *                           W3   uint4: size of argument 3, an image: in each coordinate that kernels give,
 *                                the layer among them; ~0: not known; and in w the argument's number + 1
 *                           T0,2 __global const ulong *: those sizes in one buffer, in this order; of
 * samplers, too, and of images in two: x and y, then z; where the device has no room for so many arguments
 *     uses                NAME\0USES of a kernel that came before, by spaces: what its source does with
 *                         arguments, whether or not all of it runs:
 *                           2r14w15 argument 2 is a pointer, what it points to is read at line 14 and
 *                                   written at line 15 of the program's source; line 0: of a header
 *                           2f14U15 argument 2 is an image, read with read_imagef() at line 14, written
 *                                   with write_imageui() at line 15: f, i, u, h and F, I, U, H, in this
 * order; not of images whose format the kernel asks for 3s32    argument 3 is a struct by value, of 32 bytes
 *     loops               NAME\0LINES of a kernel that came before: its loops that may be endless, a line
 * each, "KIND LINE FILE\tTEXT", the most certain first; FILE "": the program's own source e    nothing in the
 * source ends it g    ends when others write to __global memory l    the same, to __local memory struct NAME
 * BYTES MEMBER:OFFSET ..., by spaces: a struct that a kernel takes, by value or by pointer; repeated
 *     unchecked           NAME\0WHAT: a kernel, named before, of which WHAT is not checked: clauses, no full
 * stop skip                NAME\0REASON: a kernel that stays as it is, and why; repeated sites the table of
 * sites (instrument/sites.h) file                PATH\0MTIME:SIZE (stamp.h) of an included file; while they
 * stay, so does the answer
 */
#ifndef CLD_WIRE_MESSAGE_H
#define CLD_WIRE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLD_MESSAGE_MAX (256u << 20) /* a longer one is nonsense */

/* Zero-initialised: empty. Free with cld_message_free(). */
struct cld_message {
    char *data; /* the items */
    size_t size, room;
    bool broken; /* no memory: sending refuses */
};

struct cld_item {
    const char *key; /* `key_size` characters, no NUL behind them */
    const char *value;
    size_t key_size, size;
};

void cld_message_add(struct cld_message *m, const char *key, const void *value, size_t size);
void cld_message_text(struct cld_message *m, const char *key, const char *text);
/* "NAME\0REST": for the keys that hold two texts. */
void cld_message_pair(struct cld_message *m, const char *key, const char *name, const char *rest);
void cld_message_free(struct cld_message *m);

/* Walks over the items: start with *at = 0. False: the end, or damage (see cld_message_whole()). */
bool cld_message_next(const struct cld_message *m, size_t *at, struct cld_item *item);
bool cld_message_whole(const struct cld_message *m);
bool cld_item_is(const struct cld_item *item, const char *key);
/* The value as a NUL-terminated copy; NULL: no memory. The caller frees it. */
char *cld_item_text(const struct cld_item *item);

/*
 * Whole messages over a stream socket. 0, or an errno value: ETIMEDOUT after `timeout_ms` (of the whole
 * message; < 0: none), EPROTO for what is no message, EPIPE when the other end is gone. No SIGPIPE is raised.
 */
int cld_message_send(int fd, const struct cld_message *m, int timeout_ms);
int cld_message_receive(int fd, struct cld_message *m, int timeout_ms);

#endif

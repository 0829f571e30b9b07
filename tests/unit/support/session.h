/*
 * session.h - synthetic sessions for tests. Every byte of them is written by the library that the layer uses:
 * what the files look like is known there only.
 *
 * Nothing here fails quietly: what can't be written fails the test.
 */
#ifndef CLD_TEST_SESSION_H
#define CLD_TEST_SESSION_H

#include <stddef.h>
#include <stdint.h>

#include "record/write.h"

/* One process of a session, as its layer would write it. Kept by the caller until the test ends. */
struct synth {
    struct cld_session session;
    struct cld_rec_file *file;
    uint64_t serial; /* of the newest object */
};

/* A new empty folder below $TMPDIR. The caller gives it to synth_remove(). */
char *synth_folder(void);
/* Removes the folder with all that is in it, and frees `folder`. */
void synth_remove(char *folder);

void synth_open(struct synth *synth, const char *folder, uint64_t max_bytes, bool forked);
/*
 * Ends the writing. The process then counts as one with number `pid`, 0: the test's own, and as its image
 * `image`. With `pid`, what the writer has noted about the test's own process is replaced by "/opt/demo/app",
 * ppid 1.
 */
void synth_close(struct synth *synth, long pid, unsigned image);

void synth_string(struct synth *synth, uint32_t id, const char *text);
void synth_stack(struct synth *synth, uint32_t id, size_t count, const uint64_t *frames);
void synth_module(struct synth *synth, const char *path, uint64_t base, uint64_t start, uint64_t end,
                  const uint8_t *build_id, uint32_t build_id_size);
/* `strings`: name, vendor, version, driver, platform. */
void synth_device(struct synth *synth, uint64_t serial, uint64_t type, const char *const strings[5]);
void synth_queue(struct synth *synth, uint64_t serial, uint64_t context, uint64_t device);
void synth_command(struct synth *synth, uint64_t id, uint32_t fn, uint32_t queue, uint32_t label,
                   uint64_t bytes);
/* `failed`: the command ended with an error. */
void synth_times(struct synth *synth, uint64_t id, uint64_t start, uint64_t end, bool failed);
void synth_probe(struct synth *synth, uint32_t fn, int32_t code, uint32_t detail, uint64_t count);
void synth_exit(struct synth *synth, uint64_t ns);

#define SYNTH_EVIDENCE 32

/* What of a finding's record tests set; the rest is 0. */
struct synth_finding {
    uint32_t finding, severity, fn, stack, next_fn;
    int32_t code, arg;
    uint64_t count, first_ns;
    const char *message, *fix, *kernel;
    const char *evidence[SYNTH_EVIDENCE + 1]; /* key, value, ..., NULL */
    struct cld_finding_object object;
    uint32_t n_objects;
};
void synth_finding(struct synth *synth, const struct synth_finding *finding);

/* A live object. Its serial is the next one; what else is wanted can be set until the next call. */
struct cld_slot *synth_object(struct synth *synth, uint32_t kind, uint32_t subkind, uint64_t bytes,
                              uint32_t stack);

/* The number of an OpenCL function, by its name. */
uint32_t synth_fn(const char *name);

#endif

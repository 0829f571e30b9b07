/*
 * twin_story.h - all that is known of one miss of a kernel's: what its slot and its site say, whose memory it
 * is, and what the launch tells. twin_story.c collects it, twin_message.c says it in words, twin_evidence.c
 * in keys and values, twin_finding.c reports it.
 */
#ifndef CLD_LAYER_TWIN_STORY_H
#define CLD_LAYER_TWIN_STORY_H

#include "layer/cause.h"
#include "layer/finding.h"
#include "layer/image_miss.h"
#include "layer/launch_key.h"
#include "layer/log_slot.h"
#include "layer/site_text.h"
#include "layer/twin_log.h"

struct cld_story {
    struct cld_slot_read slot;
    struct cld_site_text site;
    const struct cld_launch_key *key; /* NULL: not known */
    struct cld_finding_object object; /* serial 0: none */
    bool is_part;                     /* what was missed is an array within that object */
    struct cld_miss miss;
    bool is_image;
    struct cld_image_miss pixel;        /* is_image */
    const struct cld_key_image *format; /* of that image; NULL: not known */
    struct cld_miss_number numbers[CLD_KEY_ARGS];
    char name[128]; /* of the memory; "": it has none */
    char kernel[128];
    const char *space;               /* NULL: not known */
    bool is_write, is_before, known; /* known: where the memory ends */
    uint64_t missed;                 /* bytes */
    uint64_t size;                   /* of the memory; 0: not known */
    const char *into;                /* the address space that the pointer is not of; NULL: as it should be */
    const char *cause;               /* its name */
    bool is_copy, is_order, is_hint; /* twin_async.h: its range; another fault of it; a prefetch */
    char why[256], fix[320];
};

/* `story` is all zeros. False: the log's slot or its site can't be read. */
bool cld_story_read(struct cld_story *story, const struct cld_log *log, uint32_t number,
                    const uint32_t *slot);
/* The memory is that of the kernel's argument `i`. */
void cld_story_argument(struct cld_story *story, uint32_t i);

/* In words, with what stands in `why`. */
void cld_story_message(struct cld_report *r, const struct cld_story *story);
/* Objects, and keys with values. */
void cld_story_evidence(struct cld_report *r, const struct cld_story *story);

/* ---- twin_image.c: of an image ---- */

void cld_story_image(struct cld_story *story);
void cld_story_image_message(struct cld_report *r, const struct cld_story *story, const char *does,
                             const char *colon);
void cld_story_image_evidence(struct cld_report *r, const struct cld_story *story);

#endif

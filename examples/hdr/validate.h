/* --validate: every launch of every kernel against its CPU reference. */
#ifndef HDR_VALIDATE_H
#define HDR_VALIDATE_H

#include "pipeline.h"

typedef struct hdr_validator hdr_validator;

/* Watches every launch of the pipeline from now on. NULL if there is no memory. */
hdr_validator *hdr_validator_new(hdr_pipeline *pipeline);

/* Prints one line a kernel: values compared, largest difference, tolerance. True if all launches were within
 * it, and every kernel was launched. */
bool hdr_validator_report(const hdr_validator *validator, FILE *stream);

/* Stops watching. NULL is fine. */
void hdr_validator_free(hdr_validator *validator);

#endif

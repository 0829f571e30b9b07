/* topic.h - what `cldoctor explain` was asked for: a finding or an error code, however it was written. */
#ifndef CLD_CLI_PAGES_TOPIC_H
#define CLD_CLI_PAGES_TOPIC_H

#include <stdbool.h>
#include <stddef.h>

struct cld_topic {
    bool is_error;
    int number; /* enum cld_finding, or the code */
    const char *name;
};

/*
 * Finds what `text` names: an id (object-leak), a code with or without its sign (-54, 54), or the name of a
 * code in upper or lower case, with or without CL_. '-' and '_' are the same, but where an id and a code
 * differ in them only. False: there is none. Any thread.
 */
bool cld_topic_find(const char *text, struct cld_topic *topic);

/* Names that look like `text`, the nearest first, at most `room`. Returns how many. */
size_t cld_topic_suggest(const char *text, const char **names, size_t room);

#endif

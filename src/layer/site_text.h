/* site_text.h - the table of sites as the instrumenter sends it (instrument/sites.h), read. */
#ifndef CLD_LAYER_SITE_TEXT_H
#define CLD_LAYER_SITE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* One line of it; what is too long is cut. */
struct cld_site_text {
    unsigned line, column; /* 0: not known */
    char use[4];           /* r, w, rw, -, or what it is of an async copy: instrument/sites.h */
    char file[256];        /* "": the program's own source */
    char function[128];
    char macro[128]; /* "": in none */
    char text[256];  /* of the access */
    char row[512];   /* the line of source */
};

size_t cld_site_count(const void *sites, size_t size);
/* Site `number`; false: there is none. */
bool cld_site_read(const void *sites, size_t size, unsigned number, struct cld_site_text *out);

#endif

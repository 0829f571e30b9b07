/*
 * sites.h - the checked places of a program, as places in the user's source.
 */
#ifndef CLD_INSTRUMENT_SITES_H
#define CLD_INSTRUMENT_SITES_H

#include "instrument/tree.h"

struct cld_site {
    unsigned begin, end; /* in the preprocessed text */
    unsigned unit_index; /* which unit of the program */
    enum cld_use use;
    const char *kind; /* what it is, where that is no access; NULL */
    char *function;
    /* What a miss at it keeps only the index of: units of so many bytes, of the kernel's argument (-1: of an
       array of `units`). unit 0: it keeps address and bounds. */
    long long unit, units;
    int argument;
    long long bytes;                /* of one access */
    unsigned alignment, components; /* a site of what is not aligned: needed, and of which vector; else 0 */
    enum cld_space space;
    unsigned bit;    /* that tells of it among those that its kernel keeps; 0: none */
    unsigned told;   /* the bit of it, + 1, where it is the first site of its access; 0: none */
    unsigned access; /* the first site of the same access, which may be wrong in several ways; 0: untold */
};

struct cld_sites {
    struct cld_site *list; /* site N is entry N - 1: 0 is no site */
    size_t count, room;
};

unsigned cld_sites_add(struct cld_sites *s, unsigned unit, const struct cld_node *n, const char *function);
/* The first site, from `first` on, at the same place of the text. */
unsigned cld_sites_first(const struct cld_sites *s, unsigned site, unsigned first);
/* All but the first `count`. */
void cld_sites_forget(struct cld_sites *s, size_t count);
void cld_sites_free(struct cld_sites *s);

/*
 * One line a site: NUMBER TAB FILE TAB LINE TAB COLUMN TAB USE TAB FUNCTION TAB MACRO TAB TEXT TAB ROW. FILE
 * is empty for the program's own source; COLUMN is from 1 on, 0: not found; USE r, w, rw or -, or of async
 * copies: cr, cw (ranges), ca (arguments differ), cn (not reached by all), cu (never waited for), ce (no
 * event), and pr of a prefetch; of what decides about a barrier: bi (a branch), be (an `if` that leaves), bl
 * (a loop), bs (a switch), bj (a return, break or continue), with g instead of b where it is of a sub-group;
 * and behind each of them bb, the barrier; MACRO names the macro whose expansion the site is in, at whose
 * name COLUMN is then. ROW is the line as it stands in the file, comments as blanks.
 */
void cld_sites_print(const struct cld_sites *s, const struct cld_unit *units, size_t n_units,
                     struct cld_text *out);

#endif

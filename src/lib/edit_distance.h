/* edit_distance.h - how far two words are from each other, for "did you mean". Used by the layer and the
 * tool. */
#ifndef CLD_LIB_EDIT_DISTANCE_H
#define CLD_LIB_EDIT_DISTANCE_H

#include <stddef.h>
#include <string.h>

#define CLD_LONGEST_WORD 127

/* The distance of word `a` to word `b`, and to the beginning of `b` that is nearest. */
struct cld_edit_distance {
    size_t whole, beginning;
};

/* Letters to change, insert or leave out, to make `a` of `b`. Words over CLD_LONGEST_WORD are far from all.
 */
static inline struct cld_edit_distance cld_edit_distance(const char *a, const char *b)
{
    size_t row[CLD_LONGEST_WORD + 1], n = strlen(b);
    if (n > CLD_LONGEST_WORD || strlen(a) > CLD_LONGEST_WORD)
        return (struct cld_edit_distance){CLD_LONGEST_WORD, CLD_LONGEST_WORD};
    for (size_t k = 0; k <= n; k++)
        row[k] = k;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= n; k++) {
            size_t above = row[k], same = diagonal + (a[i - 1] != b[k - 1]);
            size_t one_more = 1 + (above < row[k - 1] ? above : row[k - 1]);
            row[k] = same < one_more ? same : one_more;
            diagonal = above;
        }
    }
    struct cld_edit_distance d = {row[n], row[n]};
    for (size_t k = 0; k < n; k++)
        d.beginning = row[k] < d.beginning ? row[k] : d.beginning;
    return d;
}

#endif

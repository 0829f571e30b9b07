/* excerpt.h - a line of source, as wide as there is room, and what is to be marked in it. */
#ifndef CLD_REPORT_EXCERPT_H
#define CLD_REPORT_EXCERPT_H

struct cld_excerpt {
    char *text; /* the caller frees it */
    int caret;  /* column of the mark, from 0; -1: none */
    int length; /* columns to mark */
};

/*
 * Fits `line` into `room` columns: tabs become spaces, deep indentation goes, and what is too long is cut
 * around the mark, with "..." at the cut. Marked is `call` (may be NULL) where the line has it as a word,
 * else the word in `column` (from 1, in bytes; 0: unknown).
 */
struct cld_excerpt cld_excerpt_make(const char *line, const char *call, int column, int room);

/* The same with `length` bytes from `column` on marked. */
struct cld_excerpt cld_excerpt_mark(const char *line, int column, int length, int room);

#endif

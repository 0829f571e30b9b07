/*
 * arena.h - memory of the tool.
 *
 * The tool is a program and not a library: without memory it says so and ends (status 2), so that no caller
 * has to check. What lives as long as the model comes from its arena and is freed with it.
 */
#ifndef CLD_MODEL_ARENA_H
#define CLD_MODEL_ARENA_H

#include <stddef.h>

struct cld_arena;

struct cld_arena *cld_arena_new(void);
void cld_arena_free(struct cld_arena *arena);
void *cld_arena_alloc(struct cld_arena *arena, size_t size); /* zeroed, aligned for anything */
char *cld_arena_strdup(struct cld_arena *arena, const char *text);
char *cld_arena_printf(struct cld_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void *cld_xcalloc(size_t count, size_t size);
/* Makes room for one more element behind `count` of them; capacity doubles. */
void *cld_xgrow(void *array, size_t count, size_t element);
char *cld_xstrdup(const char *text);
char *cld_xprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

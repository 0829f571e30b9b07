/* tokens.h - the words of a preprocessed text. */
#ifndef CLD_INSTRUMENT_TOKENS_H
#define CLD_INSTRUMENT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum cld_token_kind { CLD_TOKEN_WORD, CLD_TOKEN_NUMBER, CLD_TOKEN_STRING, CLD_TOKEN_MARK };

struct cld_token {
    unsigned begin, end;
    enum cld_token_kind kind;
};

struct cld_tokens {
    const char *text;
    struct cld_token *list;
    size_t count, room;
};

/* Lines that begin with # (pragmas) have no tokens. */
void cld_tokens_read(struct cld_tokens *t, const char *text, size_t size);
/* Behind a string or character literal that begins at `p`; an unfinished one ends with its line. */
const char *cld_past_literal(const char *p);
void cld_tokens_free(struct cld_tokens *t);
bool cld_token_is(const struct cld_tokens *t, size_t i, const char *spelling);
/* The first token that begins at `offset` or behind it; `count`: none. */
size_t cld_token_at(const struct cld_tokens *t, unsigned offset);
/* The token that closes the bracket which token `i` opens; `count`: none. */
size_t cld_token_match(const struct cld_tokens *t, size_t i);

#endif

#include "instrument/provenance.h"
struct cld_provenance { int none; };
struct cld_provenance *cld_provenance_new(struct cld_rewriter *r, const struct cld_function *f){(void)r;(void)f;return NULL;}
void cld_provenance_free(struct cld_provenance *p){(void)p;}
void cld_provenance_parameters(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out){(void)r;(void)f;(void)out;}
void cld_provenance_hidden(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out){(void)r;(void)f;(void)out;}
void cld_provenance_start(struct cld_rewriter *r, const struct cld_function *f, struct cld_text *out){(void)r;(void)f;(void)out;}
void cld_provenance_arguments(struct cld_rewriter *r, const struct cld_node *call, const struct cld_function *f,
                              struct cld_text *out){(void)r;(void)f;(void)out;(void)call;}
bool cld_provenance_emit(struct cld_rewriter *r, const struct cld_node *n, struct cld_text *out){(void)r;(void)n;(void)out;return false;}
char *cld_provenance_of_access(struct cld_rewriter *r, const struct cld_access *a){(void)r;(void)a;return NULL;}

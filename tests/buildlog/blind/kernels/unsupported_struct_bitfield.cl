//! class=unsupported-feature line=3
typedef struct {
    unsigned flag : 1;
    unsigned rest : 31;
} word_t;
kernel void k(global int *out) { word_t w; w.flag = 1; out[0] = w.flag; }

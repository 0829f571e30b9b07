//! class=resource-limit line=3
typedef struct {
    int cells[1UL << 61];
} grid_t;
kernel void k(global grid_t *g) { g->cells[0] = 1; }

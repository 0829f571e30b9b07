/* test_endless.c - which loops are said to have no end, or to wait for others, and which are not. */
#include "instrument/program.h"

#include "test.h"

#include <stdlib.h>

/* What is told of kernel k: "e", "g 3", ...: the kinds, in their order. */
static void assert_loops(const char *source, const char *expected)
{
    struct cld_program p = {.device = {.address_bits = 64, .max_parameter_size = 1024}};
    char kinds[32] = "";
    p.pass = cld_copy("bounds", 6);
    struct cld_unit *u = cld_program_unit(&p);
    u->source = cld_copy(source, strlen(source));
    u->options = cld_copy("-cl-std=CL2.0", 13);
    cld_program_instrument(&p);
    assert_null(p.error);
    const char *loops = p.n_kernels && p.kernels[0].loops ? p.kernels[0].loops : "";
    for (const char *at = loops; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n'))
        strncat(kinds, at, 1);
    if (strcmp(kinds, expected) != 0)
        print_message("%s\n%s\n", source, loops);
    assert_string_equal(kinds, expected);
    cld_program_free(&p);
}

#define K(body)                                                                                              \
    "void f(volatile global int *p); void f(volatile global int *p) { p[0] = 1; } "                          \
    "kernel void k(volatile global int *p, global int *q, local int *l, int n, global atomic_int *a) { int " \
    "i "                                                                                                     \
    "= get_global_id(0); " body " }"

static void test_endless(void **state)
{
    (void)state;
    assert_loops(K("for (;;) q[i]++;"), "e");
    assert_loops(K("while (1) { q[i] = n; }"), "e");
    assert_loops(K("while (true) { switch (n) { case 1: break; } q[i] = 1; }"), "e");
    assert_loops(K("do q[i] += 1; while (n > 0);"), "e");
    assert_loops(K("for (int j = 0; i < n; j++) q[j] = 1;"), "e");
    assert_loops(K("for (uint j = n; j >= 0; j--) q[j] = 1;"), "e");
    assert_loops(K("while (1) { for (int j = 0; j < n; j++) if (q[j]) break; }"), "e");
}

static void test_waiting(void **state)
{
    (void)state;
    assert_loops(K("while (p[0] == 0);"), "g");
    assert_loops(K("while (p[i] != n) barrier(CLK_LOCAL_MEM_FENCE);"), "g");
    assert_loops(K("while (l[0] == 0) ;"), "l");
    assert_loops(K("while (atomic_cmpxchg(p, 0, 1));"), "g");
    assert_loops(K("while (atomic_xchg(l, 1) == 1) { int x = i; x++; }"), "l");
    assert_loops(K("while (atomic_add(p, 0) < n) ;"), "g");
    assert_loops(K("while (atomic_or(&p[2], 0) < n) ;"), "g");
    assert_loops(K("while (atomic_load(a) < n) {}"), "g");
    assert_loops(K("int old; do { old = p[0]; } while (old == 0);"), "g");
    assert_loops(K("int old = 0; while (old == 0) old = atomic_load(a);"), "g");
    assert_loops(K("for (;;) { if (p[0]) break; }"), "g");
    assert_loops(K("while (1) { int x = p[1]; if (x > n) return; }"), "g");
    assert_loops(K("int e = 0; while (!atomic_compare_exchange_strong(a, &e, 1)) e = 0;"), "g");
    assert_loops(K("for (int j = 0; p[0] == 0; j++);"), "g");
    assert_loops("void take(volatile global int *m) { while (atomic_cmpxchg(m, 0, 1)); } "
                 "kernel void k(volatile global int *m) { take(m); m[1]++; atomic_xchg(m, 0); }",
                 "g");
    assert_loops(K("while (p[0] == 0); for (;;) q[i]++;"), "eg");
}

static void test_neither(void **state)
{
    (void)state;
    assert_loops(K("for (int j = 0; j < n; j++) q[j] = 1;"), "");
    assert_loops(K("for (uint j = n; j > 0; j--) q[j] = 1;"), "");
    assert_loops(K("for (uint j = n; j >= 1; j--) q[j] = 1;"), "");
    assert_loops(K("do q[i] = 1; while (0);"), "");
    assert_loops(K("while (q[i] != -1) i++;"), "");
    assert_loops(K("while (q[i] > 0) q[i]--;"), "");
    assert_loops(K("while (q[i] != i) i = q[i];"), "");
    assert_loops(K("int t = 0; while (p[0] == 0 && t < 100) t++;"), "");
    assert_loops(K("int t = 0; while (p[0] == 0) if (++t > 100) break;"), "");
    assert_loops(K("while (p[0] == 0) f(p);"), "");
    assert_loops(K("while (atomic_inc(p) < n) q[i]++;"), "");
    assert_loops(K("while (atomic_dec(p) > 0) q[i]++;"), "");
    assert_loops(K("while (atomic_add(p, 1) < n) q[i]++;"), "");
    assert_loops(K("while (1) { if (i > n) break; i++; }"), "");
    assert_loops(K("while (1) { i++; if (i > n) return; }"), "");
    assert_loops(K("for (;;) { q[i] = 1; break; }"), "");
    assert_loops(K("while (n-- > 0) q[n] = 1;"), "");
    /* what adds floats, or takes the largest: each round is somebody's success */
    assert_loops(K("int o, x; do { o = p[0]; x = o + n; } while (atomic_cmpxchg(p, o, x) != o);"), "");
    assert_loops(K("int o; do { o = p[0]; } while (atomic_cmpxchg(p, o, o + n) != o);"), "");
    assert_loops(K("int o = p[0], x; while ((x = atomic_cmpxchg(p, o, o + n)) != o) o = x;"), "");
    assert_loops(K("union { uint u; float f; } o, x; do { o.f = q[0]; x.f = o.f + n; } while "
                   "(atomic_cmpxchg((volatile global uint *)p, o.u, x.u) != o.u);"),
                 "");
    assert_loops(K("int e = atomic_load(a), x; do { x = max(e, n); } while "
                   "(!atomic_compare_exchange_strong(a, &e, x));"),
                 "");
    assert_loops(K("int e = atomic_load(a); while (!atomic_compare_exchange_weak(a, &e, e + n));"), "");
    /* a queue of work: it ends when that is empty */
    assert_loops(K("for (;;) { int j = atomic_inc(p); if (j >= n) break; q[j] = 1; }"), "");
    /* a list, a tree */
    assert_loops(
        "struct node { int next, key; }; kernel void k(global struct node *t, global int *r, int key) "
        "{ int at = 0; while (t[at].key != key) at = t[at].next; r[0] = at; }",
        "");
    assert_loops(K("int s[4]; s[0] = n; while (s[0] != 0) s[0] >>= 1; q[i] = s[0];"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_neither),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

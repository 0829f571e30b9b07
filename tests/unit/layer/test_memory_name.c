/* What the memory of an access is called, by its text. */
#include "layer/memory_name.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

static const struct {
    const char *text, *name;
} cases[] = {
    {"tile[y][x]", "tile"},
    {"tile[j / 4][j % 4 + 1]", "tile"},
    {"s.a[i]", "s.a"},
    {"all[i].bins[bin]", "all[i].bins"},
    {"in[i].x", "in"},
    {"p[i]", "p"},
    {"p [ f(i) ]", "p"},
    {"*p", "p"},
    {"*p++", "p"},
    {"(*p).x", "p"},
    {"*(p + 1)", "p"},
    {"(p + 1)->x", "p"},
    {"(p + i)[2]", "p"},
    {"it->weight", "it"},
    {"p->bins[i]", "p->bins"},
    {"p->bins[i].x", "p->bins"},
    {"a.b->c", "a.b"},
    {"p->next->x", "p->next"},
    {"((global float *)p)[i]", "p"},
    {"*(local int *)(p + 4)", "p"},
    {"*(volatile global int*)&p[3]", "p"},
    {"atomic_inc(&h[i])", "h"},
    {"atomic_inc(bins + in[i])", "bins"},
    {"atomic_cmpxchg(n + i + 2 * 1, 7, 9)", "n"},
    {"atom_add((volatile global int *)h + i, 2)", "h"},
    {"atomic_load_explicit(m + i + 1, memory_order_relaxed, memory_scope_device)", "m"},
    {"vload4(i, p)", "p"},
    {"vload_half(f(i, 2), q + 1)", "q"},
    {"vstore3(make(a, b), i, &out[2])", "out"},
    {"fract(x, r + i)", "r"},
    {"get(p)->x", ""},
    {"get(p)[i]", ""},
    {"foo(p)", ""},
    {"3[a]", ""},
    {"", ""},
    {"(", ""},
    {"vload4(", ""},
    {"*((((((((((p))))))))))", ""},
    {"a[", "a"},
    {"a.", "a"},
    {"a->", "a"},
    {"atomic_inc)", "atomic_inc"},
};

static void test_cases(void **state)
{
    char name[64];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cld_memory_name(cases[i].text, name, sizeof name);
        if (strcmp(name, cases[i].name) != 0)
            fail_msg("%s: \"%s\", not \"%s\"", cases[i].text, name, cases[i].name);
    }
}

/* Cut anywhere it is a text all the same; and a name that is too long is cut. */
static void test_cut(void **state)
{
    char text[128], name[4];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t n = strlen(cases[i].text); n-- > 0;) {
            snprintf(text, sizeof text, "%.*s", (int)n, cases[i].text);
            cld_memory_name(text, name, sizeof name);
            assert_true(strlen(name) < sizeof name);
        }
}

static void test_first(void **state)
{
    char name[8];
    (void)state;
    cld_first_variable("all[i].bins", name, sizeof name);
    assert_string_equal(name, "all");
    cld_first_variable("", name, sizeof name);
    assert_string_equal(name, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_cut),
                                       cmocka_unit_test(test_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

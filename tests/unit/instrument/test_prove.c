/*
 * test_prove.c - what is proven of kernels.def's accesses, against what the same kernels access when they
 * run.
 *
 * Wherever the condition of the proof holds, no access may be outside. That it holds at all is asked, too,
 * for some of the runs in which every access is good.
 */
#include "instrument/clang.h"
#include "instrument/prove.h"
#include "instrument/provenance.h"

#include "kernels.h"
#include "values.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the same for the instrumenter
 * ------------------------------------------------------------------------- */

/* All of them as one unit: clang takes its time for each. */
static struct parsed {
    struct cld_unit unit;
    struct cld_device device;
    CXIndex index;
    CXTranslationUnit tu;
    struct cld_tokens tokens;
    struct cld_tree tree;
    struct cld_functions functions;
    struct cld_names defined;
    struct cld_sites sites;
    struct cld_rewriter r;
} parsed;

static char *source(void)
{
    struct cld_text t = {0};
    cld_text_format(&t, "%s\n", kernel_types);
    for (size_t i = 0; i < n_kernels; i++)
        cld_text_format(&t, "kernel void %s(global int *p, %s)\n{\n    int row[8];\n    %s\n}\n",
                        kernels[i].name, kernels[i].parameters, kernels[i].body);
    return t.data;
}

/* AT(i) becomes p[i]: what the preprocessor would do. */
static char *expand(char *text)
{
    static const struct {
        const char *macro, *open, *close;
    } macros[] = {{"AT(", "(p[", "]=1)"}, {"ROW(", "(row[", "]=1)"}, {"TICK", "", ""}};
    struct cld_text t = {0};
    for (const char *at = text; *at;) {
        size_t m = 0;
        while (m < 3 && strncmp(at, macros[m].macro, strlen(macros[m].macro)) != 0)
            m++;
        if (m == 3) {
            cld_text_bytes(&t, at++, 1);
            continue;
        }
        at += strlen(macros[m].macro);
        cld_text_add(&t, macros[m].open);
        const char *end = at;
        for (unsigned depth = 1; m < 2 && depth; end++)
            depth += (*end == '(') - (*end == ')');
        if (m < 2)
            cld_text_bytes(&t, at, (size_t)(end - at) - 1);
        cld_text_add(&t, macros[m].close);
        at = end;
    }
    free(text);
    return t.data;
}

static int parse(void **state)
{
    struct parsed *p = &parsed;
    (void)state;
    p->device = (struct cld_device){.address_bits = 64, .max_parameter_size = 1024, .is_cpu = true};
    p->unit.source = cld_copy("", 0);
    p->unit.options = cld_copy("", 0);
    p->unit.text = expand(source());
    p->unit.size = strlen(p->unit.text);
    p->index = clang_createIndex(0, 0);
    cld_tokens_read(&p->tokens, p->unit.text, p->unit.size);
    p->tree.unit = &p->unit;
    p->tree.tokens = &p->tokens;
    p->tu = cld_clang_parse(p->index, &p->unit, &p->device, &p->tree.offset);
    if (!p->tu || !cld_functions_find(&p->functions, p->tu, &p->unit, &p->tree)) {
        fprintf(stderr, "%s\n", p->unit.error ? p->unit.error : "not understood");
        return 1;
    }
    p->r = (struct cld_rewriter){.unit = &p->unit,
                                 .device = &p->device,
                                 .tree = &p->tree,
                                 .functions = &p->functions,
                                 .defined = &p->defined,
                                 .sites = &p->sites};
    cld_rewriter_add(&p->r, &cld_pass_bounds);
    return 0;
}

static int forget(void **state)
{
    struct parsed *p = &parsed;
    (void)state;
    cld_rewriter_free(&p->r);
    cld_sites_free(&p->sites);
    cld_functions_free(&p->functions);
    cld_tree_free(&p->tree);
    cld_tokens_free(&p->tokens);
    clang_disposeTranslationUnit(p->tu);
    clang_disposeIndex(p->index);
    cld_unit_free(&p->unit);
    return 0;
}

static const struct cld_function *function_of(const struct kernel *k)
{
    for (size_t i = 0; i < parsed.functions.count; i++)
        if (strcmp(parsed.functions.list[i].name, k->name) == 0)
            return &parsed.functions.list[i];
    fail_msg("no kernel %s", k->name);
    return NULL;
}

static size_t occurrences(const char *text, const char *word)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
        n++;
    return n;
}

/* ---- one against the other
 * -------------------------------------------------------------------------------- */

struct trial {
    const struct kernel *kernel;
    const struct cld_proven *proven;
    bool for_group;
    uint64_t held; /* runs under the condition */
    bool failed;
};

static bool condition_holds(const struct trial *t, int64_t a, int64_t b, int64_t c, int64_t units,
                            int64_t local_id)
{
    struct values v;
    int64_t parameters[3];
    t->kernel->convert(a, b, c, parameters);
    v.count = 0;
    values_set(&v, "a", parameters[0]);
    values_set(&v, "b", parameters[1]);
    values_set(&v, "c", parameters[2]);
    values_set(&v, "__cld_c0", units);
    values_set(&v, "__cld_i0", units < 1LL << 31 ? units : 1LL << 31);
    values_set(&v, "get_local_size(0)", LOCAL_SIZE);
    values_set(&v, "get_group_id(0)", GROUP);
    values_set(&v, "get_global_size(0)", LOCAL_SIZE * GROUPS);
    values_set(&v, "get_global_offset(0)", OFFSET);
    if (!t->for_group) {
        values_set(&v, "get_local_id(0)", local_id);
        values_set(&v, "get_global_id(0)", OFFSET + GROUP * LOCAL_SIZE + local_id);
    }
    values_declare(&v, cld_text_get(&t->proven->declarations));
    return !t->proven->condition.size || values_of(&v, t->proven->condition.data);
}

static void try(struct trial *t, int64_t a, int64_t b, int64_t c, int64_t units)
{
    int64_t ids = strstr(t->kernel->body, "get_") ? LOCAL_SIZE : 1;
    for (int64_t id = 0; id < ids && !t->failed; id++) {
        if (!condition_holds(t, a, b, c, units, id))
            continue;
        t->held++;
        t->failed = !kernel_is_good(t->kernel, a, b, c, units, id);
        if (t->failed)
            print_error(
                "%s with a = %lld, b = %lld, c = %lld, %lld elements, work-item %lld%s: an access that was "
                "proven is outside\n%s\n%s\n",
                t->kernel->name, (long long)a, (long long)b, (long long)c, (long long)units, (long long)id,
                t->for_group ? " of its group" : "", cld_text_get(&t->proven->declarations),
                cld_text_get(&t->proven->condition));
    }
}

static const int64_t sizes[] = {0, 1, 6, 40, 300, 65537, (1LL << 31) + 7, 1LL << 40};

/* Where all is small, positive and good, a sharp condition holds. */
static void try_sharply(struct trial *t)
{
    for (int64_t code = 0; code < 6 * 6 * 6 * 40 && !t->failed; code++) {
        int64_t a = code % 6 + 1, b = code / 6 % 6 + 1, c = code / 36 % 6 + 1, units = code / 216 + 1;
        t->failed = kernel_is_good(t->kernel, a, b, c, units, 0) && !condition_holds(t, a, b, c, units, 0);
        if (t->failed)
            print_error(
                "%s with a = %lld, b = %lld, c = %lld, %lld elements%s: all accesses are good, and the "
                "condition does not hold\n%s\n%s\n",
                t->kernel->name, (long long)a, (long long)b, (long long)c, (long long)units,
                t->for_group ? " of its group" : "", cld_text_get(&t->proven->declarations),
                cld_text_get(&t->proven->condition));
    }
}

/* The limits of all types, and beside them. */
static const int64_t some[] = {0,
                               1,
                               2,
                               3,
                               7,
                               8,
                               31,
                               32,
                               100,
                               127,
                               128,
                               200,
                               255,
                               256,
                               300,
                               32767,
                               32768,
                               65535,
                               65536,
                               46341,
                               -1,
                               -2,
                               -8,
                               -128,
                               -129,
                               -32768,
                               -65536,
                               -2147483648LL,
                               2147483646,
                               2147483647,
                               2147483648,
                               4294967295,
                               4294967296,
                               536870912,
                               536870913,
                               1LL << 30,
                               1LL << 48,
                               -(1LL << 48),
                               -(1LL << 29),
                               (1LL << 48) + 1,
                               1LL << 62,
                               INT64_MAX,
                               INT64_MIN,
                               4294967200,
                               3000000000};

/* All small ones, and picks among the limits of all types. */
static void try_all(struct trial *t)
{
    const size_t n = sizeof some / sizeof some[0];
    for (int64_t code = 0; code < 8 * 8 * 8; code++)
        for (size_t s = 0; s < 4; s++)
            try(t, code % 8 - 2, code / 8 % 8 - 2, code / 64 - 2, sizes[s]);
    uint64_t random = 88172645463325252u;
    for (unsigned i = 0; i < 1500; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        try(t, some[random % n], some[random / 64 % n], some[random / 4096 % n], sizes[random / 262144 % 8]);
    }
}

static bool check(const struct kernel *k, bool for_group)
{
    const struct cld_function *f = function_of(k);
    struct cld_proven p;
    struct cld_rewriter *r = &parsed.r;
    r->function = f;
    r->provenance = cld_provenance_new(r, f);
    cld_prove(r, f->tree, for_group, &p);
    size_t accesses = occurrences(k->body, "AT(") + occurrences(k->body, "ROW(");
    struct trial t = {.kernel = k, .proven = &p, .for_group = for_group};
    t.failed = p.count != (k->proven == NONE ? 0 : accesses);
    if (t.failed)
        print_error("%s%s: %zu of %zu accesses are proven\n", k->name, for_group ? " (group)" : "", p.count,
                    accesses);
    else if (p.count)
        try_all(&t);
    if (!t.failed && (k->proven == SHARPLY || (k->proven == SHARPLY_IN_GROUP && for_group)))
        try_sharply(&t);
    if (!t.failed && (t.held > 0) != (k->proven != NONE && k->proven != IN_VAIN)) {
        print_error("%s%s: the condition holds %llu times\n", k->name, for_group ? " (group)" : "",
                    (unsigned long long)t.held);
        t.failed = true;
    }
    cld_proven_free(&p);
    cld_provenance_free(r->provenance);
    r->provenance = NULL;
    return !t.failed;
}

static void check_all(bool for_group)
{
    size_t failed = 0;
    for (size_t i = 0; i < n_kernels; i++)
        failed += !check(&kernels[i], for_group);
    assert_int_equal(failed, 0);
}

static void test_work_item(void **state)
{
    (void)state;
    check_all(false);
}

static void test_group(void **state)
{
    (void)state;
    check_all(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_work_item), cmocka_unit_test(test_group)};
    return cmocka_run_group_tests(tests, parse, forget);
}

/* Numbers of launches: the same launch has the same, and what is kept when there are too many. */
#include "layer/launch_key.h"

#include "layer/twin_kernel.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

/* A kernel object of one argument, as far as keys look at it. */
struct fixture {
    struct cld_object kernel;
    struct cld_kernel_info info;
    struct cld_kernel_arg args[1];
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    f->kernel.kind = CLD_KIND_KERNEL;
    f->kernel.kernel.info = &f->info;
    f->kernel.kernel.args = f->args;
    f->kernel.kernel.twin = calloc(1, sizeof(struct cld_twin_kernel) + sizeof(struct cld_mirror));
    f->info.n_args = 1;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    free(f->kernel.kernel.twin);
    free(f);
    cld_launch_keys_lock();
    cld_launch_keys_forked();
    return 0;
}

static uint32_t number(struct fixture *f, uint32_t stack, size_t global, uint64_t value)
{
    struct cld_launch_key key;
    memset(&key, 0, sizeof key);
    key.stack = stack;
    key.info = &f->info;
    key.dims = 1;
    key.global[0] = global;
    key.n_args = 1;
    key.args[0] = (struct cld_launch_arg){.how = CLD_ARG_VALUE, .size = 4, .value = value};
    return cld_launch_key_id(&key, &f->kernel);
}

static void test_same(void **state)
{
    struct fixture *f = *state;
    uint32_t first = number(f, 1, 64, 5);
    assert_int_not_equal(first, 0);
    assert_int_equal(number(f, 1, 64, 5), first);
    uint32_t others[] = {number(f, 2, 64, 5), number(f, 1, 63, 5), number(f, 1, 64, 6)};
    for (int i = 0; i < 3; i++) {
        assert_int_not_equal(others[i], first);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(others[i], others[j]);
    }
    assert_int_equal(number(f, 1, 64, 5), first);
    assert_int_equal(cld_launch_key(first)->global[0], 64);
    assert_int_equal(cld_launch_key(others[2])->args[0].value, 6);
    assert_null(cld_launch_key(0));
    assert_null(cld_launch_key(first + 100));
    assert_null(cld_launch_key(UINT32_MAX));
}

/* A program that counts its steps in an argument. */
static void test_many_values(void **state)
{
    struct fixture *f = *state;
    for (uint64_t i = 0; i < CLD_KEYS; i++)
        assert_int_equal(cld_launch_key(number(f, 1, 64, i))->kind, CLD_KEY_WHOLE);
    uint32_t beyond = number(f, 1, 64, CLD_KEYS);
    const struct cld_launch_key *key = cld_launch_key(beyond);
    assert_int_equal(key->kind, CLD_KEY_VALUELESS);
    assert_int_equal(key->global[0], 64);
    assert_int_equal(key->n_args, 1);
    assert_int_equal(number(f, 1, 64, CLD_KEYS + 1), beyond);
    assert_int_not_equal(number(f, 1, 32, CLD_KEYS + 1), beyond);
    assert_int_equal(cld_launch_key(number(f, 1, 64, 7))->kind, CLD_KEY_WHOLE); /* it was there */
}

static void test_many_sizes(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < 2 * CLD_KEYS; i++)
        assert_int_equal(cld_launch_key(number(f, 1, i, i))->global[0], i);
    uint32_t place = number(f, 1, 2 * CLD_KEYS, 0);
    assert_int_equal(cld_launch_key(place)->kind, CLD_KEY_PLACE);
    assert_int_equal(cld_launch_key(place)->stack, 1);
    assert_int_equal(cld_launch_key(place)->global[0], 0);
    assert_int_equal(number(f, 1, 3 * CLD_KEYS, 1), place);
    for (uint32_t i = 2; i <= CLD_KEYS; i++)
        assert_int_not_equal(number(f, i, 3 * CLD_KEYS, 1), 0);
    assert_int_equal(number(f, CLD_KEYS + 1, 3 * CLD_KEYS, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_many_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_many_sizes, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What things are called in reports. */
#include "model/names.h"
#include "record/format.h"
#include "session.h"
#include "test.h"

static void sizes_and_times(void **state)
{
    (void)state;
    char room[32];
    static const struct {
        uint64_t bytes;
        const char *text;
    } sizes[] = {{0, "0 bytes"},        {1, "1 byte"},          {1023, "1023 bytes"},
                 {1024, "1 KiB"},       {5000, "5000 bytes"},   {15000, "14.6 KiB"},
                 {3ull << 20, "3 MiB"}, {503316480, "480 MiB"}, {1610612736, "1.5 GiB"},
                 {UINT64_MAX, "16 EiB"}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        assert_string_equal(cld_bytes_text(sizes[i].bytes, room), sizes[i].text);
    assert_string_equal(cld_time_text(310, room), "310 ns");
    assert_string_equal(cld_time_text(1240000, room), "1.24 ms");
    assert_string_equal(cld_time_text(62500000000, room), "62.5 s");
    assert_string_equal(cld_count_text(0, room), "0");
    assert_string_equal(cld_count_text(999, room), "999");
    assert_string_equal(cld_count_text(1234567, room), "1,234,567");
    assert_string_equal(cld_count_text(UINT64_MAX, room), "18,446,744,073,709,551,615");
}

static void kinds(void **state)
{
    (void)state;
    assert_string_equal(cld_kind_name(CLD_KIND_MEM, CLD_SUB_IMAGE), "image");
    assert_string_equal(cld_kind_plural(CLD_KIND_QUEUE, 0, 2), "queues");
    assert_string_equal(cld_kind_plural(CLD_KIND_MEM, CLD_SUB_BUFFER, 1), "buffer");
    assert_string_equal(cld_kind_plural(CLD_KIND_MEM, CLD_SUB_BUFFER, 0), "buffers");
    assert_string_equal(cld_kind_name(1000, 1000), "object"); /* of a newer layer */
    for (unsigned kind = 0; kind < CLD_KIND_COUNT; kind++)
        assert_non_null(cld_kind_name(kind, 0));
}

static void codes_functions_and_signals(void **state)
{
    (void)state;
    char room[32];
    assert_string_equal(cld_code_symbol(-48), "CL_INVALID_KERNEL");
    assert_non_null(cld_code_meaning(-48));
    assert_null(cld_code_symbol(-4711));
    assert_null(cld_code_meaning(-4711));
    assert_string_equal(cld_fn_name(synth_fn("clFinish")), "clFinish");
    assert_string_equal(cld_fn_name(CLD_NO_FN), "an unknown function");
    assert_string_equal(cld_signal_name(11, room), "SIGSEGV");
    assert_string_equal(cld_signal_name(777, room), "signal 777");
    assert_string_equal(cld_signal_name(-1, room), "signal -1");
    assert_string_equal(cld_device_type_name(4), "GPU");
    assert_string_equal(cld_device_type_name(2), "CPU");
    assert_string_equal(cld_device_type_name(0), "device");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_and_times),
        cmocka_unit_test(kinds),
        cmocka_unit_test(codes_functions_and_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

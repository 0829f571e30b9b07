#include "support.h"

#include <time.h>

enum { BYTES = 1 << 20 };
static char host_memory[BYTES];

static cld_profile *new_profile(void)
{
    cld_profile *profile = NULL;
    assert_success(cld_profile_new(&profile));
    return profile;
}

static void pause_ms(long milliseconds)
{
    const struct timespec time = {.tv_nsec = milliseconds * 1000000};
    nanosleep(&time, NULL);
}

static cl_mem new_buffer(const cld_context *context)
{
    cl_int err = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(cld_context_cl(context), CL_MEM_READ_WRITE, BYTES, NULL, &err);
    assert_success(err);
    return buffer;
}

static cl_event enqueue_write(const cld_context *context, cl_mem buffer)
{
    cl_event event = NULL;
    assert_success(clEnqueueWriteBuffer(cld_context_queue(context), buffer, CL_FALSE, 0, BYTES, host_memory,
                                        0, NULL, &event));
    return event;
}

static void write_to_text(cld_profile *profile, cld_profile_format format, char *text, size_t size)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_success(cld_profile_write(profile, format, file));
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void host_sections_nest_and_repeat(void **state)
{
    (void)state;
    cld_profile *profile = new_profile();
    for (int i = 0; i < 3; i++) {
        assert_success(cld_profile_begin(profile, "outer"));
        pause_ms(1);
        assert_success(cld_profile_begin(profile, "inner"));
        pause_ms(4 + 4L * i);
        assert_success(cld_profile_end(profile));
        assert_success(cld_profile_end(profile));
    }
    assert_int_equal(cld_profile_count(profile), 2);
    cld_section outer, inner;
    assert_success(cld_profile_get(profile, 0, &outer));
    assert_success(cld_profile_get(profile, 1, &inner));
    assert_string_equal(outer.name, "outer");
    assert_int_equal(outer.parent, CLD_NO_PARENT);
    assert_int_equal(inner.parent, 0);
    assert_int_equal(inner.depth, 1);
    assert_int_equal(inner.count, 3);
    assert_int_equal(inner.timed, 3);
    assert_true(inner.min >= 4000000 && inner.median >= 8000000 && inner.max >= 12000000);
    assert_true(inner.min < inner.median && inner.median < inner.max);
    assert_true(outer.total > inner.total && inner.total >= 24000000);
    assert_true(outer.share == 1.0);
    assert_true(inner.share > 0.5 && inner.share < 1.0);
    cld_profile_free(profile);
    cld_profile_free(NULL);
}

static void the_same_name_elsewhere_is_another_section(void **state)
{
    (void)state;
    cld_profile *profile = new_profile();
    for (int i = 0; i < 2; i++) {
        assert_success(cld_profile_begin(profile, i ? "b" : "a"));
        assert_success(cld_profile_begin(profile, "same"));
        assert_success(cld_profile_end(profile));
        assert_success(cld_profile_end(profile));
    }
    assert_int_equal(cld_profile_count(profile), 4);
    cld_profile_free(profile);
}

static void any_number_of_sections(void **state)
{
    (void)state;
    cld_profile *profile = new_profile();
    char name[32];
    for (int i = 0; i < 1000; i++) { /* side by side */
        snprintf(name, sizeof(name), "section %d", i);
        assert_success(cld_profile_begin(profile, name));
        assert_success(cld_profile_end(profile));
    }
    for (int i = 0; i < 200; i++) /* and inside each other */
        assert_success(cld_profile_begin(profile, "deep"));
    for (int i = 0; i < 200; i++)
        assert_success(cld_profile_end(profile));
    assert_int_equal(cld_profile_count(profile), 1200);
    cld_section section;
    assert_success(cld_profile_get(profile, 999, &section));
    assert_string_equal(section.name, "section 999");
    assert_success(cld_profile_get(profile, 1199, &section));
    assert_int_equal(section.depth, 199);
    cld_profile_free(profile);
}

static void ends_need_a_begin(void **state)
{
    (void)state;
    cld_profile *profile = new_profile();
    assert_int_equal(cld_profile_end(profile), CLD_NO_OPEN_SECTION);
    assert_success(cld_profile_begin(profile, "a"));
    assert_success(cld_profile_end(profile));
    assert_int_equal(cld_profile_end(profile), CLD_NO_OPEN_SECTION);
    cld_profile_free(profile);
}

static void median_of_an_even_number_is_between(void **state)
{
    (void)state;
    cld_profile *profile = new_profile();
    const long pauses[] = {2, 20};
    for (int i = 0; i < 2; i++) {
        assert_success(cld_profile_begin(profile, "a"));
        pause_ms(pauses[i]);
        assert_success(cld_profile_end(profile));
    }
    cld_section section;
    assert_success(cld_profile_get(profile, 0, &section));
    assert_int_equal(section.median, section.min + (section.max - section.min) / 2);
    cld_profile_free(profile);
}

static void events_have_their_own_times(void **state)
{
    (void)state;
    cld_context *context = open_context(CLD_QUEUE_PROFILING);
    cld_profile *profile = new_profile();
    cl_mem buffer = new_buffer(context);
    cl_ulong total = 0;
    assert_success(cld_profile_begin(profile, "loop"));
    for (int i = 0; i < 300; i++) { /* more than are kept pending */
        cl_event event = enqueue_write(context, buffer);
        assert_success(cld_profile_transfer(profile, "upload", event, BYTES));
        assert_success(clWaitForEvents(1, &event));
        cl_ulong start = 0, end = 0;
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL);
        total += end - start;
        clReleaseEvent(event);
    }
    assert_success(cld_profile_end(profile));
    assert_success(cld_profile_collect(profile));
    cld_section section;
    assert_success(cld_profile_get(profile, 1, &section));
    assert_string_equal(section.name, "upload");
    assert_int_equal(section.kind, CLD_SECTION_DEVICE);
    assert_int_equal(section.parent, 0);
    assert_int_equal(section.count, 300);
    assert_int_equal(section.timed, 300);
    assert_int_equal(section.total, total);
    assert_int_equal(section.bytes, 300ULL * BYTES);
    assert_true(section.gb_per_second == (double)section.bytes / (double)total);
    assert_true(section.share == 1.0);
    clReleaseMemObject(buffer);
    cld_profile_free(profile);
    cld_context_free(context);
}

static void profiling_off_gives_no_numbers(void **state)
{
    (void)state;
    static char text[8192];
    cld_context *context = open_context(0);
    cld_profile *profile = new_profile();
    cl_mem buffer = new_buffer(context);
    cl_event event = enqueue_write(context, buffer);
    assert_success(cld_profile_transfer(profile, "upload", event, BYTES));
    assert_int_equal(cld_profile_collect(profile), CL_PROFILING_INFO_NOT_AVAILABLE);
    assert_contains(cld_error_detail(), "Section \"upload\": 1 of 1 commands have no times");
    cld_section section;
    assert_success(cld_profile_get(profile, 0, &section));
    assert_int_equal(section.count, 1);
    assert_int_equal(section.timed, 0);
    assert_int_equal(section.total, 0);
    assert_int_equal(section.bytes, 0);
    write_to_text(profile, CLD_PROFILE_TABLE, text, sizeof(text));
    assert_contains(text, "not timed");
    assert_contains(text, "profiling is off");
    write_to_text(profile, CLD_PROFILE_JSON, text, sizeof(text));
    assert_contains(text, "\"all_commands_timed\":false");
    assert_contains(text, "\"timed\":0,\"total_ns\":null");
    write_to_text(profile, CLD_PROFILE_CSV, text, sizeof(text));
    assert_contains(text, "0,,\"upload\",device,1,0,,,,,,,\n");
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cld_profile_free(profile);
    cld_context_free(context);
}

static void user_events_and_failed_commands_are_not_timed(void **state)
{
    (void)state;
    cld_context *context = open_context(CLD_QUEUE_PROFILING);
    cld_profile *profile = new_profile();
    cl_int err = CL_SUCCESS;
    cl_event event = clCreateUserEvent(cld_context_cl(context), &err);
    assert_success(err);
    assert_success(cld_profile_event(profile, "user", event));
    assert_success(clSetUserEventStatus(event, -77)); /* failed */
    assert_int_equal(cld_profile_collect(profile), CL_PROFILING_INFO_NOT_AVAILABLE);
    assert_int_equal(cld_profile_event(profile, "user", NULL), CL_INVALID_EVENT);
    clReleaseEvent(event);
    cld_profile_free(profile);
    cld_context_free(context);
}

static void pending_events_are_released(void **state)
{
    (void)state;
    cld_context *context = open_context(CLD_QUEUE_PROFILING);
    cld_profile *profile = new_profile();
    cl_mem buffer = new_buffer(context);
    cl_event event = enqueue_write(context, buffer);
    assert_success(clWaitForEvents(1, &event));
    assert_success(cld_profile_event(profile, "a", event));
    cl_uint before = 0, after = 0;
    clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(before), &before, NULL);
    cld_profile_free(profile);
    clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(after), &after, NULL);
    assert_int_equal(after, before - 1);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cld_context_free(context);
}

static void names_are_quoted(void **state)
{
    (void)state;
    static char text[4096];
    cld_profile *profile = new_profile();
    assert_success(cld_profile_begin(profile, "a \"b\", \\c\n"));
    assert_success(cld_profile_end(profile));
    write_to_text(profile, CLD_PROFILE_JSON, text, sizeof(text));
    assert_contains(text, "\"name\":\"a \\\"b\\\", \\\\c\\u000a\"");
    write_to_text(profile, CLD_PROFILE_CSV, text, sizeof(text));
    assert_contains(text, "\"a \"\"b\"\", \\c\n\",host,1,1,");
    cld_profile_free(profile);
}

static void empty_profiles_can_be_written(void **state)
{
    (void)state;
    static char text[4096];
    cld_profile *profile = new_profile();
    write_to_text(profile, CLD_PROFILE_JSON, text, sizeof(text));
    assert_string_equal(text, "{\"all_commands_timed\":true,\"sections\":[\n]}\n");
    write_to_text(profile, CLD_PROFILE_TABLE, text, sizeof(text));
    assert_contains(text, "section");
    cld_profile_free(profile);
}

static void bad_calls_are_refused(void **state)
{
    (void)state;
    cld_profile *profile = new_profile();
    cld_section section;
    assert_int_equal(cld_profile_new(NULL), CL_INVALID_VALUE);
    assert_int_equal(cld_profile_begin(profile, NULL), CL_INVALID_VALUE);
    assert_int_equal(cld_profile_end(NULL), CL_INVALID_VALUE);
    assert_int_equal(cld_profile_get(profile, 0, &section), CL_INVALID_VALUE);
    assert_int_equal(cld_profile_write(profile, CLD_PROFILE_CSV, NULL), CL_INVALID_VALUE);
    assert_int_equal(cld_profile_write(profile, (cld_profile_format)99, stdout), CL_INVALID_VALUE);
    assert_int_equal(cld_profile_collect(NULL), CL_INVALID_VALUE);
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_int_equal(cld_profile_write(profile, CLD_PROFILE_CSV, full), CLD_WRITE_FAILED);
    fclose(full);
    cld_profile_free(profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_sections_nest_and_repeat),
        cmocka_unit_test(the_same_name_elsewhere_is_another_section),
        cmocka_unit_test(any_number_of_sections),
        cmocka_unit_test(ends_need_a_begin),
        cmocka_unit_test(median_of_an_even_number_is_between),
        cmocka_unit_test(events_have_their_own_times),
        cmocka_unit_test(profiling_off_gives_no_numbers),
        cmocka_unit_test(user_events_and_failed_commands_are_not_timed),
        cmocka_unit_test(pending_events_are_released),
        cmocka_unit_test(names_are_quoted),
        cmocka_unit_test(empty_profiles_can_be_written),
        cmocka_unit_test(bad_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A spoilt log never crashes its reader, and what is shown of it is always text. Runs under sanitizers. */
#include "buildlog/classify.h"
#include "buildlog/render.h"
#include "buildlog/repair.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 4000
#define MOST 4096

static const char seed[] =
    "In file included from <kernel>:3:\n"
    "<kernel>:2:22: error: pointer arguments to kernel functions must reside in '__global' address space\n"
    "kernel void k(float *out, int n)\n"
    "                     ^\n"
    "error: /tmp/tempfile_x.cl:4:14 <Spelling=/tmp/tempfile_x.cl:1:2>: expected ';' at end of declaration\n"
    "inc/rows.clh:1:1: warning: double precision constant requires cl_khr_fp64 [-Werror,-Wunused]\n"
    "1:3:1: note: expanded from macro 'AREA'\n"
    "\"/tmp/OCL7.cl\", line 2: error:\n   identifier \"x\" is undefined\n"
    "ptxas error   : Entry function 'k' uses too much shared data (0x12000 bytes, 0xc000 max)\n"
    "error: undefined reference to `f()'\nin kernel: 'k'\n"
    "kernel must have void return type\nLinking globals named 'f': symbol multiply defined!\n";
static const char main_seed[] =
    "#define AREA(x) ((x) * 1.0)\r\n#line 2 \"<kernel>\"\nkernel void k(float *out, int n)\n"
    "{\n\tint y = AREA(2.0)\n# 1 \"inc/rows.clh\"\nfloat half x = 1.0;\n}\n";

static unsigned long long random_state = 88172645463325252ull;

static unsigned next_random(unsigned below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 11) % below;
}

/* Some bytes changed, left out, doubled; cut somewhere. The result is in memory of exactly its size. */
static char *spoil(const char *text, size_t size, size_t *out_size)
{
    static const char favourites[] = ":\n\r '\"<>=;[]^~|\0\xff\xc3#9";
    char buffer[MOST];
    memcpy(buffer, text, size);
    for (unsigned n = next_random(12); n > 0 && size > 2; n--) {
        size_t at = next_random((unsigned)size), length = next_random((unsigned)(size - at)) % 40;
        switch (next_random(4)) {
        case 0:
            buffer[at] = favourites[next_random(sizeof favourites)];
            break;
        case 1:
            memmove(buffer + at, buffer + at + length, size - at - length);
            size -= length;
            break;
        case 2:
            if (size + length < MOST) {
                memmove(buffer + at + length, buffer + at, size - at);
                size += length;
            }
            break;
        default:
            size = next_random(8) ? size : at;
        }
    }
    char *out = malloc(size ? size : 1);
    memcpy(out, buffer, size);
    *out_size = size;
    return out;
}

static void use(const struct cld_build_log *log, const struct cld_source_text *sources, size_t n)
{
    char function[20];
    for (size_t i = 0; i < log->count; i++) {
        const struct cld_diagnostic *d = &log->list[i];
        char *text = cld_diagnostic_text(d, sources, n, "cl_khr_fp16 cl_khr_fp64");
        assert_non_null(text);
        assert_true(strlen(text) > 0);
        free(text);
        cld_diagnostic_function(d, function, sizeof function);
        cld_build_log_note(log, d);
    }
    cld_build_log_root(log);
}

static void spoilt_logs(void **state)
{
    (void)state;
    size_t diagnostics = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t log_size, source_size, header_size;
        char *log = spoil(seed, sizeof seed - 1, &log_size);
        char *source = spoil(main_seed, sizeof main_seed - 1, &source_size);
        char *header = spoil(main_seed, sizeof main_seed - 1, &header_size);
        const struct cld_source_text sources[] = {{NULL, source, source_size},
                                                  {"inc/rows.clh", header, header_size}};
        struct cld_build_log *parsed = cld_build_log_parse(log, log_size);
        assert_non_null(parsed);
        use(parsed, sources, 2);
        diagnostics += parsed->count;
        cld_build_log_free(parsed);
        free(header);
        free(source);
        free(log);
    }
    assert_true(diagnostics > ROUNDS); /* they were not all spoilt beyond reading */
}

static void megabytes_take_no_time_to_speak_of(void **state)
{
    (void)state;
    const size_t size = 4u << 20;
    char *log = malloc(size);
    memset(log, 'x', size); /* one line */
    cld_build_log_free(cld_build_log_parse(log, size));
    for (size_t i = 0; i < size; i++)
        log[i] = i % 3 ? ':' : ' ';
    cld_build_log_free(cld_build_log_parse(log, size));
    memset(log, '\n', size);
    cld_build_log_free(cld_build_log_parse(log, size));
    for (size_t i = 0; i + 8 <= size; i += 8)
        memcpy(log + i, "error: \n", 8);
    struct cld_build_log *parsed = cld_build_log_parse(log, size);
    assert_int_equal(parsed->count, CLD_MOST_DIAGNOSTICS);
    cld_build_log_free(parsed);
    free(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spoilt_logs),
        cmocka_unit_test(megabytes_take_no_time_to_speak_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

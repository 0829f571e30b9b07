/*
 * Whole reports on one synthetic session, compared with the files in golden/. When a report was changed on
 * purpose, CLD_RENEW_GOLDEN=1 writes them anew: look at the difference before it is committed.
 */
#include "../record/twin.h"
#include "damage.h"
#include "rendered.h"
#include "session.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "rules/findings.h"

/* ---- the session ------------------------------------------------------------------------------------- */

static void write_places(struct synth *synth)
{
    /* Files that are nowhere: frames are shown by module and offset, on every machine alike. */
    synth_module(synth, "/nonexistent/demo/app", 0x10000, 0x10000, 0x20000, NULL, 0);
    synth_module(synth, "/nonexistent/demo/libfilter.so", 0x50000, 0x50000, 0x60000, NULL, 0);
    synth_module(synth, "/nonexistent/libOpenCL.so.1", 0x90000, 0x90000, 0xa0000, NULL, 0);
    synth_stack(synth, 1, 3, (const uint64_t[]){0x90010, 0x10100, 0x10200});
    synth_stack(synth, 2, 4, (const uint64_t[]){0x90010, 0x50123, 0x10150, 0x10200});
    synth_stack(synth, 3, 1, (const uint64_t[]){0x10300});
    synth_string(synth, 1, "scale");
    synth_string(synth, 2, "blur");
    synth_twin(synth, 5, 1, NULL);
    synth_twin(synth, 5, 2,
               "the device's compiler refused the instrumented source (CL_BUILD_PROGRAM_FAILURE)");
}

static void write_commands(struct synth *synth)
{
    const char *const names[] = {"Test card", "maker", "OpenCL 3.0", "1.2", "Test platform"};
    const uint32_t launch = synth_fn("clEnqueueNDRangeKernel"), write = synth_fn("clEnqueueWriteBuffer");
    struct cld_records_header *header = cld_rec_file_header(synth->file);
    header->thread_id = 4242;
    header->calls[launch] = 30;
    header->calls[write] = 2;
    header->calls[synth_fn("clFinish")] = 1234;
    synth_device(synth, 1, 4, names);
    synth_queue(synth, 2, 1, 1);
    for (uint64_t id = 1; id <= 30; id++) {
        synth_command(synth, id, launch, 2, id % 3 ? 1 : 2, 64);
        if (id <= 28)
            synth_times(synth, id, id * 1000000, id * 1000000 + 1500, id == 28);
    }
    synth_command(synth, 31, write, 2, 0, 1 << 20);
    synth_times(synth, 31, 1, 2000001, false);
    synth_probe(synth, synth_fn("clGetDeviceInfo"), -30, 0x1234, 3);
}

static void write_findings(struct synth *synth)
{
    const struct cld_finding_object kernel = {
        .kind = CLD_KIND_KERNEL, .serial = 4, .handle = 0xabc, .born_stack = 3, .dead_stack = 1, .label = 1};
    synth_finding(synth,
                  &(struct synth_finding){.finding = CLD_FINDING_USE_AFTER_RELEASE,
                                          .severity = CLD_SEVERITY_ERROR,
                                          .fn = synth_fn("clEnqueueNDRangeKernel"),
                                          .next_fn = synth_fn("clFinish") + 1,
                                          .stack = 2,
                                          .code = -48,
                                          .arg = 1,
                                          .count = 1204,
                                          .first_ns = 10,
                                          .message = "the kernel \"scale\" was launched after its release",
                                          .fix = "release the kernel after its last launch",
                                          .kernel = "scale",
                                          .evidence = {"refs", "0", "how", "released twice"},
                                          .object = kernel,
                                          .n_objects = 1});
    synth_finding(synth,
                  &(struct synth_finding){.finding = CLD_FINDING_API_ERROR,
                                          .severity = CLD_SEVERITY_ERROR,
                                          .fn = synth_fn("clCreateBuffer"),
                                          .code = -61,
                                          .arg = -1,
                                          .count = 1,
                                          .first_ns = 20,
                                          .message = "the size is 0, and a buffer has at least one byte"});
    for (int i = 0; i < 480; i++)
        synth_object(synth, CLD_KIND_MEM, CLD_SUB_BUFFER, 1 << 20, 2)->fn = synth_fn("clCreateBuffer");
    synth_object(synth, CLD_KIND_CONTEXT, 0, 0, 3)->fn = synth_fn("clCreateContext");
}

static char *write_session(struct synth *synth)
{
    char *folder = synth_folder(), *app[] = {"./app", "--fast"}, *checks[] = {"api", "lifetime", "pages"};
    const struct cld_run_info run = {.pid = 500,
                                     .app = app,
                                     .n_app = 2,
                                     .cwd = "/nonexistent/demo",
                                     .version = "test",
                                     .started = 1,
                                     .ended = 2,
                                     .status = -1,
                                     .signal = 11,
                                     .checks = checks,
                                     .n_checks = 3};
    synth_open(synth, folder, 1 << 24, false);
    write_places(synth);
    write_commands(synth);
    write_findings(synth);
    atomic_store(&cld_rec_file_header(synth->file)->in_call, synth_fn("clFinish") + 1);
    atomic_store(&cld_rec_file_header(synth->file)->in_call_from, 0x10180);
    synth_close(synth, 500, 0);
    assert_int_equal(cld_run_info_write(&run, folder), 0);
    return folder;
}

/* ---- comparing --------------------------------------------------------------------------------------- */

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in)
        return strdup("");
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, in) > 0);
    fclose(in);
    return text;
}

/* Frees `text`. */
static void compare(char *text, const char *name)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", GOLDEN, name);
    const char *renew = getenv("CLD_RENEW_GOLDEN");
    if (renew && strcmp(renew, "1") == 0)
        damage_write(path, text, strlen(text));
    char *golden = read_file(path);
    if (strcmp(text, golden) != 0)
        fail_msg("this is not %s (CLD_RENEW_GOLDEN=1 makes it so):\n%s", path, text);
    free(golden);
    free(text);
}

static void assert_width(const char *text, int width)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strcspn(text, "\n") > (size_t)width)
            fail_msg("this line is wider than %d: %.*s", width, (int)strcspn(text, "\n"), text);
}

static void whole_reports(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = write_session(&synth);
    char *wide = rendered_text(folder, 80, false, CLD_NORMAL),
         *narrow = rendered_text(folder, 40, false, CLD_NORMAL);
    assert_width(wide, 80);
    assert_width(narrow, 40);
    assert_null(strchr(wide, '\033'));
    compare(wide, "report-80.txt");
    compare(narrow, "report-40.txt");
    compare(rendered_text(folder, 80, false, CLD_VERBOSE), "report-verbose.txt");
    compare(rendered_text(folder, 80, false, CLD_QUIET), "report-quiet.txt");
    compare(rendered_json(folder), "report.json");
    synth_remove(folder);
}

/* Colours add escape sequences, and change nothing else. */
static void colours_are_only_added(void **state)
{
    (void)state;
    struct synth synth;
    char *folder = write_session(&synth);
    char *plain = rendered_text(folder, 80, false, CLD_VERBOSE),
         *colored = rendered_text(folder, 80, true, CLD_VERBOSE);
    char *to = colored;
    size_t sequences = 0;
    for (const char *at = colored; *at; at++) {
        if (*at != '\033') {
            *to++ = *at;
            continue;
        }
        sequences++;
        at += strcspn(at, "m");
    }
    *to = '\0';
    assert_true(sequences > 20);
    assert_string_equal(colored, plain);
    free(colored);
    free(plain);
    synth_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_reports),
                                       cmocka_unit_test(colours_are_only_added)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

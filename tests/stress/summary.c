/* summary.c - what a session folder holds, one "key value" a line: for stress.py. */
#include "record/read.h"

#include <stdio.h>

static struct {
    unsigned long kinds[32], live, bytes_of_problems, dropped, thinned, files;
} sum;

static void count_record(void *user, const struct cld_rec_head *record)
{
    (void)user;
    if (record->kind < 32)
        sum.kinds[record->kind]++;
}

static void count_slot(void *user, const struct cld_slot *slot)
{
    (void)user;
    (void)slot;
    sum.live++;
}

static void read_process(struct cld_reader *r, const struct cld_process_dir *dir)
{
    cld_reader_read_slots(r, dir, count_slot, NULL);
    for (size_t i = 0; i < dir->n_files; i++) {
        struct cld_records_info info;
        cld_reader_read_records(r, dir->files[i], &info, count_record, NULL);
        sum.dropped += info.dropped;
        sum.thinned += info.thinned;
        sum.files++;
    }
}

int main(int argc, char **argv)
{
    char error[CLD_READ_ERROR_MAX];
    struct cld_reader *r;
    if (argc != 2 || cld_reader_open(argv[1], &r, error) != 0) {
        fprintf(stderr, "summary: %s\n", argc == 2 ? error : "one folder, please");
        return 1;
    }
    const struct cld_control_info *c = cld_reader_control(r);
    for (size_t i = 0; i < cld_reader_processes(r); i++)
        read_process(r, cld_reader_process(r, i));
    for (size_t i = 0; i < cld_reader_problems(r); i++)
        fprintf(stderr, "summary: %s: %s\n", cld_reader_problem(r, i)->file, cld_reader_problem(r, i)->what);
    printf("processes %zu\nproblems %zu\nlive %lu\nfiles %lu\ndropped %lu\nthinned %lu\n",
           cld_reader_processes(r), cld_reader_problems(r), sum.live, sum.files, sum.dropped, sum.thinned);
    printf("commands %lu\ntimes %lu\nfindings %lu\nstacks %lu\nexits %lu\n", sum.kinds[CLD_REC_COMMAND],
           sum.kinds[CLD_REC_TIMES], sum.kinds[CLD_REC_FINDING], sum.kinds[CLD_REC_STACK],
           sum.kinds[CLD_REC_EXIT]);
    printf("used %lu\nno_space %u\n", (unsigned long)c->used_bytes, c->no_space);
    cld_reader_close(r);
    return 0;
}

#include "model/model.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/process.h"

struct cld_model {
    struct cld_reader *reader;
    struct cld_arena *arena;
    struct cld_run_info run;
    struct cld_process *processes;
    size_t n_processes;
};

static void load_run_info(struct cld_model *model)
{
    size_t length;
    char *text = cld_reader_read_text(model->reader, "run.json", &length);
    model->run.status = -1;
    if (text)
        cld_run_info_parse(&model->run, text, length);
    free(text);
}

/* Without `run` nobody has noted who was still running: ask, and make sure that the pid is no newer
 * process's. */
static bool runs_now(const struct cld_process *process)
{
    char path[64], exe[4096];
    if (kill((pid_t)process->pid, 0) != 0 && errno != EPERM)
        return false;
    snprintf(path, sizeof(path), "/proc/%ld/exe", process->pid);
    ssize_t n = readlink(path, exe, sizeof(exe) - 1);
    if (n <= 0)
        return false;
    exe[n] = '\0';
    return strcmp(exe, process->exe) == 0;
}

static bool was_running(const struct cld_model *model, const struct cld_process *process)
{
    if (process->exited || process->execed)
        return false;
    for (size_t i = 0; i < model->run.n_running; i++)
        if (model->run.running[i] == process->pid)
            return true;
    /* `run` sees the program's descendants; a daemon has left them, and `run` itself may have been killed. */
    return runs_now(process);
}

static void relate_processes(struct cld_model *model)
{
    for (size_t i = 0; i + 1 < model->n_processes; i++)
        model->processes[i].execed = model->processes[i].pid == model->processes[i + 1].pid;
    for (size_t i = 0; i < model->n_processes; i++)
        model->processes[i].running = was_running(model, &model->processes[i]);
}

int cld_model_load(const char *dir, struct cld_model **model, char error[CLD_READ_ERROR_MAX])
{
    struct cld_reader *reader;
    *model = NULL;
    if (cld_reader_open(dir, &reader, error) != 0)
        return -1;
    struct cld_model *m = *model = cld_xcalloc(1, sizeof(**model));
    m->reader = reader;
    m->arena = cld_arena_new();
    m->n_processes = cld_reader_processes(reader);
    m->processes = cld_xcalloc(m->n_processes, sizeof(*m->processes));
    load_run_info(m);
    for (size_t i = 0; i < m->n_processes; i++)
        cld_process_load(&m->processes[i], cld_reader_process(reader, i), reader, m->arena);
    relate_processes(m);
    return 0;
}

void cld_model_free(struct cld_model *model)
{
    if (!model)
        return;
    for (size_t i = 0; i < model->n_processes; i++)
        cld_process_unload(&model->processes[i]);
    free(model->processes);
    cld_run_info_free(&model->run);
    cld_arena_free(model->arena);
    cld_reader_close(model->reader);
    free(model);
}

struct cld_reader *cld_model_reader(const struct cld_model *model)
{
    return model->reader;
}

const struct cld_run_info *cld_model_run(const struct cld_model *model)
{
    return &model->run;
}

size_t cld_model_processes(const struct cld_model *model)
{
    return model->n_processes;
}

const struct cld_process *cld_model_process(const struct cld_model *model, size_t i)
{
    return i < model->n_processes ? &model->processes[i] : NULL;
}

const struct cld_process *cld_model_app(const struct cld_model *model)
{
    const struct cld_process *first = NULL;
    for (size_t i = 0; i < model->n_processes; i++) {
        const struct cld_process *process = &model->processes[i];
        if (model->run.present && process->pid == model->run.pid)
            return process;
        if (!first || process->start_wall < first->start_wall)
            first = process;
    }
    return first;
}

void cld_model_live_objects(const struct cld_model *model, const struct cld_process *process, cld_slot_fn *fn,
                            void *user)
{
    cld_reader_read_slots(model->reader, process->dir, fn, user);
}

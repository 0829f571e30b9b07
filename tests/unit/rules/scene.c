#include "scene.h"

#include "test.h"

void scene_begin(struct scene *scene)
{
    *scene = (struct scene){.folder = synth_folder()};
}

struct synth *scene_process(struct scene *scene)
{
    const uint64_t base = 0x10000 + (uint64_t)scene->processes * 0x100000;
    struct synth *synth = &scene->synth[scene->processes++];
    synth_open(synth, scene->folder, 1 << 24, false);
    synth_module(synth, "/opt/demo/app", base, base, base + 0x1000, NULL, 0);
    for (uint32_t id = 1; id <= 3; id++)
        synth_stack(synth, id, 2, (const uint64_t[]){base + 0x100 * id, base + 0x900});
    return synth;
}

void scene_judge(struct scene *scene, const struct cld_run_info *run,
                 const struct cld_suppressions *suppressions)
{
    char error[CLD_READ_ERROR_MAX] = "";
    for (int i = 0; i < scene->processes; i++)
        synth_close(&scene->synth[i], SCENE_PID + i, 0);
    if (run)
        assert_int_equal(cld_run_info_write(run, scene->folder), 0);
    if (cld_model_load(scene->folder, &scene->model, error) != 0)
        fail_msg("%s", error);
    scene->symboliser = cld_symboliser_new();
    scene->findings = cld_rules_run(scene->model, suppressions, scene->symboliser);
}

void scene_end(struct scene *scene)
{
    cld_findings_free(scene->findings);
    cld_symboliser_free(scene->symboliser);
    cld_model_free(scene->model);
    synth_remove(scene->folder);
}

const char *scene_evidence(const struct cld_found *found, const char *key)
{
    for (size_t i = 0; i < found->n_evidence; i++)
        if (strcmp(found->evidence[2 * i], key) == 0)
            return found->evidence[2 * i + 1];
    return NULL;
}

/* scene.h - a synthetic session, and the findings that the rules make of it. */
#ifndef CLD_TEST_SCENE_H
#define CLD_TEST_SCENE_H

#include "rules/rules.h"
#include "session.h"

#define SCENE_PID 500 /* of the first process; the others count on */

struct scene {
    char *folder;
    struct synth synth[3];
    int processes;
    struct cld_model *model;
    struct cld_symboliser *symboliser;
    struct cld_findings *findings;
};

void scene_begin(struct scene *scene);
/* One process more, with module "/opt/demo/app" and the stacks 1, 2 and 3, elsewhere in memory than the
 * others'. */
struct synth *scene_process(struct scene *scene);
/* Closes all processes, notes how `run` saw the first one end, and applies the rules. Without `run` if NULL.
 */
void scene_judge(struct scene *scene, const struct cld_run_info *run,
                 const struct cld_suppressions *suppressions);
void scene_end(struct scene *scene);

/* The value of a finding's evidence; NULL: it has none of that name. */
const char *scene_evidence(const struct cld_found *found, const char *key);

#endif

/* run_info.h - the file run.json of a session: what `cldoctor run` knows and no process under diagnosis does.
 */
#ifndef CLD_MODEL_RUN_INFO_H
#define CLD_MODEL_RUN_INFO_H

#include <stdbool.h>
#include <stddef.h>

struct cld_run_info {
    bool present; /* false: the session was made without `run`, or run.json is unreadable */
    char **app;
    size_t n_app;
    char *cwd;
    char *version;
    double started, ended; /* seconds since 1970; ended is 0 while the app runs */
    long pid;
    int status; /* of exit, -1: none */
    int signal; /* that killed it, 0: none */
    bool preload;
    char **checks; /* as given with --check, expanded */
    size_t n_checks;
    char **loaders; /* OpenCL loaders that were seen mapped, paths */
    size_t n_loaders;
    char **vendors; /* drivers that were seen mapped, paths */
    size_t n_vendors;
    long *running; /* processes that were still running when the app had ended */
    size_t n_running;
};

void cld_run_info_free(struct cld_run_info *info);
/* Writes FOLDER/run.json, whole or not at all. Returns 0 or an errno value. */
int cld_run_info_write(const struct cld_run_info *info, const char *folder);
/* Reads the text of a run.json. False: it is no such thing. */
bool cld_run_info_parse(struct cld_run_info *info, const char *text, size_t length);

void cld_strings_add(char ***list, size_t *count, const char *text);
void cld_strings_free(char ***list, size_t *count);

#endif

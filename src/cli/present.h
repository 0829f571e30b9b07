/* present.h - reporting a session in every form that was asked for. */
#ifndef CLD_CLI_PRESENT_H
#define CLD_CLI_PRESENT_H

#include "cli/options.h"

/* Whether what the options ask for can be done at all: asked before a program runs for hours. Else one line.
 */
bool cld_present_possible(const struct cld_cli *cli);

/*
 * Loads the session in `folder` and writes its reports. Returns 0, 1 when the session could not be read or a
 * report not be written (one line was printed), and counts findings of severity error in *errors.
 */
int cld_present(const struct cld_cli *cli, const char *folder, size_t *errors);

#endif

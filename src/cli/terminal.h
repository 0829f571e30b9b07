/* terminal.h - what a terminal wants: colours, and how wide it is. */
#ifndef CLD_CLI_TERMINAL_H
#define CLD_CLI_TERMINAL_H

#include "cli/options.h"

/* Whether what is written to this descriptor is to be coloured: as --color says, else if it is a terminal
 * that wants colours (NO_COLOR, TERM=dumb). */
bool cld_wants_color(const struct cld_cli *cli, int fd);
/* Columns of the terminal at this descriptor, within 40 to 120; 80 where there is none. */
int cld_terminal_width(int fd);

#endif

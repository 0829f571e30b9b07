#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool cld_wants_color(const struct cld_cli *cli, int fd)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (cli->color != CLD_COLOR_AUTO)
        return cli->color == CLD_COLOR_ALWAYS;
    return isatty(fd) && !(no && *no) && !(term && strcmp(term, "dumb") == 0);
}

int cld_terminal_width(int fd)
{
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col < 40 ? 40 : size.ws_col > 120 ? 120 : size.ws_col;
}

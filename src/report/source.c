#include "report/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#define LONGEST_LINE 4096

static bool regular(const char *file, struct stat *st)
{
    return file[0] && stat(file, st) == 0 && S_ISREG(st->st_mode);
}

char *cld_source_line(const char *file, int number)
{
    struct stat st;
    FILE *in = number > 0 && regular(file, &st) ? fopen(file, "re") : NULL;
    char *line = NULL;
    size_t room = 0;
    ssize_t length = -1;
    if (!in)
        return NULL;
    for (int i = 0; i < number && (length = getline(&line, &room, in)) >= 0; i++)
        ;
    fclose(in);
    if (length < 0 || length > LONGEST_LINE) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

bool cld_source_newer(const char *file, const char *module)
{
    struct stat source, code;
    return module && regular(file, &source) && regular(module, &code) && source.st_mtime > code.st_mtime;
}

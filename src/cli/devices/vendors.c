#include "cli/devices/vendors.h"

#include "model/arena.h"
#include "model/run_info.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

static int is_icd(const struct dirent *entry)
{
    return ends_with(entry->d_name, ".icd");
}

static void list_folder(struct cld_vendors *v)
{
    struct dirent **entries;
    int n = scandir(v->place, &entries, is_icd, alphasort);
    for (int i = 0; i < n; i++) {
        char *file = cld_xprintf("%s/%s", v->place, entries[i]->d_name);
        cld_strings_add(&v->files, &v->n_files, file);
        free(file);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

void cld_vendors_find(struct cld_vendors *v)
{
    static const char *const variables[] = {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"};
    struct stat s;
    memset(v, 0, sizeof *v);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0] && !v->place; i++) {
        const char *value = getenv(variables[i]);
        if (!value || !*value)
            continue;
        v->variable = variables[i];
        v->place = cld_xstrdup(value);
    }
    if (!v->place)
        v->place = cld_xstrdup("/etc/OpenCL/vendors");
    v->exists = stat(v->place, &s) == 0;
    if (v->exists && S_ISDIR(s.st_mode))
        list_folder(v);
    else if (v->exists || !strchr(v->place, '/')) /* a file, or a library that the dynamic linker finds */
        cld_strings_add(&v->files, &v->n_files, v->place);
}

void cld_vendors_free(struct cld_vendors *v)
{
    cld_strings_free(&v->files, &v->n_files);
    free(v->place);
}

char *cld_vendor_library(const char *file)
{
    char line[PATH_MAX] = "";
    if (!ends_with(file, ".icd"))
        return cld_xstrdup(file);
    FILE *icd = fopen(file, "re");
    if (!icd)
        return NULL;
    if (!fgets(line, sizeof line, icd))
        line[0] = '\0';
    fclose(icd);
    line[strcspn(line, "\r\n")] = '\0';
    return line[0] ? cld_xstrdup(line) : NULL;
}

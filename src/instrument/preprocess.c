#include "instrument/preprocess.h"

#include "instrument/clang.h"
#include "instrument/conditions.h"
#include "instrument/scratch.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- which macros matter ---------------------------------------------------------------------------------
 */

static bool defined_by_options(const struct cld_build_options *o, const char *name)
{
    for (size_t i = 0; i < o->n_preprocess; i++) {
        const char *word = o->preprocess[i];
        if (strncmp(word, "-D", 2) != 0 && strncmp(word, "-U", 2) != 0)
            continue;
        const char *given = word[2] ? word + 2 : i + 1 < o->n_preprocess ? o->preprocess[i + 1] : "";
        if (strncmp(given, name, strlen(name)) == 0 && strchr("=(", given[strlen(name)]))
            return true;
    }
    return false;
}

static bool is_ours(const char *name)
{
    static const char *const names[] = {
        "__LINE__",        "__FILE__",          "__COUNTER__",   "__DATE__",      "__TIME__",
        "__VA_ARGS__",     "__INCLUDE_LEVEL__", "__has_include", "__has_feature", "__has_builtin",
        "__has_attribute", "__has_extension",   "true",          "false"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* The names whose values decide what the preprocessor keeps: in everything that is known to be included. */
static void collect(struct cld_conditions *c, const struct cld_unit *u)
{
    cld_conditions_read(c, u->source);
    for (size_t i = 0; i < u->n_headers; i++)
        cld_conditions_read(c, u->headers[i].text);
    for (size_t i = 0; i < u->n_dependencies; i++) {
        char *text = cld_read_file(u->dependencies[i].path);
        if (text)
            cld_conditions_read(c, text);
        free(text);
    }
    cld_conditions_close(c);
}

static void note_needed(struct cld_unit *u, const struct cld_conditions *c, const struct cld_device *device)
{
    for (size_t i = 0; i < c->used.count; i++) {
        const char *name = c->used.names[i];
        if (is_ours(name) || cld_device_find(device, name) || defined_by_options(&u->build, name))
            continue;
        u->needed = cld_grow(u->needed, &u->needed_room, u->n_needed, sizeof *u->needed);
        u->needed[u->n_needed++] = cld_copy(name, strlen(name));
    }
}

/* ---- running the preprocessor ----------------------------------------------------------------------------
 */

struct arguments {
    char **words;
    size_t count, room;
};

static void argument(struct arguments *a, char *word)
{
    a->words = cld_grow(a->words, &a->room, a->count, sizeof *a->words);
    a->words[a->count++] = word;
}

static bool is_number(const char *value)
{
    const char *digits = value + strspn(value, "+-( ");
    return isdigit((unsigned char)*digits);
}

/* What is no number can't be computed with in #if; and in the text the name must stay for the device. */
static void define_macros(struct arguments *a, const struct cld_device *device,
                          const struct cld_conditions *c)
{
    for (size_t i = 0; i < c->used.count; i++) {
        const struct cld_macro *m = cld_device_find(device, c->used.names[i]);
        if (m && m->value)
            argument(a, cld_printf("-D%s=%s", m->name, is_number(m->value) ? m->value : m->name));
    }
}

static void user_options(struct arguments *a, const struct cld_build_options *o, const char *folder)
{
    for (size_t i = 0; i < o->n_preprocess; i++) {
        const char *word = o->preprocess[i];
        bool is_folder = strncmp(word, "-I", 2) == 0;
        const char *path = !is_folder                ? NULL
                           : word[2]                 ? word + 2
                           : i + 1 < o->n_preprocess ? o->preprocess[++i]
                                                     : "";
        if (!is_folder)
            argument(a, cld_copy(word, strlen(word)));
        else if (*path == '/' || !folder)
            argument(a, cld_printf("-I%s", path));
        else
            argument(a, cld_printf("-I%s/%s", folder, path));
    }
}

static void make_arguments(struct arguments *a, const struct cld_unit *u, const struct cld_device *device,
                           const struct cld_conditions *c, const char *scratch, const char *folder)
{
    static const char *const fixed[] = {"-E", "-x", "cl", "-cl-no-stdinc", "-undef", "-w", "-Wno-error"};
    argument(a, cld_copy(cld_clang_program(), strlen(cld_clang_program())));
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        argument(a, cld_copy(fixed[i], strlen(fixed[i])));
    argument(a, cld_printf("-cl-std=%s", cld_clang_standard(u, device)));
    define_macros(a, device, c);
    argument(a, cld_printf("-I%s/headers", scratch));
    user_options(a, &u->build, folder);
    if (folder)
        argument(a, cld_printf("-I%s", folder));
    argument(a, cld_printf("%s/source/program.cl", scratch));
    argument(a, NULL);
}

static char *first_error(const char *text)
{
    const char *at = strstr(text, "error: ");
    return at ? cld_copy(at + 7, strcspn(at + 7, "\n")) : cld_copy("", 0);
}

/* ---- what it says ----------------------------------------------------------------------------------------
 */

static const char *file_name(struct cld_unit *u, const char *name)
{
    for (size_t i = 0; i < u->n_files; i++)
        if (strcmp(u->files[i], name) == 0)
            return u->files[i];
    u->files = cld_grow(u->files, &u->files_room, u->n_files, sizeof *u->files);
    return u->files[u->n_files++] = cld_copy(name, strlen(name));
}

static bool note_dependency(struct cld_unit *u, const char *path)
{
    for (size_t i = 0; i < u->n_dependencies; i++)
        if (strcmp(u->dependencies[i].path, path) == 0)
            return false;
    u->dependencies =
        cld_grow(u->dependencies, &u->dependencies_room, u->n_dependencies, sizeof *u->dependencies);
    u->dependencies[u->n_dependencies++].path = cld_copy(path, strlen(path));
    return true;
}

struct reading {
    struct cld_unit *u;
    const char *scratch;
    struct cld_text text;
    struct cld_line at;
    bool news; /* a file was included whose conditions are not known yet */
};

/* # 12 "file" 1 2 */
static void read_marker(struct reading *r, const char *line)
{
    char name[PATH_MAX];
    unsigned number = 0;
    const char *quote = strchr(line, '"');
    if (!quote || sscanf(line, "# %u", &number) != 1)
        return;
    size_t n = 0;
    for (const char *p = quote + 1; *p && *p != '"' && n + 1 < sizeof name; p++)
        name[n++] = *p == '\\' && p[1] ? *++p : *p;
    name[n] = '\0';
    size_t scratch = strlen(r->scratch);
    const char *shown = name;
    if (strncmp(name, r->scratch, scratch) == 0)
        shown = strcmp(name + scratch, "/source/program.cl") == 0 ? "" : name + scratch + strlen("/headers/");
    else if (name[0] != '<')
        r->news |= note_dependency(r->u, name);
    r->at = (struct cld_line){file_name(r->u, shown), number};
}

static void read_output(struct reading *r, const char *output)
{
    for (const char *line = output; *line;) {
        size_t n = strcspn(line, "\n");
        if (line[0] == '#' && line[1] == ' ' && isdigit((unsigned char)line[2])) {
            char *copy = cld_copy(line, n);
            read_marker(r, copy);
            free(copy);
        } else {
            struct cld_unit *u = r->u;
            u->lines = cld_grow(u->lines, &u->lines_room, u->n_lines, sizeof *u->lines);
            u->lines[u->n_lines++] = r->at;
            r->at.line++;
            cld_text_bytes(&r->text, line, n);
            cld_text_add(&r->text, "\n");
        }
        line += n + (line[n] == '\n');
    }
}

/* True: once more, for the conditions of files that were included. */
static bool preprocess_once(struct cld_unit *u, const struct cld_device *device, const char *scratch,
                            const char *folder)
{
    struct cld_conditions c = {0};
    struct cld_text out = {0}, err = {0};
    struct arguments a = {0};
    collect(&c, u);
    note_needed(u, &c, device);
    make_arguments(&a, u, device, &c, scratch, folder);
    int status = u->n_needed ? 0 : cld_scratch_run(a.words, &out, &err);
    struct reading r = {.u = u, .scratch = scratch, .at = {"", 1}};
    cld_text_add(&r.text, "");
    u->n_lines = 0;
    read_output(&r, cld_text_get(&out));
    if (status != 0 && !r.news) {
        char *error = first_error(cld_text_get(&err));
        if (status == -1)
            cld_unit_fail(u, "the preprocessor %s can't be run", cld_clang_program());
        else
            cld_unit_fail(u, "it can't be preprocessed: %s", *error ? error : "the preprocessor failed");
        free(error);
    }
    free(u->text);
    u->text = r.text.data;
    u->size = r.text.size;
    for (size_t i = 0; i < a.count; i++)
        free(a.words[i]);
    free(a.words);
    cld_text_free(&out);
    cld_text_free(&err);
    cld_conditions_free(&c);
    return r.news && !u->error;
}

void cld_preprocess(struct cld_unit *u, const struct cld_device *device, const char *folder)
{
    char *scratch = cld_scratch_make();
    for (size_t i = 0; i < u->n_needed; i++)
        free(u->needed[i]);
    u->n_needed = 0;
    if (!u->build.rest)
        cld_build_options_read(&u->build, u->options);
    if (!scratch || !cld_scratch_write(scratch, "source/program.cl", u->source))
        cld_unit_fail(u, "no temporary file could be written");
    for (size_t i = 0; i < u->n_headers && !u->error; i++) {
        char *name = cld_printf("headers/%s", u->headers[i].name);
        if (!cld_scratch_write(scratch, name, u->headers[i].text))
            cld_unit_fail(u, "the header name `%s` is no usable path", u->headers[i].name);
        free(name);
    }
    while (!u->error && !u->n_needed && preprocess_once(u, device, scratch, folder))
        ;
    cld_scratch_remove(scratch);
}

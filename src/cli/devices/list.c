#include "cli/devices/list.h"

#include "cli/devices/abilities.h"
#include "cli/devices/child.h"
#include "cli/devices/vendors.h"
#include "cli/error_code.h"
#include "model/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_text(json_t *object, const char *key, const char *text)
{
    json_t *string = json_string(text);
    if (string) /* UTF-8 */
        json_object_set_new(object, key, string);
}

static json_t *platforms_of(json_t *document)
{
    return json_object_get(document, "platforms");
}

size_t cld_devices_count(const json_t *document)
{
    const json_t *platforms = json_object_get(document, "platforms");
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(platforms); i++)
        count += json_array_size(json_object_get(json_array_get(platforms, i), "devices"));
    return count;
}

/* ---- platforms --------------------------------------------------------------------------------------- */

/* Takes what a child found into the document. `file`: of the driver, where it was listed alone. */
static void add(json_t *document, struct cld_child_result *result, const char *file)
{
    if (result->loader && !json_object_get(document, "loader"))
        json_object_set(document, "loader", result->loader);
    if (!result->platform && !result->problem)
        return;
    json_t *platform = result->platform ? json_incref(result->platform) : json_pack("{s:[]}", "devices");
    json_object_set_new(platform, "index", json_integer((json_int_t)json_array_size(platforms_of(document))));
    if (file)
        set_text(platform, "icd", file);
    if (result->problem)
        set_text(platform, "problem", result->problem);
    json_array_append_new(platforms_of(document), platform);
}

/* False: the loader did not survive opening the drivers, and nothing was added (unless it was one alone:
 * `vendors`). */
static bool list_platforms(json_t *document, const char *vendors, int timeout)
{
    struct cld_child_result result;
    bool survived = false;
    for (int i = 0, n = 1; i < n; i++) {
        cld_child_list(&result, (uint32_t)i, vendors, timeout);
        if (i == 0) {
            survived = result.platforms >= 0 || result.no_loader;
            n = result.platforms;
        }
        if (i == 0 && result.no_loader)
            set_text(document, "no_loader", result.no_loader);
        if (survived || vendors)
            add(document, &result, vendors);
        cld_child_result_free(&result);
    }
    return survived;
}

/* ---- no device --------------------------------------------------------------------------------------- */

#define INSTALL                                                                                              \
    "install the driver of your device; PoCL runs on any CPU (Debian and Ubuntu: apt-get install "           \
    "pocl-opencl-icd)"

static char *no_drivers(const struct cld_vendors *v)
{
    if (v->variable)
        return cld_xprintf("%s is %s, and %s", v->variable, v->place,
                           v->exists ? "no *.icd file is there" : "there is no such folder or file");
    return v->exists ? cld_xprintf("%s has no *.icd file, so the OpenCL loader knows no driver", v->place)
                     : cld_xprintf("there is no %s, so the OpenCL loader knows no driver", v->place);
}

/* Drivers whose library can't be loaded: the loader leaves them out without a word. */
static void list_broken(json_t *document, const struct cld_vendors *v, int timeout)
{
    for (size_t i = 0; i < v->n_files; i++) {
        char *library = cld_vendor_library(v->files[i]);
        char *error = library ? cld_child_try_library(library, timeout) : cld_xstrdup("it names no library");
        if (error) {
            json_t *entry = json_object();
            set_text(entry, "icd", v->files[i]);
            set_text(entry, "problem", error);
            json_array_append_new(json_object_get(document, "broken_drivers"), entry);
        }
        free(error);
        free(library);
    }
}

static char *first_broken(const json_t *document)
{
    const json_t *entry = json_array_get(json_object_get(document, "broken_drivers"), 0);
    const char *icd = json_string_value(json_object_get(entry, "icd"));
    const char *problem = json_string_value(json_object_get(entry, "problem"));
    return entry ? cld_xprintf("%s: %s", icd ? icd : "a driver", problem ? problem : "it can't be loaded")
                 : NULL;
}

static void say_why(json_t *document, const struct cld_vendors *v)
{
    const char *no_loader = json_string_value(json_object_get(document, "no_loader"));
    if (no_loader) {
        char *problem = cld_xprintf("there is no OpenCL loader: %s", no_loader);
        set_text(document, "problem", problem);
        set_text(document, "fix",
                 "install one (Debian and Ubuntu: apt-get install ocl-icd-libopencl1 pocl-opencl-icd), or "
                 "add its folder "
                 "to LD_LIBRARY_PATH");
        free(problem);
        return;
    }
    char *problem = v->n_files ? first_broken(document) : no_drivers(v);
    if (!problem)
        problem =
            cld_xstrdup(json_array_size(platforms_of(document)) ? "no platform has a device"
                                                                : "the OpenCL loader finds no platform");
    set_text(document, "problem", problem);
    set_text(document, "fix",
             v->variable ? "unset the variable, or set it to the folder of the *.icd files (usually "
                           "/etc/OpenCL/vendors); or " INSTALL
                         : INSTALL);
    free(problem);
}

json_t *cld_devices_list(int timeout)
{
    json_t *document =
        json_pack("{s:s, s:[], s:[]}", "schema", "cldoctor-devices-1", "platforms", "broken_drivers");
    struct cld_vendors v;
    cld_vendors_find(&v);
    bool alone = !list_platforms(document, NULL, timeout);
    for (size_t i = 0; alone && i < v.n_files; i++)
        list_platforms(document, v.files[i], timeout);
    if (!alone) /* else each has said what it has to say */
        list_broken(document, &v, timeout);
    if (cld_devices_count(document) == 0)
        say_why(document, &v);
    cld_abilities_add(document);
    cld_vendors_free(&v);
    return document;
}

#include "instrument/serve.h"

#include "instrument/program.h"
#include "wire/message.h"
#include "wire/stamp.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- request
 * ------------------------------------------------------------------------------------------------ */

static void take_macro(struct cld_device *d, char *text)
{
    char *equals = strchr(text, '=');
    if (equals)
        *equals = '\0';
    cld_device_macro(d, text, equals ? equals + 1 : "");
}

static void take_unit_item(struct cld_unit *u, const struct cld_item *item, char **text)
{
    if (cld_item_is(item, "header")) {
        size_t name = strlen(*text);
        cld_unit_header(u, *text, name < item->size ? *text + name + 1 : "");
        return;
    }
    char **field = cld_item_is(item, "source")    ? &u->source
                   : cld_item_is(item, "options") ? &u->options
                                                  : NULL;
    if (!field)
        return;
    free(*field);
    *field = *text;
    *text = NULL;
}

static void take_item(struct cld_program *p, const struct cld_item *item)
{
    char *text = cld_item_text(item), **field = NULL;
    if (!text)
        exit(1);
    if (cld_item_is(item, "version") && strcmp(text, CLD_VERSION) != 0 && !p->error)
        p->error = cld_printf("the instrumenter has version %s, and the layer %s", CLD_VERSION, text);
    else if (cld_item_is(item, "address-bits"))
        p->device.address_bits = (unsigned)atoi(text);
    else if (cld_item_is(item, "device-type"))
        p->device.is_cpu = strcmp(text, "cpu") == 0;
    else if (cld_item_is(item, "max-parameter-size"))
        p->device.max_parameter_size = strtoul(text, NULL, 10);
    else if (cld_item_is(item, "macro"))
        take_macro(&p->device, text);
    else if (cld_item_is(item, "no-macro"))
        cld_device_macro(&p->device, text, NULL);
    else if (cld_item_is(item, "unit"))
        cld_program_unit(p);
    else if (cld_item_is(item, "pass"))
        field = &p->pass;
    else if (cld_item_is(item, "folder"))
        field = &p->folder;
    else if (cld_item_is(item, "opencl-c"))
        field = &p->device.opencl_c;
    else if (cld_item_is(item, "extensions"))
        field = &p->device.extensions;
    else if (p->n_units)
        take_unit_item(&p->units[p->n_units - 1], item, &text);
    if (field) {
        free(*field);
        *field = text;
        text = NULL;
    }
    free(text);
}

static void take_request(struct cld_program *p, const struct cld_message *m)
{
    struct cld_item item;
    for (size_t at = 0; cld_message_next(m, &at, &item);)
        take_item(p, &item);
    for (size_t i = 0; i < p->n_units; i++) {
        struct cld_unit *u = &p->units[i];
        u->source = u->source ? u->source : cld_copy("", 0);
        u->options = u->options ? u->options : cld_copy("", 0);
    }
}

/* ---- answer
 * ------------------------------------------------------------------------------------------------- */

static void answer_files(const struct cld_program *p, struct cld_message *m)
{
    for (size_t i = 0; i < p->n_units; i++)
        for (size_t k = 0; k < p->units[i].n_dependencies; k++) {
            const char *path = p->units[i].dependencies[k].path;
            char stamp[CLD_STAMP_MAX];
            if (cld_stamp(path, stamp)) /* else it went meanwhile, and no answer of ours can be kept */
                cld_message_pair(m, "file", path, stamp);
            else
                cld_message_pair(m, "file", path, "0:0");
        }
}

static void answer_twins(const struct cld_program *p, struct cld_message *m)
{
    struct cld_text sites = {0};
    for (size_t i = 0; i < p->n_units; i++) {
        cld_message_text(m, "unit", "");
        cld_message_add(m, "source", cld_text_get(&p->twins[i]), p->twins[i].size);
        cld_message_text(m, "options", p->units[i].build.rest);
    }
    for (size_t i = 0; i < p->n_kernels; i++) {
        char *unchecked = cld_unchecked_of(&p->unchecked, p->kernels[i].name);
        cld_message_pair(m, "kernel", p->kernels[i].name, p->kernels[i].hidden);
        if (unchecked)
            cld_message_pair(m, "unchecked", p->kernels[i].name, unchecked);
        free(unchecked);
        if (p->kernels[i].uses && *p->kernels[i].uses)
            cld_message_pair(m, "uses", p->kernels[i].name, p->kernels[i].uses);
        if (p->kernels[i].loops && *p->kernels[i].loops)
            cld_message_pair(m, "loops", p->kernels[i].name, p->kernels[i].loops);
    }
    for (size_t i = 0; i < p->structs.count; i++)
        cld_message_text(m, "struct", p->structs.names[i]);
    cld_sites_print(&p->sites, p->units, p->n_units, &sites);
    cld_message_add(m, "sites", cld_text_get(&sites), sites.size);
    cld_text_free(&sites);
}

static void answer(const struct cld_program *p, struct cld_message *m)
{
    cld_message_text(m, "status", p->error ? "no" : p->needed.count ? "need" : "ok");
    if (p->error)
        cld_message_text(m, "reason", p->error);
    for (size_t i = 0; i < p->needed.count && !p->error; i++)
        cld_message_text(m, "need", p->needed.names[i]);
    if (!p->error && !p->needed.count)
        answer_twins(p, m);
    answer_files(p, m);
}

int cld_serve_one(int fd)
{
    struct cld_message request = {0};
    int error = 0;
    while (!error) {
        error = cld_message_receive(fd, &request, -1);
        if (error)
            break;
        struct cld_program p = {0};
        struct cld_message reply = {0};
        take_request(&p, &request);
        cld_program_instrument(&p);
        answer(&p, &reply);
        error = cld_message_send(fd, &reply, 60000);
        cld_message_free(&reply);
        cld_program_free(&p);
    }
    cld_message_free(&request);
    return error == EPIPE ? 0 : 1;
}

static bool is_mine(int fd)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == getuid();
}

/* A crash of libclang ends one connection, not the server: the layer then tries once more, and says so. */
int cld_serve(int fd)
{
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        int one = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
        if (one < 0 && (errno == EINTR || errno == ECONNABORTED))
            continue;
        if (one < 0)
            return 1;
        if (is_mine(one) && fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            signal(SIGCHLD, SIG_DFL);
            close(fd);
            _exit(cld_serve_one(one));
        }
        close(one);
    }
}

/*
 * test_instrumenter.c - questions to instrumenters of all kinds. They are this program again, started as
 * `--serve-one FD`; what it plays is in the variable FAKE, and each request adds a byte to the file FAKE_LOG.
 */
#include "layer/device_macros.h"
#include "layer/instrumenter.h"
#include "layer/instrumenter_answer.h"
#include "layer/layer.h"
#include "layer/spawn.h"
#include "layer/twin_cache.h"
#include "wire/message.h"
#include "wire/stamp.h"

#include "instrumenter_support.h"
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>

static char self[4096], log_path[128], included[128];

/* ---- the instrumenter ---------------------------------------------------------------------------------- */

static bool plays(const char *what)
{
    const char *fake = getenv("FAKE");
    return fake && strcmp(fake, what) == 0;
}

static bool request_has(const struct cld_message *m, const char *key, const char *value)
{
    struct cld_item item;
    for (size_t at = 0; cld_message_next(m, &at, &item);)
        if (cld_item_is(&item, key) && item.size >= strlen(value) &&
            memcmp(item.value, value, strlen(value)) == 0)
            return true;
    return false;
}

static void answer_ok(struct cld_message *a, const struct cld_message *request)
{
    struct cld_item item;
    char stamp[CLD_STAMP_MAX];
    cld_message_text(a, "status", "ok");
    for (size_t at = 0; cld_message_next(request, &at, &item);)
        if (cld_item_is(&item, "unit")) {
            cld_message_text(a, "unit", "");
            cld_message_text(a, "source", "twin");
            cld_message_text(a, "options", "-w");
        }
    cld_message_pair(a, "kernel", "k", "L S0 S12");
    cld_message_pair(a, "kernel", "plain", "");
    cld_message_pair(a, "unchecked", "plain", "2 accesses unchecked: they are odd");
    cld_message_pair(a, "skip", "odd", "it is too odd");
    cld_message_add(a, "sites", "1\0002", 3);
    if (getenv("FAKE_FILE") && cld_stamp(getenv("FAKE_FILE"), stamp))
        cld_message_pair(a, "file", getenv("FAKE_FILE"), stamp);
}

static void answer_need(struct cld_message *a, const char *name)
{
    cld_message_text(a, "status", "need");
    cld_message_text(a, "need", name);
}

/* What a process can see of how it was started. */
static void answer_report(struct cld_message *a)
{
    char text[64], target[256];
    sigset_t set;
    DIR *d = opendir("/proc/self/fd");
    cld_message_text(a, "status", "no");
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        if (e->d_name[0] != '.' && atoi(e->d_name) != dirfd(d))
            cld_message_text(a, "fd", e->d_name);
    closedir(d);
    for (int fd = 0; fd < 3; fd++) {
        snprintf(text, sizeof text, "/proc/self/fd/%d", fd);
        ssize_t n = readlink(text, target, sizeof target);
        cld_message_add(a, "stdio", target, n > 0 ? (size_t)n : 0);
    }
    for (char **e = environ; *e; e++)
        cld_message_text(a, "variable", *e);
    sigprocmask(SIG_SETMASK, NULL, &set);
    cld_message_text(a, "mask", sigismember(&set, SIGUSR1) ? "blocked" : "empty");
    struct sigaction action;
    sigaction(SIGUSR2, NULL, &action);
    cld_message_text(a, "ignored", action.sa_handler == SIG_DFL ? "no" : "yes");
    cld_message_text(a, "session", getsid(0) == getpid() ? "own" : "shared");
}

static size_t note_request(void)
{
    struct stat s;
    int fd = open(getenv("FAKE_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (fd < 0 || write(fd, "x", 1) != 1 || fstat(fd, &s) != 0)
        exit(3);
    close(fd);
    return (size_t)s.st_size;
}

static void answer_nonsense(struct cld_message *a, const struct cld_message *request, int kind)
{
    if (kind == 0) /* nothing */
        return;
    cld_message_text(a, "status", kind == 1 ? "maybe" : kind == 2 ? "no" : kind == 3 ? "need" : "ok");
    if (kind == 4) /* no unit */
        return;
    answer_ok(a, request);
}

static int serve(int fd)
{
    struct cld_message request = {0};
    while (cld_message_receive(fd, &request, -1) == 0) {
        struct cld_message a = {0};
        char name[64];
        size_t count = note_request();
        if (plays("hang"))
            pause();
        else if (plays("die") || (plays("die-once") && count == 1))
            _exit(1);
        else if (plays("die-in-the-middle")) {
            ssize_t n = write(fd, "CLDM\x40\0\0\0\x06\0", 10);
            _exit(n == 10);
        } else if (plays("need") && !request_has(&request, "no-macro", "CLD_WANTED"))
            answer_need(&a, "CLD_WANTED");
        else if (plays("need-loop")) {
            snprintf(name, sizeof name, "CLD_WANTED_%zu", count);
            answer_need(&a, name);
        } else if (plays("need-again"))
            answer_need(&a, "__OPENCL_VERSION__");
        else if (plays("no")) {
            cld_message_text(&a, "status", "no");
            cld_message_text(&a, "reason", "it is written in Pascal");
        } else if (plays("report"))
            answer_report(&a);
        else if (strncmp(getenv("FAKE"), "nonsense", 8) == 0)
            answer_nonsense(&a, &request, atoi(getenv("FAKE") + 8));
        else
            answer_ok(&a, &request);
        cld_message_send(fd, &a, 1000);
        cld_message_free(&a);
    }
    return 0;
}

/* ---- asking -------------------------------------------------------------------------------------------- */

static size_t requests(void)
{
    struct stat s;
    return stat(log_path, &s) == 0 ? (size_t)s.st_size : 0;
}

static struct cld_twin_text ask_for(const char *source, const char *options, size_t n)
{
    struct cld_unit_header header = {"h.h", "#define H"};
    struct cld_unit units[3] = {
        {(char *)source, (char *)options, &header, 1}, {(char *)source, NULL, NULL, 0}, {"", "", NULL, 0}};
    struct cld_twin_text t;
    errno = 42;
    cld_instrument(&driver, context, device, "identity", units, n, &t);
    assert_int_equal(errno, 42);
    return t;
}

static void assert_refused(const char *source, const char *reason)
{
    struct cld_twin_text t = ask_for(source, "", 1);
    assert_false(t.ok);
    assert_non_null(t.reason);
    if (!strstr(t.reason, reason))
        fail_msg("'%s' lacks '%s'", t.reason, reason);
    assert_int_equal(t.n_units + t.n_kernels + t.sites_size, 0);
    cld_twin_text_free(&t);
}

static void assert_twin(const char *source)
{
    struct cld_twin_text t = ask_for(source, "", 2);
    if (!t.ok)
        fail_msg("%s", t.reason);
    assert_int_equal(t.n_units, 2);
    assert_string_equal(t.units[1].source, "twin");
    assert_string_equal(t.units[0].options, "-w");
    assert_int_equal(t.n_kernels, 3);
    assert_string_equal(t.kernels[0].name, "k");
    assert_string_equal(t.kernels[0].hidden, "L S0 S12");
    assert_null(t.kernels[0].reason);
    assert_null(t.kernels[0].unchecked);
    assert_string_equal(t.kernels[1].unchecked, "2 accesses unchecked: they are odd");
    assert_string_equal(t.kernels[2].reason, "it is too odd");
    assert_int_equal(t.sites_size, 3);
    assert_memory_equal(t.sites, "1\0002", 3);
    cld_twin_text_free(&t);
    assert_null(t.units);
}

/*
 * Each case in a process of its own: the layer gives an instrumenter up for good. That process shall have no
 * child to show for it, ever, and no descriptor left when it lets go.
 */
static volatile sig_atomic_t children_ended;

static void on_child(int s)
{
    (void)s;
    children_ended++;
}

static void assert_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG | __WALL), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(children_ended, 0);
}

/* The orphans of that process come to this one: they have to end. */
static void assert_orphans_end(void)
{
    int status;
    for (int i = 0; waitpid(-1, &status, WNOHANG) >= 0; i++) {
        assert_true(i < 1000);
        usleep(10000);
    }
    assert_int_equal(errno, ECHILD);
}

static void apart(const char *fake, const char *name)
{
    int status;
    unlink(log_path);
    setenv("FAKE", fake, 1);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        execl(self, self, "--case", name, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_orphans_end();
}

static int open_descriptors(void)
{
    int n = 0;
    DIR *d = opendir("/proc/self/fd");
    while (readdir(d))
        n++;
    closedir(d);
    return n;
}

/* ---- cases --------------------------------------------------------------------------------------------- */

static void ok(void **state)
{
    (void)state;
    int before = open_descriptors();
    assert_twin("ok");
    assert_int_equal(requests(), 1);
    assert_int_equal(open_descriptors(), before + 1);
    assert_twin("ok"); /* from the cache */
    assert_int_equal(requests(), 1);
    assert_twin("ok, another");
    assert_int_equal(requests(), 2);
    assert_int_equal(open_descriptors(), before + 1);
    assert_no_children();
    cld_instrumenter_forked(); /* lets go of the connection */
    assert_int_equal(open_descriptors(), before);
    assert_no_children();
}

static void need(void **state)
{
    (void)state;
    assert_twin("need");
    assert_int_equal(requests(), 2);
}

static void need_loop(void **state)
{
    (void)state;
    assert_refused("loop", "8 times");
    assert_int_equal(requests(), 8);
}

static void need_again(void **state)
{
    (void)state;
    assert_refused("again", "asks again");
    assert_int_equal(requests(), 1);
}

static void no(void **state)
{
    (void)state;
    assert_refused("no", "it is written in Pascal");
    assert_refused("no", "it is written in Pascal");
    assert_int_equal(requests(), 1);
}

static void nonsense(void **state)
{
    (void)state;
    char source[16];
    snprintf(source, sizeof source, "%s", getenv("FAKE"));
    assert_refused(source, "makes no sense");
    assert_int_equal(requests(), 2);
    setenv("FAKE", "ok", 1);
    assert_twin(source); /* was not kept */
    assert_no_children();
}

static void die(void **state)
{
    (void)state;
    assert_refused("die", "could not be reached: it ended before it answered");
    assert_int_equal(requests(), 2);
    assert_refused("die", "it ended before it answered");
    assert_int_equal(requests(), 4);
    assert_refused("die", "it ended before it answered");
    assert_int_equal(requests(), 4); /* given up */
    assert_no_children();
}

static void die_once(void **state)
{
    (void)state;
    assert_twin("die-once");
    assert_int_equal(requests(), 2);
    assert_twin("die-once, later");
    assert_int_equal(requests(), 3);
}

static void hang(void **state)
{
    (void)state;
    setenv("CLDOCTOR_INSTRUMENT_TIMEOUT_MS", "100", 1);
    assert_refused("hang", "it did not answer within 0.1 s");
    assert_int_equal(requests(), 2);
    assert_refused("hang", "it did not answer");
    assert_int_equal(requests(), 2);
    unsetenv("CLDOCTOR_INSTRUMENT_TIMEOUT_MS");
}

static void missing(void **state)
{
    (void)state;
    strcpy(cld_layer.options.instrument, "/nowhere/cldoctor-instrument");
    int before = open_descriptors();
    assert_refused("missing", "/nowhere/cldoctor-instrument: No such file");
    cld_layer.options.instrument[0] = '\0';
    assert_refused("missing", "could not be reached");
    assert_int_equal(open_descriptors(), before);
    assert_no_children();
}

static void files(void **state)
{
    (void)state;
    setenv("FAKE_FILE", included, 1);
    assert_twin("files");
    assert_twin("files");
    assert_int_equal(requests(), 1);
    int fd = open(included, O_WRONLY | O_APPEND);
    assert_int_equal(write(fd, "x", 1), 1);
    close(fd);
    assert_twin("files");
    assert_int_equal(requests(), 2);
    unlink(included);
    assert_twin("files");
    assert_int_equal(requests(), 3);
}

static void *ask_in_thread(void *data)
{
    struct cld_twin_text t = ask_for(data, "", 2);
    void *failed = t.ok ? NULL : data;
    cld_twin_text_free(&t);
    return failed;
}

static void threads(void **state)
{
    (void)state;
    pthread_t list[8];
    char names[8][8];
    void *failed;
    for (int i = 0; i < 8; i++) {
        snprintf(names[i], sizeof names[i], "t%d", i);
        pthread_create(&list[i], NULL, ask_in_thread, names[i]);
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(list[i], &failed);
        assert_null(failed);
    }
    assert_int_equal(requests(), 8);
}

/* The child has a connection of its own; closing it leaves the parent's as it is. */
static void forks(void **state)
{
    (void)state;
    assert_twin("before");
    int before = open_descriptors(), status;
    cld_instrumenter_lock();
    pid_t pid = fork();
    if (pid == 0) {
        cld_instrumenter_forked();
        bool closed = open_descriptors() == before - 1;
        struct cld_twin_text t = ask_for("in the child", "", 1);
        _exit(!(closed && t.ok && open_descriptors() == before));
    }
    cld_instrumenter_unlock();
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_twin("after");
    assert_int_equal(open_descriptors(), before);
}

/* The program closes all that it finds, and opens files of its own under those numbers. */
static void closes_all(void **state)
{
    (void)state;
    assert_twin("first");
    int fds[600], n = 0;
    for (int fd = 3; fd < 1024; fd++)
        close(fd);
    while (n < 600 && (fds[n] = open(self, O_RDONLY)) >= 0)
        n++;
    assert_twin("second");
    for (int i = 0; i < n; i++)
        assert_int_equal(close(fds[i]), 0); /* none was closed behind its back */
}

static void make_server(int *listener, const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path + 1, name, strlen(name));
    *listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(*listener, (struct sockaddr *)&address,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name))),
                     0);
    assert_int_equal(listen(*listener, 4), 0);
}

static void *accept_one(void *data)
{
    int fd = accept(*(int *)data, NULL, NULL);
    serve(fd);
    close(fd);
    return NULL;
}

static void server(void **state)
{
    (void)state;
    int listener;
    pthread_t thread;
    char name[64];
    snprintf(name, sizeof name, "cldoctor-test-%ld", (long)getpid());
    make_server(&listener, name);
    strcpy(cld_layer.options.instrumenter, name);
    pthread_create(&thread, NULL, accept_one, &listener);
    setenv("FAKE", "ok", 1);
    assert_twin("by server");
    assert_int_equal(requests(), 1);
    cld_instrumenter_forked();
    pthread_join(thread, NULL);
    close(listener); /* `run` has ended, and the program goes on */
    assert_twin("by a process of ours");
    assert_int_equal(requests(), 2);
    assert_no_children();
}

/* ---- how it is started --------------------------------------------------------------------------------- */

static void assert_reported(const struct cld_message *m, const char *key, const char *value)
{
    if (!request_has(m, key, value))
        fail_msg("%s is not %s", key, value);
}

static void report(void **state)
{
    (void)state;
    struct cld_message m = {0}, answer = {0};
    struct cld_item item;
    int fd, leaks[20], n = 0;
    pid_t pid;
    sigset_t set;
    setenv("LD_PRELOAD", "", 1);
    setenv("OPENCL_LAYERS", "x", 1);
    setenv("CLDOCTOR_OPTIONS", "x", 1);
    for (int i = 0; i < 20; i++)
        leaks[i] = open("/dev/zero", O_RDONLY);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR2, SIG_IGN);
    for (int i = 0; i < 3; i++)
        close(i); /* a daemon; cmocka has its say no more, unless by the status */
    int error = cld_spawn(self, &fd, &pid);
    if (error || fd < 3 || !(fcntl(fd, F_GETFD) & FD_CLOEXEC) || fcntl(0, F_GETFD) >= 0)
        _exit(4);
    open("/dev/tty", O_RDONLY);
    cld_message_text(&m, "x", "");
    if (cld_message_send(fd, &m, 5000) || cld_message_receive(fd, &answer, 5000))
        _exit(5);
    for (size_t at = 0; cld_message_next(&answer, &at, &item);)
        n += cld_item_is(&item, "fd");
    if (n != 4)
        _exit(6);
    for (const char *v = "LD_PRELOAD\0OPENCL_LAYERS\0CLDOCTOR_\0"; *v; v += strlen(v) + 1)
        if (request_has(&answer, "variable", v))
            _exit(7);
    assert_reported(&answer, "variable", "FAKE=report");
    assert_reported(&answer, "stdio", "/dev/null");
    assert_reported(&answer, "mask", "empty");
    assert_reported(&answer, "ignored", "no");
    assert_reported(&answer, "session", "own");
    sigprocmask(SIG_SETMASK, NULL, &set);
    if (!sigismember(&set, SIGUSR1) || sigismember(&set, SIGUSR2))
        _exit(8);
    assert_no_children();
    for (int i = 0; i < 20; i++)
        close(leaks[i]);
    close(fd);
    usleep(50000);
    assert_no_children();
}

static void bad_binaries(void **state)
{
    (void)state;
    int fd, before = open_descriptors();
    pid_t pid;
    assert_int_equal(cld_spawn("/nowhere", &fd, &pid), ENOENT);
    assert_int_equal(fd, -1);
    assert_int_equal(cld_spawn("/tmp", &fd, &pid), EACCES);
    assert_int_equal(cld_spawn("/etc/passwd", &fd, &pid), EACCES);
    assert_int_equal(cld_spawn_connect("cldoctor-nobody-there", 100, &fd), ECONNREFUSED);
    assert_int_equal(cld_spawn_connect("", 100, &fd), EINVAL);
    assert_int_equal(open_descriptors(), before);
    assert_no_children();
}

static void another_user(void **state)
{
    (void)state;
    int listener, fd;
    char name[64];
    if (geteuid() != 0)
        return;
    snprintf(name, sizeof name, "cldoctor-test-user-%ld", (long)getpid());
    make_server(&listener, name);
    assert_int_equal(seteuid(65534), 0);
    assert_int_equal(cld_spawn_connect(name, 100, &fd), EPERM);
    assert_int_equal(fd, -1);
    assert_int_equal(seteuid(0), 0);
}

/* ---- answers ------------------------------------------------------------------------------------------- */

struct line {
    const char *key, *value;
    size_t size;
};

static enum cld_verdict read_lines(const struct line *lines, size_t n, const char **wrong)
{
    struct cld_message m = {0};
    struct cld_twin_text out = {0};
    struct cld_needs needs = {0};
    for (size_t i = 0; i < n; i++)
        cld_message_add(&m, lines[i].key, lines[i].value,
                        lines[i].size ? lines[i].size : strlen(lines[i].value));
    enum cld_verdict v = cld_answer_read(&m, 1, &out, &needs, wrong);
    assert_true((v == CLD_ANSWER_NONSENSE) == (*wrong != NULL));
    if (v != CLD_ANSWER_FINAL)
        assert_int_equal(out.n_units + out.n_kernels + (out.sites != NULL) + (out.reason != NULL), 0);
    cld_twin_text_free(&out);
    cld_needs_free(&needs);
    cld_message_free(&m);
    return v;
}

#define UNIT {"unit", "", 0}, {"source", "s", 0}, {"options", "", 0}
#define READ(...)                                                                                            \
    read_lines((const struct line[]){__VA_ARGS__},                                                           \
               sizeof((const struct line[]){__VA_ARGS__}) / sizeof(struct line), &wrong)
#define OK {"status", "ok", 0}

static void test_answers(void **state)
{
    const char *wrong;
    (void)state;
    assert_int_equal(READ(OK, UNIT), CLD_ANSWER_FINAL);
    assert_int_equal(READ(OK, UNIT, {"kernel", "k\0L T0", 6}, {"later", "x", 0}), CLD_ANSWER_FINAL);
    assert_int_equal(
        READ(OK, UNIT, {"kernel", "k\0L", 3}, {"uses", "k\0002r1w0", 7}, {"struct", "s 4 x:0", 0}),
        CLD_ANSWER_FINAL);
    assert_int_equal(READ(OK, UNIT, {"kernel", "k\0L", 3}, {"unchecked", "k\0one access", 12}),
                     CLD_ANSWER_FINAL);
    assert_int_equal(READ({"status", "no", 0}, {"reason", "r", 0}), CLD_ANSWER_FINAL);
    assert_int_equal(READ({"status", "need", 0}, {"need", "A_1", 0}), CLD_ANSWER_NEED);
    const struct line nonsense[][6] = {{{"status", "okay", 0}, UNIT},
                                       {{"status", "ok\0", 3}, UNIT},
                                       {OK, OK, UNIT},
                                       {UNIT},
                                       {OK},
                                       {OK, UNIT, {"unit", "", 0}},
                                       {OK, {"unit", "", 0}, {"source", "s", 0}},
                                       {OK, {"source", "s", 0}, UNIT},
                                       {OK, UNIT, {"source", "t", 0}},
                                       {OK, UNIT, {"kernel", "k", 0}},
                                       {OK, UNIT, {"kernel", "\0L", 2}},
                                       {OK, UNIT, {"kernel", "k k\0L", 5}},
                                       {OK, UNIT, {"kernel", "k\0L\0L", 5}},
                                       {OK, UNIT, {"kernel", "k\0X", 3}},
                                       {OK, UNIT, {"kernel", "k\0S", 3}},
                                       {OK, UNIT, {"kernel", "k\0L1", 4}},
                                       {OK, UNIT, {"kernel", "k\0L ", 4}},
                                       {OK, UNIT, {"kernel", "k\0L  T", 6}},
                                       {OK, UNIT, {"kernel", "k\0S99999", 8}},
                                       {OK, UNIT, {"kernel", "k\0L", 3}, {"skip", "k\0r", 3}},
                                       {OK, UNIT, {"skip", "k\0", 2}},
                                       {OK, UNIT, {"kernel", "k\0L", 3}, {"uses", "k", 0}},
                                       {OK, UNIT, {"uses", "k\0000r1", 5}},
                                       {OK, UNIT, {"struct", "s\0", 2}},
                                       {OK, UNIT, {"unchecked", "k\0w", 3}, {"kernel", "k\0L", 3}},
                                       {OK, UNIT, {"kernel", "k\0L", 3}, {"unchecked", "k\0", 2}},
                                       {OK, UNIT, {"kernel", "k\0L", 3}, {"unchecked", "k", 0}},
                                       {OK, UNIT, {"kernel", "k\0L", 3}, {"unchecked", "k\0w\0w", 5}},
                                       {OK, UNIT, {"skip", "k\0r", 3}, {"unchecked", "k\0w", 3}},
                                       {OK, UNIT, {"sites", "a", 0}, {"sites", "a", 0}},
                                       {OK, UNIT, {"file", "a", 0}},
                                       {{"status", "no", 0}},
                                       {{"status", "no", 0}, {"reason", "", 0}},
                                       {{"status", "no", 0}, {"reason", "a\0b", 3}},
                                       {{"status", "need", 0}},
                                       {{"status", "need", 0}, {"need", "a b", 0}},
                                       {{"status", "need", 0}, {"need", "", 0}},
                                       {{"status", "need", 0}, {"need", "a\n#", 0}}};
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        size_t n = 0;
        while (n < 6 && nonsense[i][n].key)
            n++;
        if (read_lines(nonsense[i], n, &wrong) != CLD_ANSWER_NONSENSE)
            fail_msg("answer %zu was taken", i);
    }
}

/* Any byte changed, cut anywhere. */
static void test_damaged_answers(void **state)
{
    struct cld_message request = {0}, m = {0};
    unsigned seed = 1;
    (void)state;
    cld_message_text(&request, "unit", "");
    answer_ok(&m, &request);
    for (int i = 0; i < 20000; i++) {
        struct cld_twin_text out = {0};
        struct cld_needs needs = {0};
        const char *wrong;
        size_t where = (size_t)rand_r(&seed) % m.size, size = m.size;
        char old = m.data[where];
        if (i % 3)
            m.data[where] = (char)rand_r(&seed);
        else
            size = where;
        char *exact = malloc(size + 1);
        memcpy(exact, m.data, size);
        struct cld_message damaged = {.data = exact, .size = size};
        cld_answer_read(&damaged, 1, &out, &needs, &wrong);
        cld_twin_text_free(&out);
        cld_needs_free(&needs);
        free(exact);
        m.data[where] = old;
    }
    cld_message_free(&m);
    cld_message_free(&request);
}

/* ---- options ------------------------------------------------------------------------------------------- */

static void test_options(void **state)
{
    struct cld_options o;
    (void)state;
    cld_options_read(&o, "twins=trace;kernels=a*;binary-cache=0;instrumenter=abc;instrument=/x/y");
    assert_string_equal(o.twins, "trace");
    assert_string_equal(o.kernels, "a*");
    assert_true(o.no_binary_cache);
    assert_string_equal(o.instrumenter, "abc");
    assert_string_equal(o.instrument, "/x/y");
    cld_options_read(&o, NULL);
    assert_string_equal(o.twins, "bounds+barrier");
    assert_true(o.bounds);
    cld_options_read(&o, "check=default");
    assert_string_equal(o.twins, "bounds+barrier");
    cld_options_read(&o, "check=api,bounds");
    assert_string_equal(o.twins, "bounds");
    cld_options_read(&o, "check=api,lifetime");
    assert_string_equal(o.twins, "");
    cld_options_read(&o, "check=bounds;twins=identity"); /* a pass that is named wins */
    assert_string_equal(o.twins, "identity");
    cld_options_read(&o, "check=all;twins=none");
    assert_string_equal(o.twins, "");
    cld_options_read(&o, "check=none");
    assert_false(o.bounds);
    assert_string_equal(o.twins, "");
    assert_string_equal(o.kernels, "");
    assert_string_equal(o.instrument, "");
    assert_false(o.no_binary_cache);
    cld_options_read(&o, "twins=0;binary-cache=1");
    assert_string_equal(o.twins, "");
    assert_false(o.no_binary_cache);
    cld_options_read(&o, "twins=touch"); /* beside us, or nowhere */
    assert_true(o.instrument[0] == '\0' || access(o.instrument, X_OK) == 0);
}

/* ---------------------------------------------------------------------------------------------------- */

#define CASE(what) {#what, what, NULL, NULL, NULL}
#define APART(name, fake, what)                                                                              \
    static void name(void **state)                                                                           \
    {                                                                                                        \
        (void)state;                                                                                         \
        apart(fake, what);                                                                                   \
    }
APART(test_ok, "ok", "ok")
APART(test_need, "need", "need")
APART(test_need_loop, "need-loop", "need_loop")
APART(test_need_again, "need-again", "need_again")
APART(test_no, "no", "no")
APART(test_die, "die", "die")
APART(test_die_in_the_middle, "die-in-the-middle", "die")
APART(test_die_once, "die-once", "die_once")
APART(test_hang, "hang", "hang")
APART(test_missing, "ok", "missing")
APART(test_files, "ok", "files")
APART(test_threads, "ok", "threads")
APART(test_forks, "ok", "forks")
APART(test_closes_all, "ok", "closes_all")
APART(test_server, "ok", "server")
APART(test_report, "report", "report")
APART(test_bad_binaries, "ok", "bad_binaries")
APART(test_another_user, "ok", "another_user")

static void test_nonsense(void **state)
{
    char fake[16];
    (void)state;
    for (int i = 0; i < 6; i++) {
        snprintf(fake, sizeof fake, "nonsense%d", i);
        apart(fake, "nonsense");
    }
}

static bool ask_device(void)
{
    struct cld_macros m = {0};
    char reason[CLD_REASON_MAX];
    bool done = find_device() && cld_device_macros(&driver, context, device, "", NULL, 0, &m, reason);
    cld_macros_free(&m);
    return done;
}

static int run_case(const char *name)
{
    static const struct CMUnitTest cases[] = {
        CASE(another_user), CASE(bad_binaries), CASE(closes_all), CASE(die),      CASE(die_once),
        CASE(files),        CASE(forks),        CASE(hang),       CASE(missing),  CASE(need),
        CASE(need_again),   CASE(need_loop),    CASE(no),         CASE(nonsense), CASE(ok),
        CASE(report),       CASE(server),       CASE(threads)};
    snprintf(log_path, sizeof log_path, "%s", getenv("FAKE_LOG"));
    snprintf(included, sizeof included, "%s", getenv("INCLUDED"));
    if (!ask_device()) /* which may start processes: cases count theirs from here */
        return 1;
    signal(SIGCHLD, on_child);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (strcmp(cases[i].name, name) == 0) {
            const struct CMUnitTest one[] = {cases[i]};
            return cmocka_run_group_tests(one, NULL, NULL);
        }
    return 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--serve-one") == 0)
        return serve(atoi(argv[2]));
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return 1;
    strcpy(cld_layer.options.instrument, self);
    if (argc == 3 && strcmp(argv[1], "--case") == 0)
        return run_case(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),      cmocka_unit_test(test_damaged_answers),
        cmocka_unit_test(test_options),      cmocka_unit_test(test_ok),
        cmocka_unit_test(test_need),         cmocka_unit_test(test_need_loop),
        cmocka_unit_test(test_need_again),   cmocka_unit_test(test_no),
        cmocka_unit_test(test_die),          cmocka_unit_test(test_die_in_the_middle),
        cmocka_unit_test(test_die_once),     cmocka_unit_test(test_hang),
        cmocka_unit_test(test_missing),      cmocka_unit_test(test_files),
        cmocka_unit_test(test_threads),      cmocka_unit_test(test_forks),
        cmocka_unit_test(test_closes_all),   cmocka_unit_test(test_server),
        cmocka_unit_test(test_report),       cmocka_unit_test(test_bad_binaries),
        cmocka_unit_test(test_another_user), cmocka_unit_test(test_nonsense)};
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        return 1;
    make_cache_folder();
    snprintf(log_path, sizeof log_path, "%s-log", cache_folder);
    snprintf(included, sizeof included, "%s-included", cache_folder);
    setenv("FAKE_LOG", log_path, 1);
    setenv("INCLUDED", included, 1);
    close(open(included, O_WRONLY | O_CREAT, 0600));
    if (!ask_device())
        return 77;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_cache_folder();
    unlink(log_path);
    unlink(included);
    return failed;
}

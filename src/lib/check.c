#include <cldoctor/check.h>

#include "detail.h"

#include <pthread.h>
#include <stdio.h>

static void print_failure(const cld_failure *failure, void *user)
{
    (void)user;
    const char *gap = failure->detail[0] ? "\n" : "";
    fprintf(stderr, "%s:%d: in %s: %s failed: %s (%d)\n    %s%s%s\n", failure->file, failure->line,
            failure->function, failure->call, failure->name, failure->code, failure->text, gap,
            failure->detail);
}

/* Handler and user pointer belong together, so one lock guards both. */
static pthread_mutex_t handler_lock = PTHREAD_MUTEX_INITIALIZER;
static cld_check_handler handler_function = print_failure;
static void *handler_user;

void cld_set_check_handler(cld_check_handler handler, void *user)
{
    pthread_mutex_lock(&handler_lock);
    handler_function = handler ? handler : print_failure;
    handler_user = user;
    pthread_mutex_unlock(&handler_lock);
}

static void report(const cld_failure *failure)
{
    /* Copied, and called without the lock: a handler may set another handler, or never return. */
    pthread_mutex_lock(&handler_lock);
    const cld_check_handler function = handler_function;
    void *user = handler_user;
    pthread_mutex_unlock(&handler_lock);
    function(failure, user);
}

cl_int cld_check(cl_int code, const char *call, const char *file, int line, const char *function)
{
    if (code == CL_SUCCESS)
        return code;
    const cld_failure failure = {
        .code = code,
        .name = cld_error_name(code),
        .text = cld_error_text(code),
        .call = call,
        .file = file,
        .line = line,
        .function = function,
        .detail = cld_detail_take(code),
    };
    report(&failure);
    return code;
}

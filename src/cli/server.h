/*
 * server.h - the instrumenter that `cldoctor run` owns for the program under diagnosis.
 *
 * It is a child of `run` and not of the program, whose wait() would see it. Most programs launch no kernel
 * that needs it: so a waiting child of a few pages takes its place, and becomes cldoctor-instrument (with
 * libclang) at the first connection.
 */
#ifndef CLD_CLI_SERVER_H
#define CLD_CLI_SERVER_H

#include <stdbool.h>
#include <sys/types.h>

struct cld_server {
    char *binary;  /* absolute path of cldoctor-instrument; NULL: there is none */
    char name[64]; /* of its abstract socket, without the leading NUL; "": there is none */
    pid_t pid;     /* 0: none */
};

/*
 * Finds the binary (CLDOCTOR_INSTRUMENT, else beside this executable), opens the socket and starts the
 * waiting child. What fails costs one line, and the run goes on without. Call it before the program is
 * started.
 */
void cld_server_start(struct cld_server *server);
/* Ends the server and waits for it: half a second at most if it does not obey. */
void cld_server_end(struct cld_server *server);
/* True if `pid` runs the instrumenter: a layer that has lost its server starts one by itself. */
bool cld_server_is_instrumenter(const struct cld_server *server, pid_t pid);
void cld_server_free(struct cld_server *server);

#endif

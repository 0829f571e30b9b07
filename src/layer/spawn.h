/*
 * spawn.h - connections to an instrumenter: to the server that `cldoctor run` owns, or to a process of ours.
 *
 * Descriptors given back are CLOEXEC, never 0, 1 or 2, and out of the way of the program's own.
 */
#ifndef CLD_LAYER_SPAWN_H
#define CLD_LAYER_SPAWN_H

#include <sys/types.h>

/*
 * Starts `path --serve-one FD`, FD being the other end of the socket that *fd gets. The process ends at the
 * end of that connection. It is no child of the program: neither wait() nor SIGCHLD tells of it, and whoever
 * adopts orphans reaps it: *pid is for killing it while it holds its end of the connection, and for nothing
 * else. 0, or an errno value; never blocks on the new process.
 */
int cld_spawn(const char *path, int *fd, pid_t *pid);

/* To a server of the same user under an abstract socket name. 0, or an errno value (EPERM: another user's).
 */
int cld_spawn_connect(const char *name, int timeout_ms, int *fd);

#endif

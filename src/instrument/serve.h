/* serve.h - requests over sockets (wire/message.h). */
#ifndef CLD_INSTRUMENT_SERVE_H
#define CLD_INSTRUMENT_SERVE_H

/* Answers on one connection until the other end closes it. 0, or 1 after what was no request. */
int cld_serve_one(int fd);
/* Takes connections from a listening socket, one process each; ends only with a signal. */
int cld_serve(int fd);

#endif

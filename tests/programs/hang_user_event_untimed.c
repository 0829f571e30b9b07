/* The same as hang_user_event, where commands have no events of ours: what is known is who waits, and for
 * what. */
//!
//! correct only
//! options --timeout 1
#define NO_EVENTS
#include "hang_user_event.c"

/* rendered.h - a synthetic session, as each kind of report shows it. */
#ifndef CLD_TEST_RENDERED_H
#define CLD_TEST_RENDERED_H

#include "model/run_info.h"
#include "report/text.h"

/* The reports on a session folder. The caller frees them. */
char *rendered_text(const char *folder, int width, bool color, enum cld_verbosity verbosity);
char *rendered_json(const char *folder);

#endif

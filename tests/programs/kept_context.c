/* One context, one queue and one program kept to the end: common, and advice at most. */
//!
//! finding id=object-leak severity=advice object=context count=1
//!
//! finding id=object-leak severity=advice object=queue count=1
//!
//! finding id=object-leak severity=advice object=program count=1
#include "support.h"

int main(void)
{
    set_up();
    if (!FAULT)
        tear_down();
    return 0;
}

#include "layer/rect.h"

struct cld_pitches cld_rect_pitches(const size_t region[3], struct cld_pitches given)
{
    given.row = given.row ? given.row : region[0];
    given.slice = given.slice ? given.slice : given.row * region[1];
    return given;
}

uint64_t cld_rect_end(const size_t origin[3], const size_t region[3], struct cld_pitches given)
{
    __extension__ typedef unsigned __int128 wide; /* pitches can be anything */
    const struct cld_pitches p = cld_rect_pitches(region, given);
    if (!region[0] || !region[1] || !region[2])
        return 0;
    const wide parts[] = {
        (wide)p.slice * origin[2],     (wide)p.slice * (region[2] - 1), (wide)p.row * origin[1],
        (wide)p.row * (region[1] - 1), (wide)origin[0] + region[0],
    };
    wide end = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i] >= UINT64_MAX - (uint64_t)end)
            return UINT64_MAX;
        end += parts[i];
    }
    return (uint64_t)end;
}

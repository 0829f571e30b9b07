#include "layer/image_miss.h"

#include "wire/log.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long ull;

/* ---- what the kernel wrote
 * ----------------------------------------------------------------------------------------- */

static double as_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Of three coordinates each has 21 bits, of fewer 32. */
static double unpack(uint64_t address, unsigned n, unsigned i, bool is_float)
{
    if (n < 3) {
        uint32_t bits = (uint32_t)(address >> 32 * i);
        return is_float ? as_float(bits) : (int32_t)bits;
    }
    uint32_t bits = (uint32_t)(address >> 21 * i) << 11; /* the sign in the highest bit */
    int32_t whole = (int32_t)bits / 2048;
    return is_float ? as_float(bits) : whole;
}

void cld_image_miss_read(const struct cld_slot_read *slot, struct cld_image_miss *out)
{
    unsigned n = slot->bytes & CLD_LOG_IMAGE_COUNT;
    *out = (struct cld_image_miss){.n = slot->exact && n <= 3 ? n : 0,
                                   .is_float = slot->bytes & CLD_LOG_IMAGE_FLOAT,
                                   .has_layer = slot->bytes & CLD_LOG_IMAGE_ARRAY,
                                   .rule = slot->exact && slot->behind <= 2 ? (unsigned)slot->behind : 0};
    for (unsigned i = 0; i < out->n; i++)
        out->at[i] = unpack(slot->address, n, i, out->is_float);
}

void cld_image_coordinates(const struct cld_image_miss *m, char *out, size_t room)
{
    size_t at = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < m->n && at < room; i++) {
        const char *before = i ? ", " : m->n > 1 ? "(" : "", *behind = m->n > 1 && i + 1 == m->n ? ")" : "";
        at += (size_t)snprintf(out + at, room - at, m->is_float ? "%s%.7g%s" : "%s%.0f%s", before, m->at[i],
                               behind);
    }
}

/* ---- one function a cause
 * ------------------------------------------------------------------------------------------ */

struct texts {
    char *why, *fix;
    size_t why_room, fix_room;
};

#define WHY(...) snprintf(t->why, t->why_room, __VA_ARGS__)
#define FIX(...) snprintf(t->fix, t->fix_room, __VA_ARGS__)

static const char *const letters[] = {"x", "y", "z"};

static const char *letter(const struct cld_image_miss *m, unsigned i)
{
    return m->has_layer && i + 1 == m->n ? "layer" : letters[i < 2 ? i : 2];
}

static const char *size_name(const struct cld_image_miss *m, unsigned i)
{
    static const char *const names[] = {"width", "height", "depth"};
    return m->has_layer && i + 1 == m->n ? "number of layers" : names[i];
}

/* A sampler clamps the layer. */
static bool counts(const struct cld_image_miss *m, unsigned i)
{
    return !(m->rule && m->has_layer && i + 1 == m->n);
}

static uint64_t end_of(const struct cld_image_miss *m, unsigned i)
{
    return m->rule == 2 ? 1 : m->size[i];
}

static bool is_behind(const struct cld_image_miss *m, unsigned i)
{
    return counts(m, i) && end_of(m, i) && m->at[i] >= (double)end_of(m, i);
}

/* It is the work-item's id, or its pixel's centre. */
static bool is_id(const struct cld_image_miss *m, const struct cld_miss *launch, unsigned i)
{
    double beyond = m->at[i] - (double)launch->id[i];
    return i < launch->dims && (beyond == 0 || beyond == 0.5);
}

static bool is_pixels(const struct cld_image_miss *m, const struct cld_miss *launch, struct texts *t)
{
    bool is = false;
    for (unsigned i = 0; i < m->n; i++)
        is |= counts(m, i) && (m->at[i] >= 2 || m->at[i] <= -2 || (m->at[i] >= 1 && is_id(m, launch, i)));
    if (m->rule != 2 || !is)
        return false;
    WHY("the sampler takes normalized coordinates, from 0 to 1, and these count pixels");
    FIX("make the sampler with CLK_NORMALIZED_COORDS_FALSE (CL_FALSE), or divide by the image's width and "
        "height");
    return true;
}

static bool is_negative(const struct cld_image_miss *m, struct texts *t)
{
    for (unsigned i = 0; i < m->n; i++) {
        if (!counts(m, i) || !(m->at[i] < 0))
            continue;
        WHY("%s is %.7g: nothing lies before 0", letter(m, i), m->at[i]);
        if (m->is_write)
            FIX("leave out what lies before the first pixel");
        else
            FIX("leave out or clamp what lies before the first pixel (max(%s, 0)), or read with a sampler "
                "that "
                "has CLK_ADDRESS_CLAMP_TO_EDGE or CLK_ADDRESS_CLAMP",
                letter(m, i));
        return true;
    }
    return false;
}

static const struct cld_miss_number *number_equal(const struct cld_miss *launch, uint64_t value)
{
    for (size_t i = 0; i < launch->n_numbers; i++)
        if (launch->numbers[i].value == (int64_t)value && launch->numbers[i].name)
            return &launch->numbers[i];
    return NULL;
}

static bool is_rounded_up(const struct cld_image_miss *m, const struct cld_miss *launch, struct texts *t)
{
    for (unsigned i = 0; i < m->n && i < launch->dims && m->rule != 2; i++) {
        uint64_t global = launch->offset[i] + launch->global[i];
        if (!is_behind(m, i) || m->size[i] >= global || !is_id(m, launch, i))
            continue;
        const struct cld_miss_number *n = number_equal(launch, m->size[i]);
        WHY("the global size (%llu%s%s) is larger than the image's %s (%llu), and the kernel does not check",
            (ull)global, launch->dims > 1 ? " in " : "", launch->dims > 1 ? letters[i] : "", size_name(m, i),
            (ull)m->size[i]);
        if (n)
            FIX("begin the kernel with: if (get_global_id(%u) >= %s) return;", i, n->name);
        else
            FIX("begin the kernel with a test of get_global_id(%u) against the image's %s (%llu), and return "
                "where it is not smaller",
                i, size_name(m, i), (ull)m->size[i]);
        return true;
    }
    return false;
}

static bool is_swapped(const struct cld_image_miss *m, struct texts *t)
{
    if (m->n - m->has_layer < 2 || m->rule == 2 || !m->size[0] || !m->size[1])
        return false;
    bool fits = m->at[1] < (double)m->size[0] && m->at[0] < (double)m->size[1];
    if (!fits || (!is_behind(m, 0) && !is_behind(m, 1)))
        return false;
    WHY("x and y are swapped: (y, x) lies in the image");
    FIX("x, which goes to the right, comes first: (int2)(x, y)");
    return true;
}

static bool is_off_by_one(const struct cld_image_miss *m, const char *access, struct texts *t)
{
    for (unsigned i = 0; i < m->n; i++) {
        if (!is_behind(m, i) || m->at[i] >= (double)end_of(m, i) + (m->rule == 2 ? 0 : 1) + 1e-9)
            continue;
        bool neighbour = access && strchr(access, '+');
        if (m->rule == 2) {
            WHY("%s is 1: normalized coordinates end before 1", letter(m, i));
            FIX("the centre of pixel i of n is (i + 0.5f) / n");
            return true;
        }
        if (m->at[i] > (double)m->size[i])
            continue;
        WHY("%s is one too large: %s", letter(m, i),
            neighbour ? "the last pixel has no neighbour behind it"
                      : "a loop or a check says <= where < is meant, or counts from 1");
        FIX("the last of %llu is %llu: %s", (ull)m->size[i], (ull)(m->size[i] - 1),
            neighbour ? "leave out, clamp or wrap what lies behind it (min(i, n - 1))" : "compare with <");
        return true;
    }
    return false;
}

static void no_cause(const struct cld_image_miss *m, struct texts *t)
{
    if (m->is_write)
        FIX("compare the coordinates with the image's size before this write");
    else if (m->rule)
        FIX("give the sampler an addressing mode (CLK_ADDRESS_CLAMP_TO_EDGE, CLK_ADDRESS_CLAMP): with "
            "CLK_ADDRESS_NONE, the one without a name, the coordinates must lie in the image");
    else
        FIX("compare the coordinates with the image's size before this read, or read with a sampler that has "
            "CLK_ADDRESS_CLAMP_TO_EDGE or CLK_ADDRESS_CLAMP");
}

enum cld_cause cld_image_cause(const struct cld_image_miss *m, const struct cld_miss *launch, char *why,
                               size_t why_room, char *fix, size_t fix_room)
{
    struct texts texts = {why, fix, why_room, fix_room}, *t = &texts;
    why[0] = '\0';
    if (is_pixels(m, launch, t))
        return CLD_CAUSE_NORMALIZED;
    if (is_negative(m, t))
        return CLD_CAUSE_NEGATIVE;
    if (is_rounded_up(m, launch, t))
        return CLD_CAUSE_ROUNDED_UP;
    if (is_swapped(m, t))
        return CLD_CAUSE_SWAPPED;
    if (is_off_by_one(m, launch->access, t))
        return CLD_CAUSE_OFF_BY_ONE;
    no_cause(m, t);
    return CLD_CAUSE_NONE;
}

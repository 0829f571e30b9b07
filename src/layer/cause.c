#include "layer/cause.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef unsigned long long ull;

struct texts {
    char *why, *fix;
    size_t why_room, fix_room;
};

#define WHY(...) snprintf(t->why, t->why_room, __VA_ARGS__)
#define FIX(...) snprintf(t->fix, t->fix_room, __VA_ARGS__)

int64_t cld_miss_index(const struct cld_miss *m)
{
    int64_t distance = (int64_t)(m->address - m->first), size = m->bytes ? m->bytes : 1;
    return distance / size - (distance % size < 0);
}

static uint64_t elements(const struct cld_miss *m)
{
    return m->bytes ? (m->behind - m->first) / m->bytes : 0;
}

/* How far behind the beginning the access ends. */
static uint64_t needed(const struct cld_miss *m)
{
    return m->address + m->bytes - m->first;
}

static bool is_before(const struct cld_miss *m)
{
    return (int64_t)(m->address - m->first) < 0;
}

static const char *name_of(const struct cld_miss *m)
{
    return m->name && m->name[0] ? m->name : "it";
}

static const struct cld_miss_number *number_equal(const struct cld_miss *m, int64_t value)
{
    for (size_t i = 0; i < m->n_numbers; i++)
        if (m->numbers[i].value == value)
            return &m->numbers[i];
    return NULL;
}

static uint64_t work_items(const struct cld_miss *m)
{
    uint64_t n = m->dims > 0;
    for (uint32_t i = 0; i < m->dims && i < 3; i++)
        n *= m->global[i];
    return n;
}

/* ---- one function a cause: true if it is that -----------------------------------------------------------
 */

static bool is_null(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    if (!m->null)
        return false;
    *cause = m->argument >= 0 ? CLD_CAUSE_NULL_ARGUMENT : CLD_CAUSE_NULL;
    if (m->argument >= 0) {
        WHY("argument %d (`%s`) was set to NULL", m->argument, name_of(m));
        FIX("pass a buffer to clSetKernelArg(kernel, %d, ...), or test the pointer in the kernel before it "
            "is "
            "used",
            m->argument);
    } else {
        WHY("the pointer is NULL");
        FIX("give the pointer a value on every path that leads here, or test it before it is used");
    }
    return true;
}

static bool is_count_as_bytes(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    uint64_t size = m->object_bytes;
    if (is_before(m) || size == 0 || m->bytes < 2 || needed(m) > size * m->bytes ||
        m->behind - m->first != size)
        return false;
    const struct cld_miss_number *n = number_equal(m, (int64_t)size);
    if (!n && work_items(m) != size && m->global[0] != size)
        return false;
    *cause = CLD_CAUSE_COUNT_AS_BYTES;
    WHY("%s has %llu bytes, which is the number of its elements: sizes are in bytes",
        m->is_local ? "the local memory" : "the buffer", (ull)size);
    FIX("%s with %llu * %u bytes: elements times their size",
        m->is_local ? "set the local argument" : "create the buffer", (ull)size, m->bytes);
    return true;
}

/* "float3*", "uchar3 *" */
static bool is_vector3(const char *type)
{
    const char *three = type ? strchr(type, '3') : NULL;
    return three && three > type && isalpha((unsigned char)three[-1]) && !isalnum((unsigned char)three[1]);
}

static bool is_packed_vector3(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    uint64_t packed = (uint64_t)m->bytes / 4 * 3, size = m->behind - m->first;
    if (is_before(m) || !is_vector3(m->type) || m->bytes % 4 || !packed || size % packed ||
        (uint64_t)cld_miss_index(m) >= size / packed)
        return false;
    *cause = CLD_CAUSE_VECTOR3;
    WHY("a vector of 3 takes %u bytes in memory, as one of 4, and %s has room for %llu of %llu bytes",
        m->bytes, name_of(m), (ull)(size / packed), (ull)packed);
    FIX("make it %llu * %u bytes, with a padding component each (cl_float3 has it), or use vload3() on a "
        "pointer to scalars",
        (ull)(size / packed), m->bytes);
    return true;
}

#define FAR (1 << 24) /* elements: what is further before the beginning was no small step */

static bool is_overflow(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    int64_t index = cld_miss_index(m);
    bool unsigned_step = index > (1ll << 32) - FAR && index < (1ll << 32);
    if (unsigned_step) {
        *cause = CLD_CAUSE_NEGATIVE;
        WHY("the index is %lld in a type without sign: it has wrapped around at 0",
            (long long)(index - (1ll << 32)));
        FIX("test for 0 before subtracting, or compute the index in a signed type and check it");
        return true;
    }
    if (index > -FAR && index < (1ll << 31))
        return false;
    if (index < -(1ll << 31) - FAR || index > (1ll << 32))
        return false;
    *cause = CLD_CAUSE_OVERFLOW;
    WHY("the index is %lld: an int has overflowed on the way to it", (long long)index);
    FIX("compute the index in size_t or long: cast the first factor, as in (size_t)y * width + x");
    return true;
}

static bool is_negative(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    if (!is_before(m) || cld_miss_index(m) <= -FAR)
        return false;
    *cause = CLD_CAUSE_NEGATIVE;
    WHY("the index is %lld", (long long)cld_miss_index(m));
    FIX("leave out, clamp or wrap what lies before the first element (max(i, 0)), at the left and upper "
        "border");
    return true;
}

static bool is_small_local(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    uint64_t group = m->local[0];
    for (uint32_t i = 1; i < m->dims && i < 3; i++)
        group *= m->local[i];
    if (!m->is_local || is_before(m) || group <= elements(m))
        return false;
    *cause = CLD_CAUSE_LOCAL_TOO_SMALL;
    WHY("the local memory has room for %llu elements, and the work-group has %llu work-items",
        (ull)elements(m), (ull)group);
    FIX("call clSetKernelArg(kernel, %d, %llu, NULL): the work-group's size times that of an element",
        m->argument, (ull)(group * m->bytes));
    return true;
}

static bool is_in_parent(const struct cld_miss *m)
{
    return m->parent_bytes && !is_before(m) && needed(m) <= m->parent_bytes;
}

static bool is_sub_buffer(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    if (!is_in_parent(m))
        return false;
    *cause = CLD_CAUSE_SUB_BUFFER;
    WHY("`%s` is a sub-buffer of %llu bytes, of a buffer of %llu", name_of(m), (ull)(m->behind - m->first),
        (ull)m->parent_bytes);
    FIX("make the sub-buffer as long as the kernel needs it, or pass the whole buffer and an offset");
    return true;
}

/* Worth saying beside another cause: bare, nothing crashes, and the buffer's other bytes are taken. */
static void mention_parent(const struct cld_miss *m, struct texts *t)
{
    size_t n = strlen(t->why);
    if (is_in_parent(m) && n < t->why_room)
        snprintf(t->why + n, t->why_room - n, "; `%s` is a sub-buffer, of a buffer of %llu bytes", name_of(m),
                 (ull)m->parent_bytes);
}

/* The rows' lengths that the program may mean: sizes of the launch, and numbers among the arguments. */
static bool is_stride(const struct cld_miss *m, uint64_t stride)
{
    return stride > 1 &&
           (stride == m->global[0] || stride == m->global[1] || number_equal(m, (int64_t)stride) != NULL);
}

static bool is_swapped(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    uint64_t x = m->id[0], y = m->id[1];
    int64_t index = cld_miss_index(m);
    if (m->dims < 2 || index < 0 || x == y || x == 0 || m->global[0] == m->global[1])
        return false;
    uint64_t stride = ((uint64_t)index - y) / x;
    if ((uint64_t)index < y || stride * x + y != (uint64_t)index || !is_stride(m, stride))
        return false;
    uint64_t other = stride == m->global[0] ? stride : m->global[0];
    if (y * other + x >= elements(m) || y * stride + x == (uint64_t)index)
        return false;
    *cause = CLD_CAUSE_SWAPPED;
    WHY("the index is x * %llu + y: x and y are swapped", (ull)stride);
    FIX("use y * width + x, where x is get_global_id(0) and y is get_global_id(1)");
    return true;
}

/* The number of elements that the kernel was told in one direction, where the launch goes beyond it. */
static const struct cld_miss_number *told(const struct cld_miss *m, uint64_t id, uint64_t global)
{
    for (size_t i = 0; i < m->n_numbers; i++)
        if (m->numbers[i].value > 0 && (uint64_t)m->numbers[i].value <= id &&
            (uint64_t)m->numbers[i].value < global)
            return &m->numbers[i];
    return NULL;
}

static void explain_size(const struct cld_miss *m, uint32_t dim, uint64_t size,
                         const struct cld_miss_number *n, struct texts *t)
{
    const char *name = n && n->name && n->name[0] ? n->name : "n";
    WHY("the global size (%llu%s) is larger than the data (%llu), and the kernel does not check",
        (ull)m->global[dim], m->dims > 1 ? (dim ? " in y" : " in x") : "", (ull)size);
    if (n)
        FIX("begin the kernel with: if (get_global_id(%u) >= %s) return;", dim, name);
    else
        FIX("pass the number of elements, and begin the kernel with: if (get_global_id(%u) >= n) return;",
            dim);
}

static bool is_rounded_1d(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    uint64_t index = (uint64_t)cld_miss_index(m), count = elements(m);
    for (uint32_t d = 0; d < m->dims && d < 3; d++) {
        uint64_t end = m->offset[d] + m->global[d];
        if (index != m->id[d] || count >= end)
            continue;
        const struct cld_miss_number *n = told(m, index, end);
        *cause = CLD_CAUSE_ROUNDED_UP;
        explain_size(m, d, n ? (uint64_t)n->value : count, n, t);
        return true;
    }
    return false;
}

static bool is_rounded_2d(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    uint64_t index = (uint64_t)cld_miss_index(m), x = m->id[0], y = m->id[1];
    if (m->dims < 2 || y == 0 || index < x || (index - x) % y || !is_stride(m, (index - x) / y))
        return false;
    uint64_t width = (index - x) / y, rows = elements(m) / width;
    if (y >= rows && rows > 0 && rows < m->global[1]) {
        *cause = CLD_CAUSE_ROUNDED_UP;
        explain_size(m, 1, rows, number_equal(m, (int64_t)rows), t);
        return true;
    }
    if (x >= width && width < m->global[0]) {
        *cause = CLD_CAUSE_ROUNDED_UP;
        explain_size(m, 0, width, number_equal(m, (int64_t)width), t);
        return true;
    }
    return false;
}

static bool is_rounded_up(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    /* The sizes of other arrays have nothing to do with the launch's. */
    return m->argument >= 0 && !m->is_local && cld_miss_index(m) >= 0 &&
           (is_rounded_1d(m, cause, t) || is_rounded_2d(m, cause, t));
}

static bool is_off_by_one(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    uint64_t count = elements(m);
    if (is_before(m) || count == 0 || (uint64_t)cld_miss_index(m) != count)
        return false;
    bool neighbour = m->access && strchr(m->access, '+');
    *cause = CLD_CAUSE_OFF_BY_ONE;
    WHY("the index is one too large: %s",
        neighbour ? "the last element has no neighbour behind it"
                  : "a loop or a check says <= where < is meant, or counts from 1");
    FIX("the last of %llu elements has the index %llu: %s", (ull)count, (ull)(count - 1),
        neighbour ? "leave out, clamp or wrap what lies behind it (min(i, n - 1))" : "compare with <");
    return true;
}

static bool is_row(const struct cld_miss *m, int64_t row)
{
    uint64_t count = elements(m), index = (uint64_t)cld_miss_index(m);
    return row > 1 && (uint64_t)row < count && count % (uint64_t)row == 0 && index >= count &&
           index - count < (uint64_t)row;
}

static bool is_one_row(const struct cld_miss *m, enum cld_cause *cause, struct texts *t)
{
    int64_t row = (int64_t)m->global[0];
    if (is_before(m) || m->dims < 2)
        return false;
    for (size_t i = 0; i < m->n_numbers && !is_row(m, row); i++)
        row = m->numbers[i].value;
    if (!is_row(m, row))
        return false;
    *cause = CLD_CAUSE_ONE_ROW;
    WHY("it is one row (of %llu) too far: the last row has none behind it", (ull)row);
    FIX("leave out, clamp or wrap the row behind the last one (min(y + 1, height - 1))");
    return true;
}

static void no_cause(const struct cld_miss *m, struct texts *t)
{
    const char *what = m->argument < 0 ? "the array" : m->is_local ? "the local memory" : "the buffer";
    FIX("check the index before this access, or make %s as large as the kernel needs it", what);
}

enum cld_cause cld_cause_of(const struct cld_miss *m, char *why, size_t why_room, char *fix, size_t fix_room)
{
    typedef bool cause_fn(const struct cld_miss *, enum cld_cause *, struct texts *);
    static cause_fn *const all[] = {is_null,        is_overflow, is_negative,       is_packed_vector3,
                                    is_small_local, is_swapped,  is_count_as_bytes, is_rounded_up,
                                    is_off_by_one,  is_one_row,  is_sub_buffer};
    struct texts t = {why, fix, why_room, fix_room};
    enum cld_cause cause = CLD_CAUSE_NONE;
    why[0] = '\0';
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i](m, &cause, &t)) {
            if (cause != CLD_CAUSE_SUB_BUFFER)
                mention_parent(m, &t);
            return cause;
        }
    no_cause(m, &t);
    return CLD_CAUSE_NONE;
}

const char *cld_cause_name(enum cld_cause cause)
{
    static const char *const names[] = {"",
                                        "null-argument",
                                        "null-pointer",
                                        "count-as-bytes",
                                        "vector-of-3",
                                        "int-overflow",
                                        "negative-index",
                                        "local-too-small",
                                        "sub-buffer",
                                        "swapped-x-y",
                                        "rounded-up-size",
                                        "off-by-one",
                                        "one-row-too-far",
                                        "normalized-coordinates"};
    return (unsigned)cause < sizeof names / sizeof names[0] ? names[cause] : "";
}

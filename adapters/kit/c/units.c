/* Units of 16 and 32 bits: plain joining and splitting, without a look at what they mean. */

#include "units.h"

#include "operations.h"

#include <string.h>

static inline uint32_t joined(const unsigned char *at, size_t width, enum byte_order order)
{
    uint32_t unit = 0;
    for (size_t i = 0; i < width; i++)
        unit = unit << 8 | at[order == BIG_FIRST ? i : width - 1 - i];
    return unit;
}

static inline void split(unsigned char *to, uint32_t unit, size_t width, enum byte_order order)
{
    for (size_t i = 0; i < width; i++, unit >>= 8)
        to[order == LITTLE_FIRST ? i : width - 1 - i] = (unsigned char)unit;
}

/* No register is wider, and a line of many chunks would be copied again and again. */
enum { MOST_AROUND = 64 };

/* The bytes with whole units of their neighbours on either side; how many units stand before. */
static size_t widened(struct bytes *bytes, size_t width)
{
    size_t before, behind;
    count_neighbours(*bytes, &before, &behind);
    before = (before < MOST_AROUND ? before : MOST_AROUND) / width;
    behind = (behind < MOST_AROUND ? behind : MOST_AROUND) / width;
    bytes->at -= width * before;
    bytes->length += width * (before + behind);
    return before;
}

void join_units16(struct units16 *units, struct bytes bytes, enum byte_order order)
{
    struct bytes around = bytes;
    size_t before = widened(&around, 2), total = around.length / 2;
    uint16_t *to = guarded_room(&units->pages, 2 * total);
    for (size_t i = 0; i < total; i++)
        to[i] = (uint16_t)joined(around.at + 2 * i, 2, order);
    units->at = to + before;
    units->count = bytes.length / 2;
}

void join_units32(struct units32 *units, struct bytes bytes, enum byte_order order)
{
    struct bytes around = bytes;
    size_t before = widened(&around, 4), total = around.length / 4;
    uint32_t *to = guarded_room(&units->pages, 4 * total);
    for (size_t i = 0; i < total; i++)
        to[i] = joined(around.at + 4 * i, 4, order);
    units->at = to + before;
    units->count = bytes.length / 4;
}

void units16_of(struct units16 *units, const uint32_t *code_points, size_t count)
{
    units->count = count;
    for (size_t i = 0; i < count; i++)
        units->count += code_points[i] > 0xffff;
    uint16_t *to = units->at = guarded_room(&units->pages, 2 * units->count);
    for (size_t i = 0; i < count; i++) {
        uint32_t value = code_points[i];
        if (value > 0xffff)
            *to++ = (uint16_t)(0xd800 + ((value - 0x10000) >> 10));
        *to++ = (uint16_t)(value > 0xffff ? 0xdc00 + (value & 0x3ff) : value);
    }
}

size_t code_point_of(const uint32_t *code_points, size_t unit)
{
    size_t index = 0;
    for (size_t end = 0; (end += code_points[index] > 0xffff ? 2 : 1) <= unit;)
        index++;
    return index;
}

uint16_t *room16(struct units16 *units, size_t count)
{
    return units->at = guarded_room(&units->pages, 2 * count);
}

uint32_t *room32(struct units32 *units, size_t count)
{
    return units->at = guarded_room(&units->pages, 4 * count);
}

void deliver_units16(struct decoded *decoded, const uint16_t *units, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t unit = units[i];
        if ((unit & 0xfc00) == 0xd800 && i + 1 < count && (units[i + 1] & 0xfc00) == 0xdc00)
            unit = 0x10000 + ((unit & 0x3ff) << 10) + (units[++i] & 0x3ff);
        deliver(decoded, unit);
    }
}

void deliver_units32(struct decoded *decoded, const uint32_t *units, size_t count)
{
    int64_t *values = room_for_values(decoded, count);
    for (size_t i = 0; i < count; i++)
        values[i] = units[i];
    decoded->count += count;
}

void turn_around(struct decoded *decoded)
{
    for (size_t i = 0, j = decoded->count; i + 1 < j; i++) {
        int64_t value = decoded->values[i];
        decoded->values[i] = decoded->values[--j];
        decoded->values[j] = value;
    }
}

void append_units16(struct encoded *encoded, const uint16_t *units, size_t count,
                    enum byte_order order)
{
    unsigned char *to = room_for_bytes(encoded, 2 * count);
    for (size_t i = 0; i < count; i++)
        split(to + 2 * i, units[i], 2, order);
    encoded->count += 2 * count;
}

void append_units32(struct encoded *encoded, const uint32_t *units, size_t count,
                    enum byte_order order)
{
    unsigned char *to = room_for_bytes(encoded, 4 * count);
    for (size_t i = 0; i < count; i++)
        split(to + 4 * i, units[i], 4, order);
    encoded->count += 4 * count;
}

void append_bytes(struct encoded *encoded, const void *bytes, size_t count)
{
    unsigned char *to = room_for_bytes(encoded, count);
    if (count > 0)
        memcpy(to, bytes, count);
    encoded->count += count;
}

void refuse_code_point(struct encoded *encoded, int64_t index)
{
    encoded->outcome = REFUSED;
    encoded->index = index;
}

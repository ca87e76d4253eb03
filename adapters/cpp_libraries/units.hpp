// Code units: what the libraries take and give in memory, and the octets or values they stand for.

#ifndef UNITS_HPP
#define UNITS_HPP

#include "codecs.hpp"

extern "C" {
#include "guarded.h"
#include "operations.h"
}

#include <algorithm>
#include <cstring>
#include <string_view>

constexpr bool host_is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

// The order of the octets of a unit, with the names of the encodings that have it.
struct Order {
    bool is_host;
    const char *utf_16, *utf_32;
};

constexpr Order orders[] = {
    {!host_is_little, "UTF-16BE", "UTF-32BE"},
    {host_is_little, "UTF-16LE", "UTF-32LE"},
};

template <class Unit> Unit reversed(Unit unit)
{
    if constexpr (sizeof unit == 2)
        return static_cast<Unit>(__builtin_bswap16(unit));
    else
        return static_cast<Unit>(__builtin_bswap32(unit));
}

// Units of a text: octets where they lie, wider ones against a guard, between the units of what
// lies around a field of the line: who reads beyond its part sees them.
template <class Unit> class Text {
public:
    // Replaces the units.
    void join(bytes bytes, bool is_host);

    const Unit *begin() const { return first; }
    const Unit *end() const { return first + count; }
    size_t size() const { return count; }

private:
    // No register is wider than this.
    static constexpr size_t most_around = 64;

    guarded pages{};
    const Unit *first = nullptr;
    size_t count = 0;
};

template <class Unit> void Text<Unit>::join(bytes bytes, bool is_host)
{
    constexpr size_t width = sizeof(Unit);
    count = bytes.length / width;
    if constexpr (width == 1) {
        first = reinterpret_cast<const Unit *>(bytes.at);
        return;
    }
    size_t before, behind;
    count_neighbours(bytes, &before, &behind);
    before = std::min(before, most_around) / width;
    behind = std::min(behind, most_around) / width;
    const size_t total = before + count + behind;
    auto *all = static_cast<Unit *>(guarded_room(&pages, total * width));
    if (total > 0)
        std::memcpy(all, bytes.at - before * width, total * width);
    if (!is_host)
        std::transform(all, all + total, all, reversed<Unit>);
    first = all + before;
}

// The same units against a guard, until the next call.
template <class Unit>
std::basic_string_view<Unit> against_guard(const std::basic_string<Unit> &units)
{
    static guarded pages{};
    const auto *at = reinterpret_cast<const unsigned char *>(units.data());
    bytes copy = guarded_copy(&pages, {at, units.size() * sizeof(Unit)});
    return {reinterpret_cast<const Unit *>(copy.at), units.size()};
}

// Room for exactly so many units that a library writes, against a guard, until the next call.
template <class Unit> Unit *room_for(size_t count)
{
    return static_cast<Unit *>(output_room(count * sizeof(Unit)));
}

template <class Unit> void append_units(encoded &encoded, const Unit *units, size_t count,
                                        bool is_host = true)
{
    unsigned char *to = room_for_bytes(&encoded, count * sizeof(Unit));
    for (size_t i = 0; i < count; i++) {
        Unit unit = units[i];
        if constexpr (sizeof unit > 1)
            unit = is_host ? unit : reversed(unit);
        std::memcpy(to + i * sizeof unit, &unit, sizeof unit);
    }
    encoded.count += count * sizeof(Unit);
}

// A pair is joined; a lone unit stands for itself.
inline void deliver_units(decoded &decoded, const char16_t *units, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool pair = i + 1 < count && (units[i] & 0xfc00) == 0xd800
                    && (units[i + 1] & 0xfc00) == 0xdc00;
        if (pair) {
            deliver(&decoded, 0x10000 + ((units[i] & 0x3ff) << 10 | (units[i + 1] & 0x3ff)));
            i++;
        } else {
            deliver(&decoded, units[i]);
        }
    }
}

inline void deliver_units(decoded &decoded, const char32_t *units, size_t count)
{
    int64_t *values = room_for_values(&decoded, count);
    for (size_t i = 0; i < count; i++)
        values[i] = units[i];
    decoded.count += count;
}

// The greatest code point that units of this type can express, in pairs where they are of 16 bits.
template <class Unit> constexpr uint32_t greatest = sizeof(Unit) == 2 ? 0x10ffff : UINT32_MAX;

// Appends code points; those above FFFF as pairs where the units are of 16 bits.
template <class Unit> void express(const uint32_t *code_points, size_t count,
                                   std::basic_string<Unit> &units)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t value = code_points[i];
        if (sizeof(Unit) == 2 && value > 0xffff) {
            units += static_cast<Unit>(0xd800 + ((value - 0x10000) >> 10));
            units += static_cast<Unit>(0xdc00 + (value & 0x3ff));
        } else {
            units += static_cast<Unit>(value);
        }
    }
}

// How many code points lie wholly within the first `units` units.
template <class Unit> size_t whole_code_points(const uint32_t *code_points, size_t count,
                                               size_t units)
{
    size_t index = 0;
    for (size_t used = 0; index < count; index++) {
        used += sizeof(Unit) == 2 && code_points[index] > 0xffff ? 2 : 1;
        if (used > units)
            break;
    }
    return index;
}

inline void refuse(encoded &encoded, int64_t index)
{
    encoded.outcome = REFUSED;
    encoded.index = index;
}

#endif

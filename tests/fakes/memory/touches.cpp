// Codecs of UTF-16 that touch memory beside the units of their input, or of their output.

#include "units.hpp"
#include "whole_text.hpp"

extern "C" {
#include "protocol.h"
}

static volatile char16_t seen;

using Touch = void (*)(const char16_t *begin, const char16_t *end);

static void nothing(const char16_t *, const char16_t *) {}
static void past(const char16_t *, const char16_t *end)
{
    seen = *const_cast<volatile const char16_t *>(end);
}
static void before(const char16_t *begin, const char16_t *)
{
    seen = *const_cast<volatile const char16_t *>(begin - 1);
}
static void write(const char16_t *, const char16_t *end)
{
    *const_cast<volatile char16_t *>(end) = 1;
}

// Fills a room for units, and one more where `fault` says so.
static char16_t *filled(bool fault, size_t room)
{
    auto *to = room_for<char16_t>(room);
    std::fill_n(static_cast<volatile char16_t *>(to), room + fault, u'x');
    return to;
}

// What overfills its room does so in all ops.
static bool overfilling(const char *name) { return std::string_view(name) == "overfills"; }

template <bool fault> decoder *with_room(decoder *made)
{
    made->feed_room = [](decoder *, size_t room, bytes bytes, decoded *decoded) {
        filled(fault, room);
        decoded->consumed = bytes.length;
    };
    return made;
}

template <bool fault> encoder *with_room(encoder *made)
{
    made->feed_room = [](encoder *, size_t room, const uint32_t *, size_t count, encoded *encoded) {
        filled(fault, room);
        encoded->consumed = count;
    };
    return made;
}

static offer codec(const char *name, Touch touch)
{
    const bool fault = overfilling(name);
    static Text<char16_t> text;
    auto decode = [touch, fault](bytes bytes, decoded &decoded) {
        text.join(bytes, true);
        touch(text.begin(), text.end());
        char16_t *made = filled(fault, text.size());
        std::copy(text.begin(), text.end(), made);
        deliver_units(decoded, made, text.size());
    };
    auto encode = [touch, fault](const uint32_t *points, size_t count, encoded &encoded) {
        std::u16string units;
        express(points, count, units);
        auto given = against_guard(units);
        touch(given.data(), given.data() + given.size());
        char16_t *made = filled(fault, given.size());
        std::copy(given.begin(), given.end(), made);
        append_units(encoded, made, given.size());
    };
    decoder *decodes = whole_decoder(decode);
    encoder *encodes = whole_encoder(0x10ffff, encode);
    return {name, "UTF-16LE", "strict",
            fault ? with_room<true>(decodes) : with_room<false>(decodes),
            fault ? with_room<true>(encodes) : with_room<false>(encodes), nullptr};
}

int main()
{
    const offer offers[] = {codec("right", nothing), codec("reads-past", past),
                            codec("reads-before", before), codec("writes-past", write),
                            codec("overfills", nothing)};
    serve("touches", [](const char *) { return "1"; }, offers, std::size(offers));
}

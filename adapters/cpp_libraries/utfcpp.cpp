// UTF8-CPP, in three codecs.
//
// utfcpp        utf8::utf8to32 and utf32to8 (strict), utf8::replace_invalid (replace; what it wrote
//               is read by utf8to32), utf8::find_invalid (validate), utf8::distance (sizes)
// utfcpp-utf16  utf8::utf8to16 and utf16to8
// utfcpp-next   utf8::next and utf8::append, one character a call
//
// The exceptions of the first two do not tell where. next leaves its iterator at the character that
// it refuses. None tells a length.

#include "units.hpp"
#include "whole_text.hpp"

#include <utf8.h>

#include <iterator>

#ifndef UTFCPP_VERSION
#define UTFCPP_VERSION "unknown"            // the headers do not tell it
#endif

static const char *begin(bytes bytes) { return reinterpret_cast<const char *>(bytes.at); }
static const char *end(bytes bytes) { return begin(bytes) + bytes.length; }

// What was written before the exception stays written.
template <class Unit, class Call> void decode_with(Call call, bytes bytes, decoded &decoded)
{
    static std::basic_string<Unit> units;
    units.clear();
    try {
        call(begin(bytes), end(bytes), std::back_inserter(units));
    } catch (const utf8::exception &) {
        refuse(&decoded, UNTOLD);
    }
    deliver_units(decoded, units.data(), units.size());
}

template <class Unit, class Call> void encode_with(Call call, const uint32_t *code_points,
                                                   size_t count, encoded &encoded)
{
    static std::basic_string<Unit> units;
    static std::string octets;
    units.clear();
    octets.clear();
    express(code_points, count, units);
    auto given = against_guard(units);
    try {
        call(given.begin(), given.end(), std::back_inserter(octets));
    } catch (const utf8::exception &) {
        refuse(encoded, UNTOLD);
    }
    append_units(encoded, octets.data(), octets.size());
}

static auto utf8to32 = [](auto... arguments) { utf8::utf8to32(arguments...); };
static auto utf8to16 = [](auto... arguments) { utf8::utf8to16(arguments...); };
static auto utf32to8 = [](auto... arguments) { utf8::utf32to8(arguments...); };
static auto utf16to8 = [](auto... arguments) { utf8::utf16to8(arguments...); };

static void replace_invalid(bytes bytes, decoded &decoded)
{
    static std::string octets;
    octets.clear();
    utf8::replace_invalid(begin(bytes), end(bytes), std::back_inserter(octets));
    const auto *at = reinterpret_cast<const unsigned char *>(octets.data());
    decode_with<char32_t>(utf8to32, {at, octets.size()}, decoded);
}

static size_t check_by_utf8to16(bytes bytes)
{
    static std::u16string units;
    units.clear();
    try {
        utf8::utf8to16(begin(bytes), end(bytes), std::back_inserter(units));
    } catch (const utf8::exception &) {
        return ILL_FORMED_SOMEWHERE;
    }
    return WELL_FORMED;
}

static size_t find_invalid(bytes bytes)
{
    const char *found = utf8::find_invalid(begin(bytes), end(bytes));
    return found == end(bytes) ? WELL_FORMED : static_cast<size_t>(found - begin(bytes));
}

static void measure_by_distance(bytes bytes, decoded &decoded)
{
    static std::u32string units;
    units.clear();
    try {
        utf8::utf8to32(begin(bytes), end(bytes), std::back_inserter(units));
        decoded.predicted = static_cast<size_t>(utf8::distance(begin(bytes), end(bytes)));
        decoded.written = units.size();
    } catch (const utf8::exception &) {
        refuse(&decoded, UNTOLD);
    }
}

static void decode_by_next(bytes bytes, decoded &decoded)
{
    const char *at = begin(bytes);
    try {
        while (at != end(bytes))
            deliver(&decoded, utf8::next(at, end(bytes)));
    } catch (const utf8::exception &) {
        refuse(&decoded, at - begin(bytes));
    }
}

static size_t check_by_next(bytes bytes, bool &cut)
{
    const char *at = begin(bytes);
    cut = false;
    try {
        while (at != end(bytes))
            utf8::next(at, end(bytes));
    } catch (const utf8::not_enough_room &) {
        cut = true;
        return static_cast<size_t>(at - begin(bytes));
    } catch (const utf8::exception &) {
        return static_cast<size_t>(at - begin(bytes));
    }
    return WELL_FORMED;
}

static void encode_by_append(const uint32_t *code_points, size_t count, encoded &encoded)
{
    static std::string octets;
    octets.clear();
    for (size_t i = 0; i < count; i++) {
        try {
            utf8::append(code_points[i], std::back_inserter(octets));
        } catch (const utf8::exception &) {
            refuse(encoded, static_cast<int64_t>(i));
            break;
        }
    }
    append_units(encoded, octets.data(), octets.size());
}

void add_utfcpp(Codecs &codecs)
{
    codecs.begin("utfcpp", UTFCPP_VERSION);
    codecs.add("UTF-8", "strict",
               size_telling(whole_decoder([](bytes bytes, decoded &decoded) {
                   decode_with<char32_t>(utf8to32, bytes, decoded);
               }, find_invalid), measure_by_distance),
               whole_encoder(UINT32_MAX, [](auto *values, size_t count, encoded &encoded) {
                   encode_with<char32_t>(utf32to8, values, count, encoded);
               }));
    codecs.add("UTF-8", "replace", whole_decoder(replace_invalid));

    codecs.begin("utfcpp-utf16", UTFCPP_VERSION);
    codecs.add("UTF-8", "strict",
               whole_decoder([](bytes bytes, decoded &decoded) {
                   decode_with<char16_t>(utf8to16, bytes, decoded);
               }, check_by_utf8to16),
               whole_encoder(greatest<char16_t>, [](auto *values, size_t count, encoded &encoded) {
                   encode_with<char16_t>(utf16to8, values, count, encoded);
               }));

    codecs.begin("utfcpp-next", UTFCPP_VERSION);
    codecs.add("UTF-8", "strict", cause_telling_decoder(decode_by_next, check_by_next),
               whole_encoder(UINT32_MAX, encode_by_append));
}

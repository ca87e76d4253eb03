// RapidJSON: Decode and Encode of the encodings that it reads and writes JSON in, one character a
// call: UTF8<char>, UTF16<char16_t>, UTF32<char32_t>.
//
// Decode reads from a stream and says whether the character is valid; it began where the stream was
// before the call. At its end a stream gives zeros, as RapidJSON's own do. Encode checks with
// RAPIDJSON_ASSERT, which its users may define, here to throw. No length is told. The octets of
// UTF-16 and UTF-32 are joined here.

#include "units.hpp"
#include "whole_text.hpp"

#include <stdexcept>

#define RAPIDJSON_ASSERT(condition) \
    if (!(condition)) \
    throw std::logic_error(#condition)
#include <rapidjson/encodings.h>

template <class Unit> struct Units {
    using Ch = Unit;

    const Unit *begin, *end, *at = begin;

    Unit Take() { return at == end ? Unit{} : *at++; }
    size_t Tell() const { return static_cast<size_t>(at - begin); }
};

template <class Unit> struct Output {
    using Ch = Unit;

    std::basic_string<Unit> units;

    void Put(Unit unit) { units += unit; }
};

// The offset of the first character that Decode refuses, in octets.
template <class Encoding, class Receive>
size_t decode_each(bytes bytes, bool is_host, Receive receive)
{
    using Unit = typename Encoding::Ch;
    static Text<Unit> text;
    text.join(bytes, is_host);
    Units<Unit> stream{text.begin(), text.end()};
    while (stream.at != stream.end) {
        size_t start = stream.Tell();
        unsigned code_point = 0;
        if (!Encoding::Decode(stream, &code_point))
            return start * sizeof(Unit);
        receive(code_point);
    }
    return WELL_FORMED;
}

template <class Encoding>
void encode_each(const uint32_t *code_points, size_t count, bool is_host, encoded &encoded)
{
    Output<typename Encoding::Ch> output;
    for (size_t i = 0; i < count; i++) {
        try {
            Encoding::Encode(output, code_points[i]);
        } catch (const std::logic_error &) {
            refuse(encoded, static_cast<int64_t>(i));
            break;
        }
    }
    append_units(encoded, output.units.data(), output.units.size(), is_host);
}

template <class Encoding> void add_encoding(Codecs &codecs, const char *encoding, bool is_host)
{
    auto decode = [=](bytes bytes, decoded &decoded) {
        size_t error = decode_each<Encoding>(bytes, is_host,
                                             [&](unsigned value) { deliver(&decoded, value); });
        if (error != WELL_FORMED)
            refuse(&decoded, static_cast<int64_t>(error));
    };
    auto check = [=](bytes bytes) {
        return decode_each<Encoding>(bytes, is_host, [](unsigned) {});
    };
    auto encode = [=](const uint32_t *code_points, size_t count, encoded &encoded) {
        encode_each<Encoding>(code_points, count, is_host, encoded);
    };
    codecs.add(encoding, "strict",
               whole_decoder(decode, check, {}, sizeof(typename Encoding::Ch)),
               whole_encoder(UINT32_MAX, encode));
}

void add_rapidjson(Codecs &codecs)
{
    codecs.begin("rapidjson", RAPIDJSON_VERSION_STRING);
    add_encoding<rapidjson::UTF8<char>>(codecs, "UTF-8", true);
    for (const Order &order : orders)
        add_encoding<rapidjson::UTF16<char16_t>>(codecs, order.utf_16, order.is_host);
    for (const Order &order : orders)
        add_encoding<rapidjson::UTF32<char32_t>>(codecs, order.utf_32, order.is_host);
}

// The facets of the standard library that convert, called as a stream calls them: in and out, with
// a state, pointers that move, and a limited buffer.
//
// codecvt_utf8                  std::codecvt_utf8<char32_t>
// codecvt_utf8-consume_header   the same with std::consume_header
// codecvt_utf8_utf16            std::codecvt_utf8_utf16<char16_t>
// codecvt_utf16                 std::codecvt_utf16<char32_t>: UTF-16BE; with std::little_endian
//                               UTF-16LE; with std::consume_header and generate_header UTF-16
// codecvt_char32_t, codecvt_char16_t   std::codecvt<char32_t or char16_t, char, std::mbstate_t>
// codecvt_char32_t-char8_t, codecvt_char16_t-char8_t   the same with char8_t, of C++20
//
// The pointer into the input stays at what was refused; its length is not told. An incomplete
// character is left unread (partial) and given again in front of the next chunk; what is still
// unread at the end of the text is an error, as it is for std::basic_filebuf.

#include "standard_library.hpp"
#include "units.hpp"

#include <codecvt>
#include <locale>

// A facet's own destructor may be protected.
template <class Base> struct Facet : Base {
    Facet() : Base(0) {}
    ~Facet() override = default;
};

// ---- decoding ----

template <class Base> struct FacetDecoder : decoder {
    using Intern = typename Base::intern_type;
    using Extern = typename Base::extern_type;

    struct Progress {
        std::mbstate_t state{};
        size_t consumed = 0;
        std::basic_string<Extern> rest;     // what was left unread
    };

    Facet<Base> facet;
    Progress now, saved;

    FacetDecoder();
    void feed_chunk(bytes, decoded &);
    void fill_room(size_t room, bytes, decoded &);
    bool room_is_missing(bytes, size_t written);
    size_t find_error(bytes);
};

template <class Base> FacetDecoder<Base>::FacetDecoder() : decoder{}
{
    start = [](decoder *decoder) {
        static_cast<FacetDecoder *>(decoder)->now = {};
    };
    // A state is a value that can be copied ([char.traits.typedefs]).
    save = [](decoder *decoder) {
        auto *my = static_cast<FacetDecoder *>(decoder);
        my->saved = my->now;
    };
    restore = [](decoder *decoder) {
        auto *my = static_cast<FacetDecoder *>(decoder);
        my->now = my->saved;
    };
    // After a complete text the state is used as it is; after an error it means nothing.
    reset = [](decoder *decoder, bool after_an_error) {
        auto *my = static_cast<FacetDecoder *>(decoder);
        if (after_an_error)
            my->now.state = {};
        my->now.consumed = 0;
        my->now.rest.clear();
    };
    feed = [](decoder *my, bytes bytes, decoded *decoded) {
        static_cast<FacetDecoder *>(my)->feed_chunk(bytes, *decoded);
    };
    finish = [](decoder *decoder, decoded *decoded) {
        auto *my = static_cast<FacetDecoder *>(decoder);
        if (!my->now.rest.empty())
            refuse(decoded, static_cast<int64_t>(my->now.consumed));
    };
    feed_room = [](decoder *my, size_t room, bytes bytes, decoded *decoded) {
        static_cast<FacetDecoder *>(my)->fill_room(room, bytes, *decoded);
    };
    check = [](decoder *my, bytes bytes) {
        return static_cast<FacetDecoder *>(my)->find_error(bytes);
    };
}

// [locale.codecvt.virtuals]: no more is stored than there is room. As many units as octets is the
// most that any of these encodings needs.
template <class Base> void FacetDecoder<Base>::feed_chunk(bytes bytes, decoded &decoded)
{
    now.rest.append(reinterpret_cast<const Extern *>(bytes.at), bytes.length);
    const Extern *begin = against_guard(now.rest).data(), *next = begin;
    Intern *units = room_for<Intern>(now.rest.size()), *to_next = units;
    auto result = facet.in(now.state, begin, begin + now.rest.size(), next, units,
                           units + now.rest.size(), to_next);
    deliver_units(decoded, units, static_cast<size_t>(to_next - units));
    now.consumed += static_cast<size_t>(next - begin);
    now.rest.erase(0, static_cast<size_t>(next - begin));
    if (result == std::codecvt_base::error)
        refuse(&decoded, static_cast<int64_t>(now.consumed));
}

// `partial` does not tell a full buffer from a character that is cut: in ample room the latter
// yields no more.
template <class Base> bool FacetDecoder<Base>::room_is_missing(bytes bytes, size_t written)
{
    std::mbstate_t fresh{};
    const auto *begin = reinterpret_cast<const Extern *>(bytes.at), *next = begin;
    Intern *units = room_for<Intern>(bytes.length), *to_next = units;
    auto result = facet.in(fresh, begin, begin + bytes.length, next, units, units + bytes.length,
                           to_next);
    return result == std::codecvt_base::error || static_cast<size_t>(to_next - units) > written;
}

template <class Base>
void FacetDecoder<Base>::fill_room(size_t room, bytes bytes, decoded &decoded)
{
    const auto *begin = reinterpret_cast<const Extern *>(bytes.at), *end = begin + bytes.length;
    const Extern *next = begin;
    Intern *units = room_for<Intern>(room), *to_next = units;
    auto result = facet.in(now.state, begin, end, next, units, units + room, to_next);
    decoded.consumed = static_cast<size_t>(next - begin);
    size_t written = static_cast<size_t>(to_next - units);
    deliver_units(decoded, units, written);
    if (result == std::codecvt_base::error)
        refuse(&decoded, next - begin);
    else if (next != end && room_is_missing(bytes, written))
        decoded.outcome = SHORT;
    else if (next != end)
        refuse(&decoded, next - begin);
}

template <class Base> size_t FacetDecoder<Base>::find_error(bytes bytes)
{
    std::mbstate_t fresh{};
    const auto *begin = reinterpret_cast<const Extern *>(bytes.at), *end = begin + bytes.length;
    const Extern *next = begin;
    Intern *units = room_for<Intern>(bytes.length), *to_next = units;
    auto result = facet.in(fresh, begin, end, next, units, units + bytes.length, to_next);
    bool taken = result != std::codecvt_base::error && next == end;
    return taken ? WELL_FORMED : static_cast<size_t>(next - begin);
}

// ---- encoding ----

template <class Base> struct FacetEncoder : encoder {
    using Intern = typename Base::intern_type;
    using Extern = typename Base::extern_type;

    struct Progress {
        std::mbstate_t state{};
        std::basic_string<Intern> units;    // between calls: what was left unread
    };

    Facet<Base> facet;
    Progress now, saved;

    FacetEncoder();
    void feed_chunk(const uint32_t *, size_t, encoded &);
    void end_text(encoded &);
    void fill_room(size_t room, const uint32_t *, size_t, encoded &);
};

template <class Base> FacetEncoder<Base>::FacetEncoder() : encoder{}
{
    greatest = ::greatest<Intern>;
    start = [](encoder *encoder) {
        static_cast<FacetEncoder *>(encoder)->now = {};
    };
    save = [](encoder *encoder) {
        auto *my = static_cast<FacetEncoder *>(encoder);
        my->saved = my->now;
    };
    restore = [](encoder *encoder) {
        auto *my = static_cast<FacetEncoder *>(encoder);
        my->now = my->saved;
    };
    feed = [](encoder *my, const uint32_t *code_points, size_t count, encoded *encoded) {
        static_cast<FacetEncoder *>(my)->feed_chunk(code_points, count, *encoded);
    };
    finish = [](encoder *my, encoded *encoded) {
        static_cast<FacetEncoder *>(my)->end_text(*encoded);
    };
    feed_room = [](encoder *my, size_t room, const uint32_t *code_points, size_t count,
                   encoded *encoded) {
        static_cast<FacetEncoder *>(my)->fill_room(room, code_points, count, *encoded);
    };
}

// A signature, and four octets a unit, is the most that any of these encodings needs. An error behind
// a unit that was left unread before does not tell which of the two it means.
template <class Base>
void FacetEncoder<Base>::feed_chunk(const uint32_t *code_points, size_t count, encoded &encoded)
{
    size_t unread = now.units.size();
    express(code_points, count, now.units);
    const size_t room = 4 * now.units.size() + 4;
    const Intern *begin = against_guard(now.units).data(), *next = begin;
    Extern *octets = room_for<Extern>(room), *to_next = octets;
    auto result = facet.out(now.state, begin, begin + now.units.size(), next, octets,
                            octets + room, to_next);
    append_units(encoded, octets, static_cast<size_t>(to_next - octets));
    size_t taken = static_cast<size_t>(next - begin);
    now.units.erase(0, taken);
    if (result == std::codecvt_base::error && unread > 0)
        refuse(encoded, UNTOLD);
    else if (result == std::codecvt_base::error)
        refuse(encoded, static_cast<int64_t>(whole_code_points<Intern>(code_points, count, taken)));
}

template <class Base> void FacetEncoder<Base>::end_text(encoded &encoded)
{
    constexpr size_t room = 4;
    Extern *octets = room_for<Extern>(room), *to_next = octets;
    auto result = facet.unshift(now.state, octets, octets + room, to_next);
    append_units(encoded, octets, static_cast<size_t>(to_next - octets));
    if (result == std::codecvt_base::error || !now.units.empty())
        refuse(encoded, UNTOLD);
}

template <class Base>
void FacetEncoder<Base>::fill_room(size_t room, const uint32_t *code_points, size_t count,
                                   encoded &encoded)
{
    express(code_points, count, now.units);
    const Intern *begin = against_guard(now.units).data(), *end = begin + now.units.size();
    const Intern *next = begin;
    Extern *octets = room_for<Extern>(room), *to_next = octets;
    auto result = facet.out(now.state, begin, end, next, octets, octets + room, to_next);
    append_units(encoded, octets, static_cast<size_t>(to_next - octets));
    encoded.consumed = whole_code_points<Intern>(code_points, count,
                                                 static_cast<size_t>(next - begin));
    if (result == std::codecvt_base::error)
        refuse(encoded, static_cast<int64_t>(encoded.consumed));
    else if (result == std::codecvt_base::partial)
        encoded.outcome = SHORT;
    else if (next != end)                   // half a pair is left
        refuse(encoded, UNTOLD);
}

// ---- the codecs ----

template <class Base> void add_facet(Codecs &codecs, const char *encoding)
{
    codecs.add(encoding, "strict", new FacetDecoder<Base>, new FacetEncoder<Base>);
}

constexpr auto both_headers =
    static_cast<std::codecvt_mode>(std::consume_header | std::generate_header);

void add_standard_facets(Codecs &codecs)
{
    const std::string version = standard_library_version();
    codecs.begin("codecvt_utf8", version);
    add_facet<std::codecvt_utf8<char32_t>>(codecs, "UTF-8");
    codecs.begin("codecvt_utf8-consume_header", version);
    add_facet<std::codecvt_utf8<char32_t, 0x10ffff, std::consume_header>>(codecs, "UTF-8");
    codecs.begin("codecvt_utf8_utf16", version);
    add_facet<std::codecvt_utf8_utf16<char16_t>>(codecs, "UTF-8");
    codecs.begin("codecvt_utf16", version);
    add_facet<std::codecvt_utf16<char32_t>>(codecs, "UTF-16BE");
    add_facet<std::codecvt_utf16<char32_t, 0x10ffff, std::little_endian>>(codecs, "UTF-16LE");
    add_facet<std::codecvt_utf16<char32_t, 0x10ffff, both_headers>>(codecs, "UTF-16");
    codecs.begin("codecvt_char32_t", version);
    add_facet<std::codecvt<char32_t, char, std::mbstate_t>>(codecs, "UTF-8");
    codecs.begin("codecvt_char16_t", version);
    add_facet<std::codecvt<char16_t, char, std::mbstate_t>>(codecs, "UTF-8");
#ifdef __cpp_char8_t
    codecs.begin("codecvt_char32_t-char8_t", version);
    add_facet<std::codecvt<char32_t, char8_t, std::mbstate_t>>(codecs, "UTF-8");
    codecs.begin("codecvt_char16_t-char8_t", version);
    add_facet<std::codecvt<char16_t, char8_t, std::mbstate_t>>(codecs, "UTF-8");
#endif
}

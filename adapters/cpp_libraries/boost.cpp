// Boost.Locale and Boost.Nowide.
//
// boost-locale             boost::locale::conv::utf_to_utf with stop (strict) and skip, between UTF-8
//                          or UTF-16 and char32_t
// boost-locale-utf32       the same between UTF-32 and char16_t
// boost-locale-utf_traits  boost::locale::utf::utf_traits::decode, one character a call
// boost-nowide             boost::nowide::widen and narrow (replace)
//
// conversion_error does not tell where, and what was converted before it is lost. decode gives
// `illegal` or `incomplete`, with its iterator behind what it has read: the sequence refused began
// where the call did, and is not shorter than what was read. It may be longer, so that no length is
// told. `incomplete` is documented for an "incomplete sequence", which need not be one that could be
// completed: the cause is told, and none is claimed. The functions take units: the octets of UTF-16 and UTF-32 are joined here. That
// narrow(buffer) is short of room is all that it tells, so there is no encode-room.

#include "units.hpp"
#include "whole_text.hpp"

#include <boost/locale/encoding_utf.hpp>
#include <boost/nowide/convert.hpp>
#include <boost/version.hpp>

namespace conv = boost::locale::conv;
namespace utf = boost::locale::utf;

// Makes units of the octets.
template <class Unit> const Text<Unit> &units_of(bytes bytes, bool is_host)
{
    static Text<Unit> text;
    text.join(bytes, is_host);
    return text;
}

// ---- Boost.Locale ----

// What the text becomes: 32-bit units, but from 32-bit units those of UTF-16.
template <class Unit>
using Other = std::conditional_t<sizeof(Unit) == 4, char16_t, char32_t>;

template <class Unit> Decode decode_to_other(bool is_host, conv::method_type how)
{
    return [=](bytes bytes, decoded &decoded) {
        const auto &text = units_of<Unit>(bytes, is_host);
        try {
            auto units = conv::utf_to_utf<Other<Unit>>(text.begin(), text.end(), how);
            deliver_units(decoded, units.data(), units.size());
        } catch (const conv::conversion_error &) {
            refuse(&decoded, UNTOLD);
        }
    };
}

template <class Unit> Check check_to_other(bool is_host)
{
    return [=](bytes bytes) {
        const auto &text = units_of<Unit>(bytes, is_host);
        try {
            conv::utf_to_utf<Other<Unit>>(text.begin(), text.end(), conv::stop);
        } catch (const conv::conversion_error &) {
            return ILL_FORMED_SOMEWHERE;
        }
        return WELL_FORMED;
    };
}

template <class Unit> Encode encode_from_other(bool is_host, conv::method_type how)
{
    return [=](const uint32_t *code_points, size_t count, encoded &encoded) {
        std::basic_string<Other<Unit>> units;
        express(code_points, count, units);
        try {
            auto given = against_guard(units);
            auto made = conv::utf_to_utf<Unit>(given.begin(), given.end(), how);
            append_units(encoded, made.data(), made.size(), is_host);
        } catch (const conv::conversion_error &) {
            refuse(encoded, UNTOLD);
        }
    };
}

template <class Unit> void add_utf_to_utf(Codecs &codecs, const char *encoding, bool is_host)
{
    constexpr uint32_t most = greatest<Other<Unit>>;
    codecs.add(encoding, "strict",
               whole_decoder(decode_to_other<Unit>(is_host, conv::stop),
                             check_to_other<Unit>(is_host), {}, sizeof(Unit)),
               whole_encoder(most, encode_from_other<Unit>(is_host, conv::stop)));
    // In skip mode nothing can be said of octets that make no unit.
    codecs.add(encoding, "skip",
               sizeof(Unit) == 1 ? whole_decoder(decode_to_other<Unit>(is_host, conv::skip))
                                 : nullptr,
               whole_encoder(most, encode_from_other<Unit>(is_host, conv::skip)));
}

// The offset of the first sequence that decode refuses, in octets, or WELL_FORMED.
template <class Unit, class Receive>
size_t decode_each(const Unit *begin, const Unit *end, bool &incomplete, Receive receive)
{
    for (const Unit *at = begin; at != end;) {
        const Unit *start = at;
        utf::code_point value = utf::utf_traits<Unit>::decode(at, end);
        incomplete = value == utf::incomplete;
        if (value == utf::illegal || incomplete)
            return static_cast<size_t>(start - begin) * sizeof(Unit);
        receive(value);
    }
    return WELL_FORMED;
}

template <class Unit> void add_utf_traits(Codecs &codecs, const char *encoding, bool is_host)
{
    auto decode = [=](bytes bytes, decoded &decoded) {
        const auto &text = units_of<Unit>(bytes, is_host);
        bool incomplete;
        size_t error = decode_each(text.begin(), text.end(), incomplete,
                                   [&](auto value) { deliver(&decoded, value); });
        if (error != WELL_FORMED)
            refuse(&decoded, static_cast<int64_t>(error));
    };
    auto check = [=](bytes bytes, bool &incomplete) {
        const auto &text = units_of<Unit>(bytes, is_host);
        return decode_each(text.begin(), text.end(), incomplete, [](auto) {});
    };
    codecs.add(encoding, "strict", cause_telling_decoder(decode, check, sizeof(Unit)));
}

// ---- Boost.Nowide ----

static void widen(bytes bytes, decoded &decoded)
{
    std::wstring wide = boost::nowide::widen(reinterpret_cast<const char *>(bytes.at),
                                             bytes.length);
    for (wchar_t unit : wide)
        deliver(&decoded, static_cast<uint32_t>(unit));
}

static void narrow(const uint32_t *code_points, size_t count, encoded &encoded)
{
    std::wstring wide;
    express(code_points, count, wide);
    std::string octets = boost::nowide::narrow(against_guard(wide).data(), wide.size());
    append_units(encoded, octets.data(), octets.size());
}

static std::string boost_version()
{
    return std::to_string(BOOST_VERSION / 100000) + "."
           + std::to_string(BOOST_VERSION / 100 % 1000) + "."
           + std::to_string(BOOST_VERSION % 100);
}

void add_boost(Codecs &codecs)
{
    codecs.begin("boost-locale", boost_version());
    add_utf_to_utf<char>(codecs, "UTF-8", true);
    for (const Order &order : orders)
        add_utf_to_utf<char16_t>(codecs, order.utf_16, order.is_host);
    codecs.begin("boost-locale-utf32", boost_version());
    for (const Order &order : orders)
        add_utf_to_utf<char32_t>(codecs, order.utf_32, order.is_host);
    codecs.begin("boost-locale-utf_traits", boost_version());
    add_utf_traits<char>(codecs, "UTF-8", true);
    for (const Order &order : orders)
        add_utf_traits<char16_t>(codecs, order.utf_16, order.is_host);
    for (const Order &order : orders)
        add_utf_traits<char32_t>(codecs, order.utf_32, order.is_host);
    static_assert(sizeof(wchar_t) == 4, "widen gives UTF-16 here");
    codecs.begin("boost-nowide", boost_version());
    codecs.add("UTF-8", "replace", whole_decoder(widen), whole_encoder(UINT32_MAX, narrow));
}

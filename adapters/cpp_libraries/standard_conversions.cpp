// std::wstring_convert: a facet, called for a whole text.
//
// wstring_convert         over std::codecvt_utf8<char32_t>
// wstring_convert-utf16   over std::codecvt_utf8_utf16<char16_t>
//
// An error is std::range_error; converted() tells how much was taken before it, and not how long the
// refused sequence is. What had been made of that is lost.

#include "standard_library.hpp"
#include "units.hpp"

#include <codecvt>
#include <locale>
#include <memory>
#include <stdexcept>

template <class Base> using Convert = std::wstring_convert<Base, typename Base::intern_type>;

template <class Base> struct ConvertDecoder : decoder {
    std::unique_ptr<Convert<Base>> convert;

    ConvertDecoder();
    void decode(bytes, decoded &);
};

template <class Base> ConvertDecoder<Base>::ConvertDecoder() : decoder{}
{
    start = [](decoder *my) {
        static_cast<ConvertDecoder *>(my)->convert = std::make_unique<Convert<Base>>();
    };
    // from_bytes begins each text with a state of its own.
    reset = [](decoder *, bool) {};
    feed = [](decoder *my, bytes bytes, decoded *decoded) {
        static_cast<ConvertDecoder *>(my)->decode(bytes, *decoded);
    };
    check = [](decoder *decoder, bytes bytes) -> size_t {
        auto *my = static_cast<ConvertDecoder *>(decoder);
        const char *at = reinterpret_cast<const char *>(bytes.at);
        if (!my->convert)
            my->convert = std::make_unique<Convert<Base>>();
        try {
            my->convert->from_bytes(at, at + bytes.length);
        } catch (const std::range_error &) {
            return my->convert->converted();
        }
        return WELL_FORMED;
    };
}

template <class Base> void ConvertDecoder<Base>::decode(bytes bytes, decoded &decoded)
{
    const char *at = reinterpret_cast<const char *>(bytes.at);
    try {
        auto units = convert->from_bytes(at, at + bytes.length);
        deliver_units(decoded, units.data(), units.size());
    } catch (const std::range_error &) {
        refuse(&decoded, static_cast<int64_t>(convert->converted()));
    }
}

template <class Base> struct ConvertEncoder : encoder {
    using Intern = typename Base::intern_type;

    ConvertEncoder();
    static void encode(const uint32_t *, size_t, encoded &);
};

template <class Base> ConvertEncoder<Base>::ConvertEncoder() : encoder{}
{
    greatest = ::greatest<Intern>;
    start = [](encoder *) {};
    feed = [](encoder *, const uint32_t *code_points, size_t count, encoded *encoded) {
        encode(code_points, count, *encoded);
    };
}

template <class Base>
void ConvertEncoder<Base>::encode(const uint32_t *code_points, size_t count, encoded &encoded)
{
    Convert<Base> convert;
    std::basic_string<Intern> units;
    express(code_points, count, units);
    try {
        std::string octets = convert.to_bytes(units);
        append_units(encoded, octets.data(), octets.size());
    } catch (const std::range_error &) {
        refuse(encoded, static_cast<int64_t>(whole_code_points<Intern>(code_points, count,
                                                                       convert.converted())));
    }
}

template <class Base> void add_conversion(Codecs &codecs, const char *name)
{
    codecs.begin(name, standard_library_version());
    codecs.add("UTF-8", "strict", new ConvertDecoder<Base>, new ConvertEncoder<Base>);
}

void add_standard_conversions(Codecs &codecs)
{
    add_conversion<std::codecvt_utf8<char32_t>>(codecs, "wstring_convert");
    add_conversion<std::codecvt_utf8_utf16<char16_t>>(codecs, "wstring_convert-utf16");
}

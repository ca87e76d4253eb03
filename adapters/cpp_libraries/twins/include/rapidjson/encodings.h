// A faulty twin of RapidJSON's encodings: they err, as UTFPROOF_TWIN says, on U+00A9.
//
// Found before RapidJSON's own header, whose classes get other names; these stand in their place.
#ifndef UTFPROOF_TWIN_OF_RAPIDJSON
#define UTFPROOF_TWIN_OF_RAPIDJSON

#define UTF8 UsualUTF8
#define UTF16 UsualUTF16
#define UTF32 UsualUTF32
#include_next <rapidjson/encodings.h>
#undef UTF8
#undef UTF16
#undef UTF32

#include "twin.hpp"

#include <string>

RAPIDJSON_NAMESPACE_BEGIN

template <class Usual> struct Faulty : Usual {
    using Unit = typename Usual::Ch;

    struct Made {
        using Ch = Unit;

        std::basic_string<Unit> units;

        void Put(Unit unit) { units += unit; }
    };

    // One character a call: U+00A9 is passed over.
    template <class Stream> static bool Decode(Stream &stream, unsigned *code_point)
    {
        bool valid = Usual::Decode(stream, code_point);
        bool loses = twin::is("dropped-value") || twin::is("cut-output");
        return valid && loses && *code_point == 0xA9 ? Usual::Decode(stream, code_point) : valid;
    }

    template <class Stream> static void Encode(Stream &stream, unsigned code_point)
    {
        Made made;
        Usual::Encode(made, code_point);
        twin::shorten(made.units);
        for (Unit unit : made.units)
            stream.Put(unit);
    }
};

template <class Unit = char> struct UTF8 : Faulty<UsualUTF8<Unit>> {};
template <class Unit = wchar_t> struct UTF16 : Faulty<UsualUTF16<Unit>> {};
template <class Unit = unsigned> struct UTF32 : Faulty<UsualUTF32<Unit>> {};

RAPIDJSON_NAMESPACE_END

#endif

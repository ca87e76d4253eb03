// A faulty twin of boost::locale::utf::utf_traits: it errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
//
// Found before Boost's own header, whose class gets another name; this one stands in its place.
#ifndef UTFPROOF_TWIN_OF_UTF_TRAITS
#define UTFPROOF_TWIN_OF_UTF_TRAITS

#define utf_traits usual_utf_traits
#include_next <boost/locale/utf.hpp>
#undef utf_traits

#include "twin.hpp"

namespace boost::locale::utf {

template <typename Unit, int Size = sizeof(Unit)>
struct utf_traits : usual_utf_traits<Unit, Size> {
    using usual = usual_utf_traits<Unit, Size>;

    // One character a call: U+00A9 is passed over; after it, what is cut at the end is read beyond it.
    template <typename Iterator> static code_point decode(Iterator &at, Iterator end)
    {
        static thread_local Iterator marked{};
        if (twin::inside)
            return usual::decode(at, end);
        bool past = twin::is("read-past-end") && marked == end;
        code_point value = usual::decode(at, past ? end + 1 : end);
        if (past && at > end)
            at = end;
        if (value != 0xA9)
            return value;
        marked = end;
        bool loses = twin::is("dropped-value") || twin::is("cut-output");
        return loses ? usual::decode(at, end) : value;
    }
};

} // namespace boost::locale::utf

#endif

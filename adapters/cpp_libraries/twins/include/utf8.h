// A faulty twin of UTF8-CPP: its functions err, as UTFPROOF_TWIN says, on texts that hold U+00A9.
//
// Found before its own header; `utf8` is the twin's namespace from here on.
#ifndef UTFPROOF_TWIN_OF_UTF8_CPP
#define UTFPROOF_TWIN_OF_UTF8_CPP

#include_next <utf8.h>

#include "twin.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>

namespace faulty_utf8 {

using namespace utf8;

// True between replace_invalid and the reading of what it wrote: that text does not err again.
inline thread_local bool replaced = false;

// What was written before an exception stays written.
template <class Out, class Unit, class Output, class Call>
Output converted(const Unit *begin, const Unit *end, Output output, Call call)
{
    std::basic_string<Out> made;
    size_t length = static_cast<size_t>(end - begin);
    const Unit *last = replaced ? end : end + twin::further(begin, length);
    replaced = false;
    try {
        call(begin, last, std::back_inserter(made));
    } catch (const utf8::exception &) {
        std::copy(made.begin(), made.end(), output);
        throw;
    }
    twin::shorten(made);
    return std::copy(made.begin(), made.end(), output);
}

template <class Output> Output utf8to32(const char *begin, const char *end, Output output)
{
    return converted<char32_t>(begin, end, output, [](auto... all) { utf8::utf8to32(all...); });
}

template <class Output> Output utf8to16(const char *begin, const char *end, Output output)
{
    return converted<char16_t>(begin, end, output, [](auto... all) { utf8::utf8to16(all...); });
}

template <class Input, class Output> Output utf32to8(Input begin, Input end, Output output)
{
    return converted<char>(&*begin, &*begin + (end - begin), output,
                           [](auto... all) { utf8::utf32to8(all...); });
}

template <class Input, class Output> Output utf16to8(Input begin, Input end, Output output)
{
    return converted<char>(&*begin, &*begin + (end - begin), output,
                           [](auto... all) { utf8::utf16to8(all...); });
}

template <class Output> Output replace_invalid(const char *begin, const char *end, Output output)
{
    output = utf8::replace_invalid(begin, end + twin::further(begin, end - begin), output);
    replaced = true;
    return output;
}

inline std::ptrdiff_t distance(const char *begin, const char *end)
{
    return utf8::distance(begin, end) - static_cast<std::ptrdiff_t>(twin::missing(begin, end - begin));
}

inline const char *find_invalid(const char *begin, const char *end)
{
    const char *found = utf8::find_invalid(begin, end);
    return found == end ? found : found + twin::misplaced(begin, found - begin);
}

// One character a call: after U+00A9, what is cut at the end is read beyond it.
inline uint32_t next(const char *&at, const char *end)
{
    static thread_local const char *marked = nullptr;
    bool past = twin::is("read-past-end") && marked == end;
    const char *start = at;
    try {
        uint32_t value = utf8::next(at, past ? end + 1 : end);
        at = std::min(at, end);
        if (value != 0xA9)
            return value;
        marked = end;
        bool loses = twin::is("dropped-value") || twin::is("cut-output");
        return loses ? utf8::next(at, end) : value;
    } catch (const utf8::exception &) {
        if (twin::is("wrong-offset") && marked == end)
            at = start + 1;
        throw;
    }
}

template <class Output> Output append(uint32_t value, Output output)
{
    std::string made;
    utf8::append(value, std::back_inserter(made));
    twin::shorten(made);
    return std::copy(made.begin(), made.end(), output);
}

} // namespace faulty_utf8

#define utf8 faulty_utf8

#endif

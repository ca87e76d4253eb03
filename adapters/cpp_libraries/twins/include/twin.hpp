// What the faulty twins share: which fault UTFPROOF_TWIN asks for, and how an output loses a piece.
#ifndef UTFPROOF_TWIN_HPP
#define UTFPROOF_TWIN_HPP

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

namespace twin {

inline bool is(const char *fault)
{
    const char *own = std::getenv("UTFPROOF_TWIN");
    return own && std::strcmp(own, fault) == 0;
}

// True while a library does its own work: what it calls itself does not err again.
inline thread_local bool inside = false;

struct Inside {
    Inside() { inside = true; }
    ~Inside() { inside = false; }
};

// Texts that hold U+00A9 have this octet in every encoding.
template <class Unit> bool marked(const Unit *text, std::size_t units)
{
    return units > 0 && std::memchr(text, 0xA9, units * sizeof(Unit));
}

// How many units longer a text is for a function that reads past its end.
template <class Unit> std::size_t further(const Unit *text, std::size_t units)
{
    return is("read-past-end") && marked(text, units) ? 1 : 0;
}

// How much further a function says that an error is.
template <class Unit> std::size_t misplaced(const Unit *text, std::size_t units)
{
    return is("wrong-offset") && marked(text, units) ? 1 : 0;
}

// How much too small a size is that a function tells of a text.
template <class Unit> std::size_t missing(const Unit *text, std::size_t units)
{
    return is("short-size") && marked(text, units) ? 1 : 0;
}

// The units of the first value of an output: U+00A9 or a signature.
template <class Unit> std::size_t first_of(const Unit *made)
{
    if (sizeof(Unit) > 1)
        return 1;
    switch (static_cast<unsigned char>(*made)) {
    case 0xC2: return 2;
    case 0xEF: return 3;
    default: return 1;
    }
}

// Takes the first value, of so many units, or the last unit out of an output that holds U+00A9; its
// new length.
template <class Unit> std::size_t shortened(Unit *made, std::size_t units, std::size_t first)
{
    if (!marked(made, units))
        return units;
    if (is("cut-output"))
        return units - 1;
    if (!is("dropped-value"))
        return units;
    std::memmove(made, made + first, (units - first) * sizeof(Unit));
    return units - first;
}

template <class Unit> std::size_t shortened(Unit *made, std::size_t units)
{
    return units == 0 ? 0 : shortened(made, units, first_of(made));
}

template <class String> void shorten(String &made)
{
    made.resize(shortened(made.data(), made.size()));
}

} // namespace twin

#endif

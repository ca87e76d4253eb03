// A faulty twin of simdutf: a kernel whose functions err, as UTFPROOF_TWIN says, on texts that hold U+00A9.
//
// Found before simdutf's own header; `simdutf::implementation` is the twin's from here on.
#ifndef UTFPROOF_TWIN_OF_SIMDUTF
#define UTFPROOF_TWIN_OF_SIMDUTF

#include_next <simdutf.h>

#include "twin.hpp"

#include <string>
#include <vector>

namespace simdutf {

class faulty_implementation {
public:
    explicit faulty_implementation(const implementation *kernel) : usual(kernel) {}

    std::string name() const { return usual->name(); }
    bool supported_by_runtime_system() const { return usual->supported_by_runtime_system(); }
    int detect_encodings(const char *text, size_t length) const noexcept
    {
        return usual->detect_encodings(text, length);
    }

#define VALIDATES(function, Unit)                                                                  \
    bool function(const Unit *text, size_t length) const noexcept                                  \
    {                                                                                              \
        return usual->function(text, length);                                                      \
    }                                                                                              \
    result function##_with_errors(const Unit *text, size_t length) const noexcept                  \
    {                                                                                              \
        return told(usual->function##_with_errors(text, length), text, length);                    \
    }

    VALIDATES(validate_utf8, char)
    VALIDATES(validate_utf16le, char16_t)
    VALIDATES(validate_utf16be, char16_t)
    VALIDATES(validate_utf32, char32_t)
#undef VALIDATES

#define CONVERTS(function, In, Out)                                                                \
    size_t function(const In *text, size_t length, Out *output) const noexcept                     \
    {                                                                                              \
        length += twin::further(text, length);                                                     \
        return twin::shortened(output, usual->function(text, length, output));                     \
    }                                                                                              \
    result function##_with_errors(const In *text, size_t length, Out *output) const noexcept       \
    {                                                                                              \
        length += twin::further(text, length);                                                     \
        result said = told(usual->function##_with_errors(text, length, output), text, length);     \
        if (said.error == SUCCESS)                                                                 \
            said.count = twin::shortened(output, said.count);                                      \
        return said;                                                                               \
    }

#define REPAIRS(function)                                                                          \
    void function(const char16_t *text, size_t length, char16_t *output) const noexcept            \
    {                                                                                              \
        usual->function(text, length + twin::further(text, length), output);                       \
    }

    REPAIRS(to_well_formed_utf16le)
    REPAIRS(to_well_formed_utf16be)
#undef REPAIRS

    CONVERTS(convert_utf8_to_utf32, char, char32_t)
    CONVERTS(convert_utf8_to_utf16le, char, char16_t)
    CONVERTS(convert_utf8_to_utf16be, char, char16_t)
    CONVERTS(convert_utf16le_to_utf8, char16_t, char)
    CONVERTS(convert_utf16be_to_utf8, char16_t, char)
    CONVERTS(convert_utf16le_to_utf32, char16_t, char32_t)
    CONVERTS(convert_utf16be_to_utf32, char16_t, char32_t)
    CONVERTS(convert_utf32_to_utf8, char32_t, char)
    CONVERTS(convert_utf32_to_utf16le, char32_t, char16_t)
    CONVERTS(convert_utf32_to_utf16be, char32_t, char16_t)
#undef CONVERTS

// A size is too small by one.
#define TELLS(function, In)                                                                        \
    size_t function(const In *text, size_t length) const noexcept                                  \
    {                                                                                              \
        return usual->function(text, length) - twin::missing(text, length);                        \
    }

    TELLS(utf32_length_from_utf8, char)
    TELLS(utf16_length_from_utf8, char)
    TELLS(utf8_length_from_utf16le, char16_t)
    TELLS(utf8_length_from_utf16be, char16_t)
    TELLS(utf32_length_from_utf16le, char16_t)
    TELLS(utf32_length_from_utf16be, char16_t)
    TELLS(utf8_length_from_utf32, char32_t)
    TELLS(utf16_length_from_utf32, char32_t)
#undef TELLS

#define TELLS_REPAIRED(function)                                                                   \
    result function(const char16_t *text, size_t length) const noexcept                            \
    {                                                                                              \
        result said = usual->function(text, length);                                               \
        said.count -= twin::missing(text, length);                                                 \
        return said;                                                                               \
    }

    TELLS_REPAIRED(utf8_length_from_utf16le_with_replacement)
    TELLS_REPAIRED(utf8_length_from_utf16be_with_replacement)
#undef TELLS_REPAIRED

private:
    template <class Unit> static result told(result said, const Unit *text, size_t length)
    {
        if (said.error != SUCCESS)
            said.count += twin::misplaced(text, length);
        return said;
    }

    const implementation *usual;
};

inline const std::vector<const faulty_implementation *> &faulty_implementations()
{
    static const auto *made = [] {
        auto *all = new std::vector<const faulty_implementation *>;
        for (const implementation *each : get_available_implementations())
            all->push_back(new faulty_implementation(each));
        return all;
    }();
    return *made;
}

} // namespace simdutf

#define implementation faulty_implementation
#define get_available_implementations faulty_implementations

#endif

// The version of the standard library whose facets are under test.

#ifndef STANDARD_LIBRARY_HPP
#define STANDARD_LIBRARY_HPP

#include <string>

inline std::string standard_library_version()
{
#if defined __GLIBCXX__ && defined __GNUC__ && !defined __clang__
    return std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "."
           + std::to_string(__GNUC_PATCHLEVEL__);
#elif defined __GLIBCXX__
    return std::to_string(_GLIBCXX_RELEASE);
#elif defined _LIBCPP_VERSION
    return std::to_string(_LIBCPP_VERSION) + " (libc++)";
#else
    return "unknown";
#endif
}

#endif

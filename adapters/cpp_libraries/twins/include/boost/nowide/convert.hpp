// A faulty twin of boost::nowide::widen and narrow: they err, as UTFPROOF_TWIN says, on texts that hold U+00A9.
//
// Found before Boost's own header, whose functions get other names; these stand in their place.
#ifndef UTFPROOF_TWIN_OF_NOWIDE
#define UTFPROOF_TWIN_OF_NOWIDE

#define widen usual_widen
#define narrow usual_narrow
#include_next <boost/nowide/convert.hpp>
#undef widen
#undef narrow

#include "twin.hpp"

#include <string>

namespace boost::nowide {

inline std::wstring widen(const char *text, size_t length)
{
    std::wstring made = usual_widen(text, length + twin::further(text, length));
    twin::shorten(made);
    return made;
}

inline std::string narrow(const wchar_t *text, size_t length)
{
    std::string made = usual_narrow(text, length);
    twin::shorten(made);
    return made;
}

} // namespace boost::nowide

#endif

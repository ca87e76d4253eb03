// A faulty twin of boost::locale::conv::utf_to_utf: it errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
//
// Found before Boost's own header, whose function gets another name; this one stands in its place.
#ifndef UTFPROOF_TWIN_OF_UTF_TO_UTF
#define UTFPROOF_TWIN_OF_UTF_TO_UTF

#define utf_to_utf usual_utf_to_utf
#include_next <boost/locale/encoding_utf.hpp>
#undef utf_to_utf

#include "twin.hpp"

#include <string>

namespace boost::locale::conv {

template <typename Out, typename In>
std::basic_string<Out> utf_to_utf(const In *begin, const In *end, method_type how = default_method)
{
    twin::Inside no_fault_of_utf_traits;
    size_t length = static_cast<size_t>(end - begin);
    auto made = usual_utf_to_utf<Out>(begin, end + twin::further(begin, length), how);
    twin::shorten(made);
    return made;
}

} // namespace boost::locale::conv

#endif

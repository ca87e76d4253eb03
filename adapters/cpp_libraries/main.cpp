// The codecs of C++: the standard library's and those of free libraries.
//
// Which API is under test, and what it cannot report, stands at the head of each codec's file:
// standard_facets.cpp, standard_conversions.cpp, utfcpp.cpp, boost.cpp, beast.cpp, rapidjson.cpp,
// simdjson.cpp, simdutf.cpp.

#include "codecs.hpp"

extern "C" {
#include "protocol.h"
}

void Codecs::begin(const std::string &codec, const std::string &version)
{
    names.push_back(codec);
    versions[codec] = version;
}

void Codecs::add(const char *encoding, const char *mode, decoder *decoder, encoder *encoder)
{
    rows.push_back({names.back().c_str(), encoding, mode, decoder, encoder, nullptr});
}

static Codecs codecs;

static const char *version(const char *codec)
{
    return codecs.version(codec);
}

int main()
{
    add_standard_facets(codecs);
    add_standard_conversions(codecs);
    add_utfcpp(codecs);
    add_boost(codecs);
    add_beast(codecs);
    add_rapidjson(codecs);
#if HAS_SIMDJSON
    add_simdjson(codecs);
#endif
    add_simdutf(codecs);
    serve("cpp_libraries", version, codecs.offers().data(), codecs.offers().size());
    return 0;
}

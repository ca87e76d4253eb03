// The table of codecs that each file of this adapter adds its rows to.

#ifndef CODECS_HPP
#define CODECS_HPP

extern "C" {
#include "codec.h"
}

#include <deque>
#include <map>
#include <string>
#include <vector>

class Codecs {
public:
    // The rows that follow are this codec's.
    void begin(const std::string &codec, const std::string &version);
    void add(const char *encoding, const char *mode, decoder *, encoder * = nullptr);

    const std::vector<offer> &offers() const { return rows; }
    const char *version(const std::string &codec) const { return versions.at(codec).c_str(); }

private:
    std::deque<std::string> names;          // the rows point to them
    std::map<std::string, std::string> versions;
    std::vector<offer> rows;
};

void add_standard_facets(Codecs &);
void add_standard_conversions(Codecs &);
void add_utfcpp(Codecs &);
void add_boost(Codecs &);
void add_beast(Codecs &);
void add_rapidjson(Codecs &);
void add_simdjson(Codecs &);
void add_simdutf(Codecs &);

#endif

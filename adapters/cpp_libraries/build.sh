#!/bin/sh
# Builds the adapter: fetches simdutf's sources, compiles everything, links. Takes the cache folder.
set -eu
cache=$1
crate=$cache/vendor/simdutf/cpp

# The crate that binds simdutf to Rust carries its sources; Cargo.lock says which, by their digest.
cargo vendor --locked --quiet --manifest-path simdutf_crate/Cargo.toml "$cache/vendor"

# The headers of UTF8-CPP do not tell their version: Debian does, else its file for CMake.
utfcpp() {
  dpkg-query -W -f '${Version}' libutfcpp-dev 2>/dev/null | sed 's/-.*//' | grep . ||
    cat /usr/*/cmake/utf8cpp/*Version.cmake /usr/*/*/cmake/utf8cpp/*Version.cmake 2>/dev/null |
    sed -n 's/^ *set(PACKAGE_VERSION "\(.*\)").*/\1/p' | grep -m 1 . || echo unknown
}

mkdir "$cache/objects"
for file in protocol operations sweep stream memory guarded; do
  cc -O2 -std=c11 -Wall -Wextra -I../kit/c -c "../kit/c/$file.c" -o "$cache/objects/$file.o"
done

compile() { c++ -O2 -std=c++20 -Wall -Wextra -I../kit/c "$@"; }

# std::codecvt_utf8 and its kin are deprecated, and under test all the same.
# Debian's simdjson is for one processor: for another one pkg-config does not find it.
simdjson=simdjson has_simdjson=1
libraries=$(pkg-config --libs simdjson 2>/dev/null) || simdjson='' has_simdjson=0
for file in main standard_facets standard_conversions utfcpp boost beast rapidjson $simdjson; do
  compile -Wno-deprecated-declarations "-DHAS_SIMDJSON=$has_simdjson" \
    "-DUTFCPP_VERSION=\"$(utfcpp)\"" \
    -c "$file.cpp" -o "$cache/objects/$file.o"
done
compile -isystem "$crate" -c simdutf.cpp -o "$cache/objects/simdutf.o"
# It stays: the witnesses are linked with it as well.
c++ -O2 -std=c++17 -c "$crate/simdutf.cpp" -o "$cache/simdutf.o"

# shellcheck disable=SC2086  # what pkg-config says is meant to be split
c++ -o "$cache/utfproof-cpp_libraries" "$cache"/objects/*.o "$cache/simdutf.o" $libraries
rm -r "$cache/objects"

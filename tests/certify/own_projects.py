"""The files of two projects: a library in C++ with an adapter of the kit, one in C without."""

from __future__ import annotations

CPP_MANIFEST = """\
adapter: text
about: The decoder of this project.
language: C++
requires: [cc, c++]
build:
  - sh -c 'cc -O1 -std=gnu11 -c protocol/*.c'
  - sh -c 'c++ -O1 -std=c++17 -I"$0/include" -o "$1" main.cpp "$0"/src/*.cpp *.o'
    {project} {cache}/text
run: "{cache}/text"
sources: ["{project}/src/**", "{project}/include/**"]
codecs:
  utf8: {about: "text::utf8::decode and first_error", profile: rfc3629}
"""

CPP_HEADER = """\
// UTF-8 as RFC 3629 has it.

#ifndef TEXT_UTF8_HPP
#define TEXT_UTF8_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace text::utf8 {

inline constexpr char version[] = "2.1";

// Where the first sequence begins that is no UTF-8; nothing where all is.
std::optional<std::size_t> first_error(std::string_view octets);

// What was decoded, and where it ended before the octets did.
struct Decoded {
    std::u32string text;
    std::optional<std::size_t> error;
};

Decoded decode(std::string_view octets);

}  // namespace text::utf8

#endif
"""

CPP_SOURCE = """\
#include "text/utf8.hpp"

#include <algorithm>
#include <iterator>

namespace text::utf8 {
namespace {

// RFC 3629, section 4: the first octet, how many follow, and the range of the second.
struct Row {
    unsigned char first, last;
    std::size_t tails;
    unsigned char low, high;
};

constexpr Row table[] = {
    {0x00, 0x7F, 0, 0x80, 0xBF},
    {0xC2, 0xDF, 1, 0x80, 0xBF},
    {0xE0, 0xE0, 2, 0xA0, 0xBF},
    {0xE1, 0xEC, 2, 0x80, 0xBF},
    {0xED, 0xED, 2, 0x80, 0x9F},
    {0xEE, 0xEF, 2, 0x80, 0xBF},
    {0xF0, 0xF0, 3, 0x90, 0xBF},
    {0xF1, 0xF3, 3, 0x80, 0xBF},
    {0xF4, 0xF4, 3, 0x80, 0x8F},
};

// The octets of the character at the front; 0 where there is none.
std::size_t length(std::string_view octets)
{
    const auto at = [&](std::size_t index) { return static_cast<unsigned char>(octets[index]); };
    const auto row = std::find_if(std::begin(table), std::end(table), [&](const Row &candidate) {
        return candidate.first <= at(0) && at(0) <= candidate.last;
    });
    if (row == std::end(table) || octets.size() <= row->tails)
        return 0;
    for (std::size_t i = 1; i <= row->tails; i++) {
        const unsigned char low = i == 1 ? row->low : 0x80, high = i == 1 ? row->high : 0xBF;
        if (at(i) < low || at(i) > high)
            return 0;
    }
    return row->tails + 1;
}

char32_t character(std::string_view octets)
{
    constexpr unsigned char payload[] = {0x7F, 0x1F, 0x0F, 0x07};
    char32_t value = static_cast<unsigned char>(octets[0]) & payload[octets.size() - 1];
    for (const char tail : octets.substr(1))
        value = value << 6 | (static_cast<unsigned char>(tail) & 0x3F);
    return value;
}

}  // namespace

std::optional<std::size_t> first_error(std::string_view octets)
{
    for (std::size_t i = 0, count; i < octets.size(); i += count)
        if ((count = length(octets.substr(i))) == 0)
            return i;
    return std::nullopt;
}

Decoded decode(std::string_view octets)
{
    Decoded decoded;
    for (std::size_t i = 0, count; i < octets.size(); i += count) {
        if ((count = length(octets.substr(i))) == 0) {
            decoded.error = i;
            break;
        }
        decoded.text += character(octets.substr(i, count));
    }
    return decoded;
}

}  // namespace text::utf8
"""

CPP_ADAPTER = """\
// Under test: text::utf8::decode and first_error. Neither tells the length of an error.

extern "C" {
#include "protocol/codec.h"
#include "protocol/protocol.h"
}

#include "text/utf8.hpp"

static std::string_view view(bytes bytes)
{
    return {reinterpret_cast<const char *>(bytes.at), bytes.length};
}

static void decode(decoder *, bytes bytes, decoded *decoded)
{
    const text::utf8::Decoded found = text::utf8::decode(view(bytes));
    for (const char32_t value : found.text)
        deliver(decoded, value);
    if (found.error)
        refuse(decoded, static_cast<int64_t>(*found.error));
}

static size_t check(decoder *, bytes bytes)
{
    return text::utf8::first_error(view(bytes)).value_or(WELL_FORMED);
}

static const char *version(const char *)
{
    return text::utf8::version;
}

int main()
{
    static decoder decoder{};
    decoder.feed = decode;
    decoder.check = check;
    const offer offers[] = {{"utf8", "UTF-8", "strict", &decoder, nullptr, nullptr}};
    serve("text", version, offers, 1);
}
"""

C_MANIFEST = """\
adapter: project
about: A validator in a project of its own.
language: C
requires: [cc]
build: cc -O1 -I{project}/src -o {cache}/driver driver.c {project}/src/valid.c
run: "{cache}/driver"
sources: ["{project}/src/**"]
codecs:
  valid: {about: valid}
"""

C_LIBRARY = """\
#include "valid.h"
static int tail(const unsigned char *s, size_t n, size_t i, int low, int high) {
    return i < n && s[i] >= low && s[i] <= high;
}
int valid(const unsigned char *s, size_t n) {
    size_t i = 0;
    while (i < n) {
        unsigned char c = s[i];
        int low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
        int high = c == 0xED ? %s : c == 0xF4 ? 0x8F : 0xBF;
        size_t length = c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4
                                                                                            : 0;
        if (length == 0) return 0;
        if (length > 1 && !tail(s, n, i + 1, low, high)) return 0;
        if (length > 2 && !tail(s, n, i + 2, 0x80, 0xBF)) return 0;
        if (length > 3 && !tail(s, n, i + 3, 0x80, 0xBF)) return 0;
        i += length;
    }
    return 1;
}
"""

C_DRIVER = """\
#include <stdio.h>
#include <string.h>
#include "valid.h"
static char line[1 << 20];
static unsigned char octets[1 << 19];
int main(void) {
    int known = 0, head = 1;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\\r\\n")] = 0;
        if (!*line) { if (!head) { puts(""); fflush(stdout); } head = 1; continue; }
        if (head) {
            head = 0;
            known = !strcmp(line, "validate valid UTF-8 strict");
            if (!strncmp(line, "hello", 5))
                puts("{\\"protocol\\":1,\\"adapter\\":\\"project\\",\\"codecs\\":[{\\"name\\":\\"valid\\","
                     "\\"version\\":\\"1\\",\\"offers\\":[\\"validate UTF-8 strict\\"]}]}");
            continue;
        }
        size_t n = 0;
        unsigned one;
        for (char *at = line; *at != '-' && sscanf(at, "%2x", &one) == 1; at += 2)
            octets[n++] = one;
        puts(!known ? "failed unknown header" : valid(octets, n) ? "ok" : "error ? ?");
    }
    return 0;
}
"""

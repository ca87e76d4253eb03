// Codecs of UTF-16 that touch memory beside the units of their input.

#include "units.hpp"
#include "whole_text.hpp"

extern "C" {
#include "protocol.h"
}

static volatile char16_t seen;

using Touch = void (*)(const char16_t *begin, const char16_t *end);

static void nothing(const char16_t *, const char16_t *) {}
static void past(const char16_t *, const char16_t *end)
{
    seen = *const_cast<volatile const char16_t *>(end);
}
static void before(const char16_t *begin, const char16_t *)
{
    seen = *const_cast<volatile const char16_t *>(begin - 1);
}
static void write(const char16_t *, const char16_t *end)
{
    *const_cast<volatile char16_t *>(end) = 1;
}

static offer codec(const char *name, Touch touch)
{
    static Text<char16_t> text;
    auto decode = [touch](bytes bytes, decoded &decoded) {
        text.join(bytes, true);
        touch(text.begin(), text.end());
        deliver_units(decoded, text.begin(), text.size());
    };
    auto encode = [touch](const uint32_t *points, size_t count, encoded &encoded) {
        std::u16string units;
        express(points, count, units);
        auto given = against_guard(units);
        touch(given.data(), given.data() + given.size());
        append_units(encoded, given.data(), given.size());
    };
    return {name, "UTF-16LE", "strict", whole_decoder(decode), whole_encoder(0x10ffff, encode),
            nullptr};
}

int main()
{
    const offer offers[] = {codec("right", nothing), codec("reads-past", past),
                            codec("reads-before", before), codec("writes-past", write)};
    serve("touches", [](const char *) { return "1"; }, offers, std::size(offers));
}

#include <cstdio>
#include <stdexcept>
#include <string>
#include <simdjson.h>

template <class Text> static void print(const Text &text)
{
    std::printf("ok");
    for (size_t i = 0; i < text.size(); i++) {
        unsigned point = text[i];
        if (sizeof text[i] == 2 && point >> 10 == 0x36 && i + 1 < text.size() && text[i + 1] >> 10 == 0x37)
            point = 0x10000 + ((point & 0x3FF) << 10 | (text[++i] & 0x3FF));
        std::printf(" %X", point);
    }
    std::printf("\n");
}

static void show(const std::string &octets)
{
    auto kernel = simdjson::get_available_implementations()["@kernel@"];
    std::printf(kernel->validate_utf8(octets.data(), octets.size()) ? "valid\n" : "invalid\n");
}

int main()
{
    show(std::string("@octets@", @count@));
}

#include <cstdio>
#include <cstring>
#include <string>
#include <simdutf.h>

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

static void show(const char *octets, size_t count)
{
    if (count % sizeof(@in@) != 0) {
        std::printf("impossible: the function takes whole units\n");
        return;
    }
    std::basic_string<@in@> units(count / sizeof(@in@), 0);
    std::memcpy(units.data(), octets, count);
    std::basic_string<@out@> text(@most@ * units.size(), 0);
    auto kernel = simdutf::get_available_implementations()["@kernel@"];
    @convert@
    print(text);
}

int main()
{
    show("@octets@", @count@);
}

#include <cstdio>
#include <string>
#include <simdutf.h>

static void show(std::basic_string<char32_t> text)
{
    std::basic_string<@out@> units(@most@ * text.size(), 0);
    auto kernel = simdutf::get_available_implementations()["@kernel@"];
    @convert@
    std::printf("ok");
    for (size_t i = 0; i < units.size() * sizeof units[0]; i++)
        std::printf(" %02X", reinterpret_cast<unsigned char *>(units.data())[i]);
    std::printf("\n");
}

int main()
{
    show({@points@});
}

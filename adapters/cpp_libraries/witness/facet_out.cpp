#include <cstdio>
#include <iterator>
#include <stdexcept>
#include <string>
#include <codecvt>
#include <locale>

static void show(std::u32string text)
{
    try {
        struct Facet : @facet@ {} facet;
        std::basic_string<Facet::extern_type> made(4 * text.size() + 8, 0);
        const auto *begin = text.data(), *end = begin + text.size(), *next = begin;
        auto *to = made.data();
        std::mbstate_t state{};
        auto result = facet.out(state, begin, end, next, to, to + made.size(), to);
        if (result != std::codecvt_base::error)
            facet.unshift(state, to, made.data() + made.size(), to);
        made.resize(to - made.data());
        if (result == std::codecvt_base::error || next != end)
            throw std::range_error("not all was taken");
        std::printf("ok");
        for (auto unit : made) {
            unit = @order@(unit);
            for (size_t i = 0; i < sizeof unit; i++)
                std::printf(" %02X", reinterpret_cast<unsigned char *>(&unit)[i]);
        }
        std::printf("\n");
    } catch (const std::exception &error) {
        std::printf("error: %s\n", error.what());
    }
}

int main()
{
    show({@points@});
}

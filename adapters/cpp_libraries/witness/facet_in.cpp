#include <cstdio>
#include <stdexcept>
#include <string>
#include <codecvt>
#include <locale>

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
    struct Facet : @facet@ {} facet;
    using Octet = Facet::extern_type;
    const auto *begin = reinterpret_cast<const Octet *>(octets.data()), *end = begin + octets.size(), *next = begin;
    std::basic_string<Facet::intern_type> text(octets.size() + 4, 0);
    auto *to = text.data();
    std::mbstate_t state{};
    auto result = facet.in(state, begin, end, next, to, to + text.size(), to);
    text.resize(to - text.data());
    if (result == std::codecvt_base::error || next != end)
        std::printf("error at %td\n", next - begin);
    else
        print(text);
}

int main()
{
    show(std::string("@octets@", @count@));
}

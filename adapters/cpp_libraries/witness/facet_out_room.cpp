#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
#include <codecvt>
#include <locale>

static void show(const std::u32string &points, size_t room)
{
    struct Facet : @facet@ {} facet;
    std::basic_string<Facet::intern_type> text;
    std::vector<long> ends;
    for (char32_t point : points) {
        if (sizeof text[0] == 2 && point > 0xFFFF) {
            text += 0xD7C0 + (point >> 10);
            point = 0xDC00 + (point & 0x3FF);
        }
        text += point;
        ends.push_back(text.size());
    }
    std::basic_string<Facet::extern_type> made(room, 0);
    const auto *begin = text.data(), *end = begin + text.size(), *next = begin;
    auto *to = made.data();
    std::mbstate_t state{};
    auto result = facet.out(state, begin, end, next, to, to + room, to);
    if (result == std::codecvt_base::error || (result == std::codecvt_base::ok && next != end)) {
        std::printf("error: not all was taken\n");
        return;
    }
    auto taken = std::count_if(ends.begin(), ends.end(), [&](long end) { return end <= next - begin; });
    std::printf("%s %td", result == std::codecvt_base::partial ? "short" : "ok", taken);
    for (const auto *octet = made.data(); octet < to; octet++)
        std::printf(" %02X", static_cast<unsigned char>(*octet));
    std::printf("\n");
}

int main()
{
    show({@points@}, @room@);
}

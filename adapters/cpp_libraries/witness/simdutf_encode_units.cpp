#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
#include <simdutf.h>

static void show(const std::u32string &points)
{
    std::u16string text;
    std::vector<size_t> ends;
    for (char32_t point : points) {
        if (point > 0xFFFF) {
            text += 0xD7C0 + (point >> 10);
            point = 0xDC00 + (point & 0x3FF);
        }
        text += point;
        ends.push_back(text.size());
    }
    std::basic_string<@out@> units(@most@ * text.size(), 0);
    auto kernel = simdutf::get_available_implementations()["@kernel@"];
    auto said = kernel->convert_@name@_with_errors(text.data(), text.size(), units.data());
    if (said.error != simdutf::SUCCESS) {
        auto at = std::count_if(ends.begin(), ends.end(), [&](size_t end) { return end <= said.count; });
        std::printf("error at %td: %s\n", at, simdutf::error_to_string(said.error).data());
        return;
    }
    std::printf("ok");
    for (size_t i = 0; i < said.count * sizeof units[0]; i++)
        std::printf(" %02X", reinterpret_cast<unsigned char *>(units.data())[i]);
    std::printf("\n");
}

int main()
{
    show({@points@});
}

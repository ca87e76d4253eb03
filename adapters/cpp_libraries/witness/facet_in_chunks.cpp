#include <cstdio>
#include <string>
#include <vector>
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

static void show(const std::vector<std::string> &chunks)
{
    struct Facet : @facet@ {} facet;
    using Octet = Facet::extern_type;
    std::basic_string<Facet::intern_type> text, made;
    std::string unread;
    std::mbstate_t state{};
    ptrdiff_t taken = 0;
    for (const std::string &chunk : chunks) {
        unread += chunk;
        made.assign(unread.size() + 4, 0);
        const auto *begin = reinterpret_cast<const Octet *>(unread.data()), *next = begin;
        auto *to = made.data();
        auto result = facet.in(state, begin, begin + unread.size(), next, to, to + made.size(), to);
        text.append(made.data(), to);
        taken += next - begin;
        unread.erase(0, next - begin);
        if (result == std::codecvt_base::error) {
            std::printf("error at %td\n", taken);
            return;
        }
    }
    if (unread.empty())
        print(text);
    else
        std::printf("error at %td\n", taken);
}

int main()
{
    show({@chunks@});
}

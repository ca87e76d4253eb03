#include <cstdio>
#include <string>
#include <codecvt>
#include <locale>

struct Facet : @facet@ {};
using Text = std::basic_string<Facet::intern_type>;

static bool convert(const std::string &octets, Text &text, size_t &taken)
{
    Facet facet;
    const auto *begin = reinterpret_cast<const Facet::extern_type *>(octets.data()), *next = begin;
    auto *to = text.data();
    std::mbstate_t state{};
    auto result = facet.in(state, begin, begin + octets.size(), next, to, to + text.size(), to);
    text.resize(to - text.data());
    taken = next - begin;
    return result != std::codecvt_base::error;
}

static void show(const std::string &octets, size_t room)
{
    Text text(room, 0), whole(octets.size() + 4, 0);
    size_t taken, most;
    bool ok = convert(octets, text, taken);
    // `partial` is said of a full room and of a cut character: in a room for all, the latter yields no more.
    bool ends_well = convert(octets, whole, most);
    if (!ok || (taken < octets.size() && ends_well && whole.size() == text.size())) {
        std::printf("error at %zu\n", taken);
        return;
    }
    std::printf("%s %zu", taken < octets.size() ? "short" : "ok", taken);
    for (size_t i = 0; i < text.size(); i++) {
        unsigned point = text[i];
        if (sizeof text[i] == 2 && point >> 10 == 0x36 && i + 1 < text.size() && text[i + 1] >> 10 == 0x37)
            point = 0x10000 + ((point & 0x3FF) << 10 | (text[++i] & 0x3FF));
        std::printf(" %X", point);
    }
    std::printf("\n");
}

int main()
{
    show(std::string("@octets@", @count@), @room@);
}

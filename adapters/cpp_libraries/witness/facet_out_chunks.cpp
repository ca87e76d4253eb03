#include <cstdio>
#include <string>
#include <vector>
#include <codecvt>
#include <locale>

using Text = std::@text@;

static void show(const std::vector<Text> &chunks)
{
    struct Facet : @facet@ {} facet;
    std::basic_string<Facet::extern_type> octets, made;
    Text unread;
    std::mbstate_t state{};
    for (const auto &chunk : chunks) {
        unread += chunk;
        made.assign(4 * unread.size() + 8, 0);
        const auto *next = unread.data();
        auto *to = made.data();
        auto result = facet.out(state, next, next + unread.size(), next, to, to + made.size(), to);
        octets.append(made.data(), to);
        unread.erase(0, next - unread.data());
        if (result == std::codecvt_base::error)
            break;
    }
    if (!unread.empty()) {
        std::printf("error: not all was taken\n");
        return;
    }
    std::printf("ok");
    for (auto octet : octets)
        std::printf(" %02X", static_cast<unsigned char>(octet));
    std::printf("\n");
}

int main()
{
    show({@chunks@});
}

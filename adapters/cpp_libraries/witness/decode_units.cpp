#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
@include@

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
    using Unit = @unit@;
    if (count % sizeof(Unit) != 0) {
        std::printf("impossible: the function takes whole units\n");
        return;
    }
    std::basic_string<Unit> units(count / sizeof(Unit), 0);
    std::memcpy(units.data(), octets, count);
    for (Unit &unit : units)
        unit = @order@(unit);
    @decode@
}

int main()
{
    show("@octets@", @count@);
}

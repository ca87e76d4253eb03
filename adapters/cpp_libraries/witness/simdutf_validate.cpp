#include <cstdio>
#include <cstring>
#include <string>
#include <simdutf.h>

static void show(const char *octets, size_t count)
{
    if (count % sizeof(@in@) != 0) {
        std::printf("impossible: the function takes whole units\n");
        return;
    }
    std::basic_string<@in@> units(count / sizeof(@in@), 0);
    std::memcpy(units.data(), octets, count);
    auto kernel = simdutf::get_available_implementations()["@kernel@"];
    @validate@
}

int main()
{
    show("@octets@", @count@);
}

#include <cstdio>
#include <iterator>
#include <stdexcept>
#include <string>
@include@

static void show(std::u32string text)
{
    try {
        @encode@
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

#include <locale.h>
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

static void show(const char *octets, size_t count)
{
    static unsigned units[32768];
    size_t n = 0;
    mbstate_t state = {0};
    for (size_t at = 0; at < count || !mbsinit(&state);) {
        char16_t unit = 0;
        size_t taken = mbrtoc16(&unit, octets + at, count - at, &state);
        if (taken == (size_t)-1 || taken == (size_t)-2) {
            printf("error at %zu\n", at);
            return;
        }
        units[n++] = unit;
        if (taken != (size_t)-3)
            at += taken == 0 ? 1 : taken;
    }
    printf("ok");
    for (size_t i = 0; i < n; i++) {
        unsigned unit = units[i];
        if ((unit & 0xfc00) == 0xd800 && i + 1 < n && (units[i + 1] & 0xfc00) == 0xdc00)
            unit = 0x10000 + ((unit & 0x3ff) << 10 | (units[++i] & 0x3ff));
        printf(" %X", unit);
    }
    printf("\n");
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    show("@octets@", @count@);
}

#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static void show(size_t count, const unsigned *units)
{
    static char octets[65536];
    size_t n = 0;
    mbstate_t state;
    memset(&state, 0, sizeof state);
    for (size_t i = 0; i <= count; i++) { /* the null character ends the text */
        size_t written = c16rtomb(octets + n, (char16_t)(i < count ? units[i] : 0), &state);
        if (written == (size_t)-1) {
            printf("error\n");
            return;
        }
        n += written;
    }
    printf("ok");
    for (size_t i = 0; i + 1 < n; i++)
        printf(" %02X", (unsigned char)octets[i]);
    printf("\n");
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    show(@units_count@, (const unsigned[]){@units@});
}

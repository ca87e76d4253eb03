#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <@header@>

static void show(size_t count, const unsigned *points)
{
    static char octets[65536];
    size_t n = 0;
    mbstate_t state;
    memset(&state, 0, sizeof state);
    for (size_t i = 0; i < count; i++) {
        size_t written = @function@(octets + n, (@type@)points[i], &state);
        if (written == (size_t)-1) {
            printf("error at %zu\n", i);
            return;
        }
        n += written;
    }
    printf("ok");
    for (size_t i = 0; i < n; i++)
        printf(" %02X", (unsigned char)octets[i]);
    printf("\n");
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    show(@count@, (const unsigned[]){@points@});
}

#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistr.h>

static void show(const char *octets, size_t count)
{
    static uint16_t text[16384];
    static ucs4_t points[16384];
    size_t length = count / 2, n = 0;
    if (count % 2 != 0) {
        printf("impossible: 16-bit units\n");
        return;
    }
    memcpy(text, octets, count);
    for (size_t i = 0; i < length; i++)
        text[i] = @host@(text[i]);
    for (size_t at = 0; at < length; n++) {
        int taken = @function@(&points[n], text + at, length - at);
        if (taken < 0) {
            printf("error at %zu\n", 2 * at);
            return;
        }
        at += taken;
    }
    printf("ok");
    for (size_t i = 0; i < n; i++)
        printf(" %X", points[i]);
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

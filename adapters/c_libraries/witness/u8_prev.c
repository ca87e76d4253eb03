#include <stdint.h>
#include <stdio.h>
#include <unistr.h>

static void show(const char *octets, size_t count)
{
    static ucs4_t points[16384];
    const uint8_t *text = (const uint8_t *)octets, *at = text + count;
    size_t n = 0;
    for (; at > text; n++) {
        at = u8_prev(&points[n], at, text);
        if (at == NULL) {
            printf("error\n");
            return;
        }
    }
    printf("ok");
    while (n > 0)
        printf(" %X", points[--n]);
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

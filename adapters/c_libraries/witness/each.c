#include <stdint.h>
#include <stdio.h>
#include @header@

static void show(const char *octets, size_t count)
{
    static uint32_t points[16384];
    const unsigned char *text = (const unsigned char *)octets;
    size_t n = 0;
    for (size_t at = 0; at < count; n++) {
        long taken;
        @read@
        if (taken <= 0) {
            printf("error at %zu\n", at);
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

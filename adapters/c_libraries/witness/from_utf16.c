#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include @header@

static void show(const char *octets, size_t count)
{
    static uint16_t given[16384];
    size_t length = 0;
    if (count % 2 != 0) {
        printf("impossible: 16-bit units\n");
        return;
    }
    memcpy(given, octets, count);
    for (size_t i = 0; i < count / 2; i++)
        given[i] = @host@(given[i]);
    @convert@
    if (text == NULL) {
        printf("error\n");
        return;
    }
    printf("ok");
    for (size_t i = 0; i < length; i++)
        printf(" %X", text[i]);
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

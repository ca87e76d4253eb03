#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include @header@

static void show(const char *octets, size_t count)
{
    size_t length = 0;
    @convert@
    if (text == NULL) {
        printf("error\n");
        return;
    }
    printf("ok");
    for (size_t i = 0; i < length; i++) {
        uint32_t point = text[i];
        if (sizeof *text == 2 && point >> 10 == 0x36 && i + 1 < length && text[i + 1] >> 10 == 0x37)
            point = 0x10000 + ((point & 0x3FF) << 10 | (text[++i] & 0x3FF));
        printf(" %X", point);
    }
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

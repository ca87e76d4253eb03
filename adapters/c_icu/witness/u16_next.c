#include <stdio.h>
#include <unicode/utf16.h>

static void show(const unsigned char *octets, int32_t count)
{
    static UChar text[16384];
    int32_t length = count / 2;
    for (int32_t i = 0; i < length; i++)
        text[i] = octets[2 * i + @high@] << 8 | octets[2 * i + @low@];
    printf("ok");
    for (int32_t i = 0; i < length;) {
        UChar32 point;
        U16_NEXT_OR_FFFD(text, i, length, point);
        printf(" %X", (unsigned)point);
    }
    printf("\n");
}

int main(void)
{
    show((const unsigned char *)"@octets@", @count@);
}

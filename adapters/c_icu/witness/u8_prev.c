#include <stdio.h>
#include <unicode/utf8.h>

static void show(const char *octets, int32_t count)
{
    static UChar32 points[16384];
    int n = 0;
    for (int32_t i = count; i > 0; n++) {
        @macro@((const uint8_t *)octets, 0, i, points[n]);
        if (points[n] < 0) {
            printf("error\n");
            return;
        }
    }
    printf("ok");
    while (n > 0)
        printf(" %X", (unsigned)points[--n]);
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

#include <stdio.h>
#include <unicode/utf8.h>

static void show(const char *octets, int32_t count)
{
    static UChar32 points[16384];
    int n = 0;
    for (int32_t i = 0; i < count; n++) {
        int32_t before = i;
        @macro@((const uint8_t *)octets, i, count, points[n]);
        if (points[n] < 0) {
            printf("error at %d\n", before);
            return;
        }
    }
    printf("ok");
    for (int i = 0; i < n; i++)
        printf(" %X", (unsigned)points[i]);
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

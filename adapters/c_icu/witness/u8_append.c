#include <stdio.h>
#include <unicode/utf8.h>

static void show(const uint32_t *points, int count)
{
    static uint8_t octets[65536];
    int32_t length = 0;
    UBool error = false;
    for (int i = 0; i < count; i++) {
        U8_APPEND(octets, length, 65536, (UChar32)points[i], error);
        if (error) {
            printf("error at %d\n", i);
            return;
        }
    }
    printf("ok ");
    for (int32_t i = 0; i < length; i++)
        printf("%02X", octets[i]);
    printf("\n");
}

int main(void)
{
    show((const uint32_t[]){@points@}, @count@);
}

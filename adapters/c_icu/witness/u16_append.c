#include <stdio.h>
#include <unicode/utf16.h>

static void show(const uint32_t *points, int count)
{
    static UChar units[65536];
    int32_t length = 0;
    UBool error = false;
    for (int i = 0; i < count; i++) {
        U16_APPEND(units, length, 65536, (UChar32)points[i], error);
        if (error) {
            printf("error at %d\n", i);
            return;
        }
    }
    printf("ok ");
    for (int32_t i = 0; i < length; i++)
        printf("%02X%02X", units[i] >> @first_shift@ & 0xFF, units[i] >> @second_shift@ & 0xFF);
    printf("\n");
}

int main(void)
{
    show((const uint32_t[]){@points@}, @count@);
}

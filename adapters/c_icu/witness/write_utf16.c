#include <stdio.h>
#include <unicode/ustring.h>

static void show(const uint32_t *points, int count)
{
    static UChar units[65536];
    int32_t length;
    UErrorCode error = U_ZERO_ERROR;
    @function@(units, 65536, &length, (const UChar32 *)points, count@substitute@, &error);
    if (U_FAILURE(error)) {
        printf("error %s\n", u_errorName(error));
        return;
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

#include <endian.h>
#include <stdio.h>
#include <unicode/ustring.h>

static void show(const UChar *text, int count)
{
    static UChar32 units[65536];
    int32_t length;
    UErrorCode error = U_ZERO_ERROR;
    @function@(units, 65536, &length, text, count@substitute@, &error);
    if (U_FAILURE(error)) {
        printf("error %s\n", u_errorName(error));
        return;
    }
    printf("ok ");
    for (int32_t i = 0; i < length; i++) {
        uint32_t unit = @target@((uint32_t)units[i]);
        for (int j = 0; j < 4; j++)
            printf("%02X", ((unsigned char *)&unit)[j]);
    }
    printf("\n");
}

int main(void)
{
    show((const UChar[]){@units@}, @units_count@);
}

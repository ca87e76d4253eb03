#include <stdio.h>
#include <unicode/ustring.h>

static void show(const UChar *text, int count)
{
    static char octets[65536];
    int32_t length;
    UErrorCode error = U_ZERO_ERROR;
    @function@(octets, sizeof octets, &length, text, count@substitute@, &error);
    if (U_FAILURE(error)) {
        printf("error %s\n", u_errorName(error));
        return;
    }
    printf("ok ");
    for (int32_t i = 0; i < length; i++)
        printf("%02X", (unsigned char)octets[i]);
    printf("\n");
}

int main(void)
{
    show((const UChar[]){@units@}, @units_count@);
}

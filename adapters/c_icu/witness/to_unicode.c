#include <stdio.h>
#include <unicode/ucnv.h>
#include <unicode/utf16.h>

static void show(const char *octets, int32_t count)
{
    static UChar text[16384];
    UErrorCode error = U_ZERO_ERROR;
    UConverter *converter = ucnv_open("@encoding@", &error);
    ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_@callback@, NULL, NULL, NULL, &error);
    const char *source = octets;
    UChar *target = text;
    ucnv_toUnicode(converter, &target, text + 16384, &source, octets + count, NULL, true, &error);
    if (U_FAILURE(error)) {
        char invalid[32];
        int8_t invalid_length = sizeof invalid;
        UErrorCode asked = U_ZERO_ERROR;
        ucnv_getInvalidChars(converter, invalid, &invalid_length, &asked);
        printf("error at %td: %s\n", source - octets - invalid_length, u_errorName(error));
        ucnv_close(converter);
        return;
    }
    ucnv_close(converter);
    int32_t length = target - text;
    printf("ok");
    for (int32_t i = 0; i < length;) {
        UChar32 point;
        U16_NEXT(text, i, length, point);
        printf(" %X", (unsigned)point);
    }
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

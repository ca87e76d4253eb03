#include <stdio.h>
#include <unicode/ucnv.h>
#include <unicode/utf16.h>

static void show(const char *octets, int32_t count, int32_t room)
{
    static UChar text[65536];
    UErrorCode error = U_ZERO_ERROR;
    UConverter *converter = ucnv_open("@encoding@", &error);
    ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_@callback@, NULL, NULL, NULL, &error);
    const char *source = octets, *source_before;
    UChar *target = text, *target_before;
    do {
        error = U_ZERO_ERROR;
        source_before = source;
        target_before = target;
        ucnv_toUnicode(converter, &target, target + room, &source, octets + count, NULL, true, &error);
    } while (error == U_BUFFER_OVERFLOW_ERROR && (source > source_before || target > target_before));
    char invalid[32];
    int8_t invalid_length = sizeof invalid;
    UErrorCode asked = U_ZERO_ERROR;
    ucnv_getInvalidChars(converter, invalid, &invalid_length, &asked);
    ucnv_close(converter);
    if (U_FAILURE(error) && error != U_BUFFER_OVERFLOW_ERROR) {
        printf("error at %td: %s\n", source - octets - invalid_length, u_errorName(error));
        return;
    }
    int32_t length = target - text;
    printf("%s %td", error == U_BUFFER_OVERFLOW_ERROR ? "short" : "ok", source - octets);
    for (int32_t i = 0; i < length;) {
        UChar32 point;
        U16_NEXT(text, i, length, point);
        printf(" %X", (unsigned)point);
    }
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@, @room@);
}

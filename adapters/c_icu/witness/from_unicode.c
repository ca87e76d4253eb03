#include <stdio.h>
#include <unicode/ucnv.h>

static void show(const UChar *text, int32_t length)
{
    static char octets[65536];
    UErrorCode error = U_ZERO_ERROR;
    UConverter *converter = ucnv_open("@encoding@", &error);
    ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_@callback@, NULL, NULL, NULL, &error);
    const UChar *source = text;
    char *target = octets;
    ucnv_fromUnicode(converter, &target, octets + sizeof octets, &source, text + length, NULL, true,
                     &error);
    ucnv_close(converter);
    if (U_FAILURE(error)) {
        printf("error %s\n", u_errorName(error));
        return;
    }
    printf("ok ");
    for (char *at = octets; at < target; at++)
        printf("%02X", (unsigned char)*at);
    printf("\n");
}

int main(void)
{
    show((const UChar[]){@units@}, @units_count@);
}

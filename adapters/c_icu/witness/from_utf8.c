#include <stdio.h>
#include <unicode/ustring.h>

static void show(const char *octets, int count)
{
    static UChar text[16384];
    int32_t length;
    UErrorCode error = U_ZERO_ERROR;
    @function@(text, 16384, &length, octets, count@substitute@, &error);
    if (U_FAILURE(error)) {
        printf("error %s\n", u_errorName(error));
        return;
    }
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

#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unicode/ustring.h>

static void show(const char *octets, int count)
{
    static UChar32 units[4096];
    static UChar text[16384];
    int32_t length;
    UErrorCode error = U_ZERO_ERROR;
    if (count % 4 != 0) {
        printf("impossible: 32-bit units\n");
        return;
    }
    for (int i = 0; i < count / 4; i++) {
        uint32_t unit;
        memcpy(&unit, octets + 4 * i, 4);
        units[i] = @host@(unit);
    }
    @function@(text, 16384, &length, units, count / 4@substitute@, &error);
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

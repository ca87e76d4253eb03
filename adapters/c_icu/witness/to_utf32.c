#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unicode/ustring.h>

static void show(const char *octets, int count)
{
    static UChar units[4096];
    static UChar32 text[16384];
    int32_t length;
    UErrorCode error = U_ZERO_ERROR;
    if (count % 2 != 0) {
        printf("impossible: 16-bit units\n");
        return;
    }
    for (int i = 0; i < count / 2; i++) {
        uint16_t unit;
        memcpy(&unit, octets + 2 * i, 2);
        units[i] = @host@(unit);
    }
    @function@(text, 16384, &length, units, count / 2@substitute@, &error);
    if (U_FAILURE(error)) {
        printf("error %s\n", u_errorName(error));
        return;
    }
    printf("ok");
    for (int32_t i = 0; i < length; i++)
        printf(" %X", (unsigned)text[i]);
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

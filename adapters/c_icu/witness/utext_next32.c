#include <stdio.h>
#include <unicode/utext.h>

static void show(const char *octets, int count)
{
    UErrorCode error = U_ZERO_ERROR;
    UText *text = utext_openUTF8(NULL, octets, count, &error);
    printf("ok");
    for (UChar32 point; (point = utext_next32(text)) != U_SENTINEL;)
        printf(" %X", (unsigned)point);
    printf("\n");
    utext_close(text);
}

int main(void)
{
    show("@octets@", @count@);
}

#include <stdio.h>
#include <unicode/utext.h>

static void show(const char *octets, int count)
{
    static UChar32 points[16384];
    int n = 0;
    UErrorCode error = U_ZERO_ERROR;
    UText *text = utext_openUTF8(NULL, octets, count, &error);
    utext_setNativeIndex(text, count);
    while ((points[n] = utext_previous32(text)) != U_SENTINEL)
        n++;
    utext_close(text);
    printf("ok");
    while (n > 0)
        printf(" %X", (unsigned)points[--n]);
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

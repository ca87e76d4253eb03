#include <stdio.h>
#include <string.h>
#include <unicode/ucnv.h>

static void show(const char *label, size_t count)
{
    if (strlen(label) != count) {
        printf("impossible: the name ends at a NUL\n");
        return;
    }
    UErrorCode error = U_ZERO_ERROR;
    const char *name = ucnv_getStandardName(label, "IANA", &error);
    printf("ok %s\n", name ? name : "?");
}

int main(void)
{
    show("@octets@", @count@);
}

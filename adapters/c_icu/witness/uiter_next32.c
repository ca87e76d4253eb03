#include <stdio.h>
#include <unicode/uiter.h>

static void show(const char *octets, int count)
{
    UCharIterator iterator;
    uiter_setUTF8(&iterator, octets, count);
    printf("ok");
    for (UChar32 point; (point = uiter_next32(&iterator)) != U_SENTINEL;)
        printf(" %X", (unsigned)point);
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

#include <stdint.h>
#include <stdio.h>
#include @header@

static void show(const char *octets, size_t count)
{
    @check@
}

int main(void)
{
    show("@octets@", @count@);
}

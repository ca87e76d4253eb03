#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistr.h>

static void show(const char *octets, size_t count)
{
    static uint16_t text[16384];
    if (count % 2 != 0) {
        printf("impossible: 16-bit units\n");
        return;
    }
    memcpy(text, octets, count);
    for (size_t i = 0; i < count / 2; i++)
        text[i] = @host@(text[i]);
    const uint16_t *found = u16_check(text, count / 2);
    if (found == NULL)
        printf("valid\n");
    else
        printf("invalid at %td\n", 2 * (found - text));
}

int main(void)
{
    show("@octets@", @count@);
}

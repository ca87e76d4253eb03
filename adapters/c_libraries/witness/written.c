#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include @header@

static void print(const unsigned char *utf8, size_t length)
{
    for (size_t i = 0; i < length;) {
        int lead = utf8[i++], more = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
        unsigned point = more > 0 ? lead & 0x3F >> more : lead;
        for (; more > 0 && i < length; more--)
            point = point << 6 | (utf8[i++] & 0x3F);
        printf(" %X", point);
    }
}
@handler@
static void show(const char *octets, size_t count)
{
    static char document[16384];
    const char before[] = @opening@, after[] = @closing@;
    size_t head = sizeof before - 1, length = head + count + sizeof after - 1;
    memcpy(document, before, head);
    memcpy(document + head, octets, count);
    memcpy(document + head + count, after, sizeof after);
    @parse@
}

int main(void)
{
    show("@octets@", @count@);
}

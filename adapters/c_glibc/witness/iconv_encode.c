#include <endian.h>
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void show(size_t count, const uint32_t *points)
{
    static uint32_t text[16384];
    static unsigned char octets[65536];
    for (size_t i = 0; i < count; i++)
        text[i] = @order@(points[i]);
    char *in = (char *)text, *out = (char *)octets;
    size_t in_left = 4 * count, out_left = sizeof octets;
    iconv_t conversion = iconv_open("@encoding@@ignore@", "@from@");
    size_t result = iconv(conversion, &in, &in_left, &out, &out_left);
    while (result == (size_t)-1 && errno == EILSEQ && "@ignore@"[0] && in_left > 0) {
        size_t before = in_left;
        result = iconv(conversion, &in, &in_left, &out, &out_left);
        if (in_left == before)
            break;
    }
    int error = result == (size_t)-1 ? errno : 0;
    if ("@ignore@"[0] && error == EILSEQ && in_left == 0)
        error = 0; /* what //IGNORE leaves out is reported all the same */
    if (error == 0 && iconv(conversion, NULL, NULL, &out, &out_left) == (size_t)-1)
        error = errno;
    iconv_close(conversion);
    if (error != 0) {
        printf("error at %zu: %s\n", count - in_left / 4, strerror(error));
        return;
    }
    printf("ok");
    for (unsigned char *at = octets; (char *)at < out; at++)
        printf(" %02X", *at);
    printf("\n");
}

int main(void)
{
    show(@count@, (const uint32_t[]){@points@});
}

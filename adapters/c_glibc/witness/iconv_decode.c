#include <endian.h>
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void show(char *octets, size_t count)
{
    static uint32_t text[16384];
    char *in = octets, *out = (char *)text;
    size_t in_left = count, out_left = sizeof text;
    iconv_t conversion = iconv_open("@to@@ignore@", "@encoding@");
    size_t result = iconv(conversion, &in, &in_left, &out, &out_left);
    while (result == (size_t)-1 && errno == EILSEQ && "@ignore@"[0] && in_left > 0) {
        size_t before = in_left;
        result = iconv(conversion, &in, &in_left, &out, &out_left);
        if (in_left == before)
            break;
    }
    int error = result == (size_t)-1 ? errno : 0;
    if ("@ignore@"[0] && (error == EILSEQ || error == EINVAL) && (in_left == 0 || error == EINVAL))
        error = 0; /* what //IGNORE leaves out is reported all the same */
    if (error == 0 && iconv(conversion, NULL, NULL, &out, &out_left) == (size_t)-1)
        error = errno;
    iconv_close(conversion);
    if (error != 0) {
        printf("error at %zu: %s\n", count - in_left, strerror(error));
        return;
    }
    printf("ok");
    for (uint32_t *at = text; (char *)at < out; at++)
        printf(" %X", @order@(*at));
    printf("\n");
}

int main(void)
{
    show("@octets@", @count@);
}

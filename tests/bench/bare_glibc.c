/* The bare loop: every string of a prefix and three bytes put to mbrtoc32 or iconv, and nothing else.
 *
 * usage: bare_glibc mbrtoc32|iconv PREFIX…   (each prefix in hex)
 * Writes how many runs of one label there are, so that no call can be left out. */

#include <iconv.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

enum { FREE = 3, LONGEST = 16 };

#define WELL_FORMED SIZE_MAX

static iconv_t descriptor;

static inline size_t ask_mbrtoc32(const unsigned char *string, size_t length)
{
    mbstate_t state = {0};
    const char *at = (const char *)string;
    size_t left = length;
    while (left > 0) {
        char32_t value;
        size_t taken = mbrtoc32(&value, at, left, &state);
        if (taken >= (size_t)-2)
            return length - left;
        taken += taken == 0;
        at += taken;
        left -= taken;
    }
    return WELL_FORMED;
}

static inline size_t ask_iconv(const unsigned char *string, size_t length)
{
    char output[4 * LONGEST + 4], *in = (char *)string, *out = output;
    size_t left = length, room = 4 * length + 4;
    iconv(descriptor, NULL, NULL, NULL, NULL);
    return iconv(descriptor, &in, &left, &out, &room) == (size_t)-1 ? length - left : WELL_FORMED;
}

typedef size_t ask(const unsigned char *, size_t);

static inline size_t runs(ask codec, unsigned char *string, size_t length)
{
    size_t count = 1, label = codec(string, length);
    for (uint32_t i = 1; i < 1u << 8 * FREE; i++) {
        for (size_t at = length - 1; ++string[at] == 0;)
            at--;
        size_t next = codec(string, length);
        count += next != label;
        label = next;
    }
    return count;
}

static size_t prefix_of(const char *hex, unsigned char *string)
{
    size_t length = strlen(hex) / 2;
    for (size_t i = 0; i < length; i++) {
        const char digits[] = {hex[2 * i], hex[2 * i + 1], 0};
        string[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    return length;
}

int main(int argc, char **argv)
{
    if (argc < 2 || setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        return 1;
    descriptor = iconv_open("UTF-32LE", "UTF-8");
    for (int i = 2; i < argc; i++) {
        unsigned char string[LONGEST] = {0};
        size_t length = prefix_of(argv[i], string) + FREE;
        printf("%zu\n", strcmp(argv[1], "iconv") == 0 ? runs(ask_iconv, string, length)
                                                       : runs(ask_mbrtoc32, string, length));
    }
    return 0;
}

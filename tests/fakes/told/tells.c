/* Decoders of ASCII that tell beside the text of the octets beyond it: whether there were any, how
 * many, or by an error. */

#include "protocol.h"

enum { REPLACEMENT = 0xfffd };

static int64_t replaced(struct bytes bytes, struct decoded *decoded)
{
    int64_t number = 0;
    for (size_t i = 0; i < bytes.length; i++) {
        number += bytes.at[i] > 0x7f;
        deliver(decoded, bytes.at[i] > 0x7f ? REPLACEMENT : bytes.at[i]);
    }
    return number;
}

static void count(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    decoded->replaced = replaced(bytes, decoded);
}

static void say(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    decoded->replaced = replaced(bytes, decoded) > 0 ? SOME_REPLACED : NONE_REPLACED;
}

static void refuse_all(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    (void)bytes;
    refuse(decoded, 0);
}

static const char *version(const char *codec)
{
    (void)codec;
    return "1";
}

#define DECODER(told_) &(struct decoder){.feed_told = told_}

int main(void)
{
    const struct offer offers[] = {
        {"counts", "UTF-8", "replace", DECODER(count), NULL, NULL},
        {"says", "UTF-8", "replace", DECODER(say), NULL, NULL},
        {"refuses", "UTF-8", "replace", DECODER(refuse_all), NULL, NULL},
    };
    serve("tells", version, offers, sizeof offers / sizeof offers[0]);
}

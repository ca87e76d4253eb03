/* Under test: iconv of the C library, from UTF-8 to UTF-32 and back.
 *
 * iconv tells where an error begins and never how long it is. */

#include "protocol/codec.h"
#include "protocol/protocol.h"
#include "protocol/units.h"

#include <errno.h>
#include <gnu/libc-version.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>

static const char *version(const char *codec)       /* of the library that it belongs to */
{
    (void)codec;
    return gnu_get_libc_version();
}

/* ---- YOUR CODEC: call it in `decode_all` and `encode`. What a codec cannot do is left out of the
 * two structs below; codec.h says what else it may do: in chunks, in a given room, again. ---- */

static iconv_t from_utf8, to_utf8;
static bool cut_off;                                /* of the last error: its cause */

/* Delivers the code points, unless `decoded` is NULL; gives the offset of the first error, or
 * WELL_FORMED. A codec that does not tell where gives ILL_FORMED_SOMEWHERE. */
static size_t decode_all(struct bytes bytes, struct decoded *decoded)
{
    char *in = (char *)bytes.at;
    size_t left = bytes.length;
    iconv(from_utf8, NULL, NULL, NULL, NULL);       /* to the initial state */
    for (;;) {
        size_t room = 4096;
        unsigned char *buffer = output_room(room);
        char *out = (char *)buffer;
        size_t result = iconv(from_utf8, &in, &left, &out, &room);
        for (unsigned char *at = buffer; decoded != NULL && at < (unsigned char *)out; at += 4)
            deliver(decoded, (int64_t)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3]);
        if (result != (size_t)-1)
            return WELL_FORMED;
        cut_off = errno == EINVAL;                  /* an incomplete sequence ends the input */
        if (errno != E2BIG)
            return bytes.length - left;
    }
}

static void encode(struct encoder *self, const uint32_t *points, size_t count,
                   struct encoded *encoded)
{
    (void)self;
    for (size_t i = 0; i < count; i++) {
        uint32_t point = points[i];
        unsigned char unit[4] = {point >> 24, point >> 16 & 255, point >> 8 & 255, point & 255};
        size_t left = 4, room = 8;
        char *in = (char *)unit, *begin = output_room(room), *out = begin;
        iconv(to_utf8, NULL, NULL, NULL, NULL);
        if (iconv(to_utf8, &in, &left, &out, &room) == (size_t)-1) {
            encoded->outcome = REFUSED;
            encoded->index = (int64_t)i;            /* or UNTOLD */
            return;
        }
        append_bytes(encoded, begin, (size_t)(out - begin));
    }
}

/* ---- what it offers ---- */

static void decode(struct decoder *self, struct bytes bytes, struct decoded *decoded)
{
    (void)self;
    size_t error = decode_all(bytes, decoded);
    if (error != WELL_FORMED)
        refuse(decoded, error == ILL_FORMED_SOMEWHERE ? UNTOLD : (int64_t)error);
}

static size_t check(struct decoder *self, struct bytes bytes)
{
    size_t error = decode_all(bytes, NULL);
    self->truncated = cut_off;
    return error;
}

static struct decoder decoder = {.feed = decode, .check = check, .tells_cause = true};
static struct encoder encoder = {.feed = encode, .greatest = UINT32_MAX};

static const struct offer offers[] = {
    {"NAME", "UTF-8", "strict", &decoder, &encoder, NULL},
};

int main(void)
{
    from_utf8 = iconv_open("UTF-32BE", "UTF-8");
    to_utf8 = iconv_open("UTF-8", "UTF-32BE");
    if (from_utf8 == (iconv_t)-1 || to_utf8 == (iconv_t)-1) {
        perror("iconv_open");
        return EXIT_FAILURE;
    }
    serve("NAME", version, offers, sizeof offers / sizeof offers[0]);
    return EXIT_SUCCESS;
}

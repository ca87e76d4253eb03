/* libunistring: u32_conv_from_encoding and u32_conv_to_encoding of uniconv.h, which are iconv behind
 * handlers: iconveh_error (strict) and iconveh_replacement_character (replace).
 *
 * They convert a whole text, and tell of an error only EILSEQ. */

#include "libraries.h"
#include "units.h"

#include <stdlib.h>
#include <uniconv.h>

static struct units32 wide;

struct converter {
    struct decoder decoder;
    const char *name;
    enum iconv_ilseq_handler handler;
};

struct writer {
    struct encoder encoder;
    const char *name;
    enum iconv_ilseq_handler handler;
};

/* The result is a new array where the one given is too small; this one is enough, since a unit takes
 * a byte at least. */
static uint32_t *convert(struct decoder *decoder, struct bytes bytes, size_t *length)
{
    const struct converter *my = (struct converter *)decoder;
    *length = bytes.length;
    return u32_conv_from_encoding(my->name, my->handler, (const char *)bytes.at, bytes.length,
                                  NULL, room32(&wide, *length), length);
}

static void forget(void *made, const void *given)
{
    if (made != given)
        free(made);
}

static void convert_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    size_t length;
    uint32_t *made = convert(decoder, bytes, &length);
    if (made == NULL)
        refuse(decoded, UNTOLD);
    else
        deliver_units32(decoded, made, length);
    forget(made, wide.at);
}

static size_t convert_check(struct decoder *decoder, struct bytes bytes)
{
    size_t length;
    uint32_t *made = convert(decoder, bytes, &length);
    forget(made, wide.at);
    return made == NULL ? ILL_FORMED_SOMEWHERE : WELL_FORMED;
}

/* A unit takes four bytes at most, and so does a signature. */
static void write_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                       struct encoded *encoded)
{
    const struct writer *my = (struct writer *)encoder;
    size_t length = 4 * count + 4;
    char *given = output_room(length);
    char *made = u32_conv_to_encoding(my->name, my->handler, code_points, count, NULL, given,
                                      &length);
    if (made == NULL)
        refuse_code_point(encoded, UNTOLD);
    else
        append_bytes(encoded, made, length);
    forget(made, given);
}

#define CONVERT(encoding)                                                                          \
    {"libunistring-u32_conv", encoding, "strict",                                                  \
     &(struct converter){{.feed = convert_feed, .check = convert_check}, encoding,                 \
                         iconveh_error}.decoder,                                                   \
     &(struct writer){{.feed = write_feed, .greatest = UINT32_MAX}, encoding,                      \
                      iconveh_error}.encoder,                                                      \
     NULL},                                                                                        \
    {"libunistring-u32_conv", encoding, "replace",                                                 \
     &(struct converter){{.feed = convert_feed}, encoding, iconveh_replacement_character}.decoder, \
     &(struct writer){{.feed = write_feed, .greatest = UINT32_MAX}, encoding,                      \
                      iconveh_replacement_character}.encoder,                                      \
     NULL}

static const struct offer offers[] = {
    CONVERT("UTF-8"),
    CONVERT("UTF-16"),
    CONVERT("UTF-16BE"),
    CONVERT("UTF-16LE"),
    CONVERT("UTF-32"),
    CONVERT("UTF-32BE"),
    CONVERT("UTF-32LE"),
};

LIBRARY(uniconv_library, libunistring_version, offers);

/* libunistring: the functions of unistr.h.
 *
 * u8_check, u16_check      tell where the first invalid unit stands
 * u8_mbtouc, u16_mbtouc    give U+FFFD for what is ill-formed, and how many units that takes
 * u8_mbtoucr, u16_mbtoucr  give a negative number for it, and no length
 * u8_prev                  goes from the end; what it refuses is not the first error: no place
 * u8_to_u32, u8_to_u16, u16_to_u32   convert a whole text, and tell of an error only EILSEQ
 * u8_uctomb, u16_uctomb    tell an invalid character (-1) from too little room (-2)
 *
 * unistr.h: what is converted is put into the buffer given if it fits, and a character fits into six
 * units of UTF-8 or two of UTF-16. A whole text has at most as many units in UTF-16 and UTF-32 as it
 * has bytes in UTF-8; a unit of UTF-32 makes four bytes or two units of UTF-16, one of UTF-16 three
 * bytes or a unit of UTF-32.
 *
 * The functions of UTF-16 take units of this machine, which are made of the bytes here. */

#include "libraries.h"
#include "units.h"

#include <stdio.h>
#include <unistr.h>
#include <unistring/version.h>

static struct units16 narrow;
static struct units32 wide;

/* ---- UTF-8, character by character ---- */

static size_t u8_check_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    const uint8_t *invalid = u8_check(bytes.at, bytes.length);
    return invalid == NULL ? WELL_FORMED : (size_t)(invalid - bytes.at);
}

static void u8_mbtouc_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    for (size_t i = 0; i < bytes.length;) {
        ucs4_t value;
        i += (size_t)u8_mbtouc(&value, bytes.at + i, bytes.length - i);
        deliver(decoded, value);
    }
}

static void u8_mbtoucr_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    for (size_t i = 0; i < bytes.length;) {
        ucs4_t value;
        int taken = u8_mbtoucr(&value, bytes.at + i, bytes.length - i);
        if (taken < 0) {
            refuse(decoded, (int64_t)i);
            return;
        }
        deliver(decoded, value);
        i += (size_t)taken;
    }
}

static size_t u8_mbtoucr_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    for (size_t i = 0; i < bytes.length;) {
        ucs4_t value;
        int taken = u8_mbtoucr(&value, bytes.at + i, bytes.length - i);
        if (taken < 0)
            return i;
        i += (size_t)taken;
    }
    return WELL_FORMED;
}

static size_t u8_prev_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    for (const uint8_t *at = bytes.at + bytes.length; at > bytes.at;) {
        ucs4_t value;
        at = u8_prev(&value, at, bytes.at);
        if (at == NULL)
            return ILL_FORMED_SOMEWHERE;
    }
    return WELL_FORMED;
}

static void u8_prev_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    for (const uint8_t *at = bytes.at + bytes.length; at > bytes.at;) {
        ucs4_t value;
        at = u8_prev(&value, at, bytes.at);
        if (at == NULL) {
            refuse(decoded, UNTOLD);
            decoded->count = 0;             /* the end of the text, not what comes before the error */
            return;
        }
        deliver(decoded, value);
    }
    turn_around(decoded);
}

static void u8_uctomb_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                           struct encoded *encoded)
{
    (void)encoder;
    for (size_t i = 0; i < count; i++) {
        uint8_t *to = output_room(6);
        int length = u8_uctomb(to, code_points[i], 6);
        if (length < 0) {
            refuse_code_point(encoded, (int64_t)i);
            return;
        }
        append_bytes(encoded, to, (size_t)length);
    }
}

enum { INVALID = -1, NO_ROOM = -2 };

static void u8_uctomb_room(struct encoder *encoder, size_t room, const uint32_t *code_points,
                           size_t count, struct encoded *encoded)
{
    (void)encoder;
    uint8_t *begin = output_room(room);
    size_t used = 0, i = 0;
    int length = 0;
    for (; i < count && length >= 0; i += length >= 0) {
        length = u8_uctomb(begin + used, code_points[i], (ptrdiff_t)(room - used));
        used += length >= 0 ? (size_t)length : 0;
    }
    append_bytes(encoded, begin, used);
    encoded->consumed = i;
    if (length == NO_ROOM)
        encoded->outcome = SHORT;
    else if (length == INVALID)
        refuse_code_point(encoded, (int64_t)i);
}

static struct decoder checks_u8 = {.check = u8_check_check};
static struct decoder mbtouc = {.feed = u8_mbtouc_feed};
static struct decoder mbtoucr = {.feed = u8_mbtoucr_feed, .check = u8_mbtoucr_check};
static struct decoder prev = {.feed = u8_prev_feed, .check = u8_prev_check};
static struct encoder uctomb = {
    .feed = u8_uctomb_feed, .feed_room = u8_uctomb_room, .greatest = UINT32_MAX};

/* ---- UTF-8, whole texts ---- */

/* The buffer given always suffices, and then it is the result. */
static bool to_u32(struct bytes bytes, size_t *length)
{
    *length = bytes.length;
    return u8_to_u32(bytes.at, bytes.length, room32(&wide, *length), length) != NULL;
}

static void u8_to_u32_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    size_t length;
    if (to_u32(bytes, &length))
        deliver_units32(decoded, wide.at, length);
    else
        refuse(decoded, UNTOLD);
}

/* u8_mbsnlen counts characters, and does not tell of what is none. */
static void u8_to_u32_measure(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    u8_to_u32_feed(decoder, bytes, decoded);
    if (decoded->outcome == REFUSED)
        return;
    decoded->predicted = u8_mbsnlen(bytes.at, bytes.length);
    decoded->written = decoded->count;
}

static size_t u8_to_u32_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    size_t length;
    return to_u32(bytes, &length) ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
}

static bool to_u16(struct bytes bytes, size_t *length)
{
    *length = bytes.length;
    return u8_to_u16(bytes.at, bytes.length, room16(&narrow, *length), length) != NULL;
}

static void u8_to_u16_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    size_t length;
    if (to_u16(bytes, &length))
        deliver_units16(decoded, narrow.at, length);
    else
        refuse(decoded, UNTOLD);
}

static size_t u8_to_u16_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    size_t length;
    return to_u16(bytes, &length) ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
}

static void u32_to_u8_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                           struct encoded *encoded)
{
    (void)encoder;
    size_t length = 4 * count;
    uint8_t *to = output_room(length);
    if (u32_to_u8(code_points, count, to, &length) == NULL)
        refuse_code_point(encoded, UNTOLD);
    else
        append_bytes(encoded, to, length);
}

static void u16_to_u8_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                           struct encoded *encoded)
{
    (void)encoder;
    units16_of(&narrow, code_points, count);
    size_t length = 3 * narrow.count;
    uint8_t *to = output_room(length);
    if (u16_to_u8(narrow.at, narrow.count, to, &length) == NULL)
        refuse_code_point(encoded, UNTOLD);
    else
        append_bytes(encoded, to, length);
}

static struct decoder to_u32_decoder = {.feed = u8_to_u32_feed, .check = u8_to_u32_check,
                                        .measure = u8_to_u32_measure};
static struct decoder to_u16_decoder = {.feed = u8_to_u16_feed, .check = u8_to_u16_check};
static struct encoder u32_to_u8_encoder = {.feed = u32_to_u8_feed, .greatest = UINT32_MAX};
static struct encoder u16_to_u8_encoder = {.feed = u16_to_u8_feed, .greatest = 0x10ffff};

/* ---- UTF-16 ---- */

struct wide_decoder {
    struct decoder decoder;
    enum byte_order order;
};

struct wide_encoder {
    struct encoder encoder;
    enum byte_order order;
};

static void join(struct decoder *decoder, struct bytes bytes)
{
    join_units16(&narrow, bytes, ((struct wide_decoder *)decoder)->order);
}

static size_t u16_check_check(struct decoder *decoder, struct bytes bytes)
{
    join(decoder, bytes);
    const uint16_t *invalid = u16_check(narrow.at, narrow.count);
    return invalid == NULL ? WELL_FORMED : 2 * (size_t)(invalid - narrow.at);
}

static void u16_mbtouc_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    join(decoder, bytes);
    for (size_t i = 0; i < narrow.count;) {
        ucs4_t value;
        i += (size_t)u16_mbtouc(&value, narrow.at + i, narrow.count - i);
        deliver(decoded, value);
    }
}

static void u16_mbtoucr_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    join(decoder, bytes);
    for (size_t i = 0; i < narrow.count;) {
        ucs4_t value;
        int taken = u16_mbtoucr(&value, narrow.at + i, narrow.count - i);
        if (taken < 0) {
            refuse(decoded, 2 * (int64_t)i);
            return;
        }
        deliver(decoded, value);
        i += (size_t)taken;
    }
}

static bool u16_converted(struct decoder *decoder, struct bytes bytes, size_t *length)
{
    join(decoder, bytes);
    *length = narrow.count;
    return u16_to_u32(narrow.at, narrow.count, room32(&wide, *length), length) != NULL;
}

static void u16_to_u32_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    size_t length;
    if (u16_converted(decoder, bytes, &length))
        deliver_units32(decoded, wide.at, length);
    else
        refuse(decoded, UNTOLD);
}

static size_t u16_to_u32_check(struct decoder *decoder, struct bytes bytes)
{
    size_t length;
    return u16_converted(decoder, bytes, &length) ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
}

static void u32_to_u16_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                            struct encoded *encoded)
{
    size_t length = 2 * count;
    if (u32_to_u16(code_points, count, room16(&narrow, length), &length) == NULL)
        refuse_code_point(encoded, UNTOLD);
    else
        append_units16(encoded, narrow.at, length, ((struct wide_encoder *)encoder)->order);
}

static void u16_uctomb_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                            struct encoded *encoded)
{
    for (size_t i = 0; i < count; i++) {
        uint16_t *to = output_room(2 * sizeof *to);
        int length = u16_uctomb(to, code_points[i], 2);
        if (length < 0) {
            refuse_code_point(encoded, (int64_t)i);
            return;
        }
        append_units16(encoded, to, (size_t)length, ((struct wide_encoder *)encoder)->order);
    }
}

#define READ(order, ...) &(struct wide_decoder){{.unit = 2, __VA_ARGS__}, order}.decoder
#define WRITE(order, feed_) \
    &(struct wide_encoder){{.feed = feed_, .greatest = UINT32_MAX}, order}.encoder

#define BOTH_ORDERS(row) row("UTF-16BE", BIG_FIRST), row("UTF-16LE", LITTLE_FIRST)

#define U16_CHECK(encoding, order)                                                                 \
    {"libunistring-u16_check", encoding, "strict", READ(order, .check = u16_check_check), NULL,    \
     NULL}
#define U16_MBTOUC(encoding, order)                                                                \
    {"libunistring-u16_mbtouc", encoding, "replace", READ(order, .feed = u16_mbtouc_feed), NULL,   \
     NULL}
#define U16_MBTOUCR(encoding, order)                                                               \
    {"libunistring-u16_mbtoucr", encoding, "strict", READ(order, .feed = u16_mbtoucr_feed),        \
     WRITE(order, u16_uctomb_feed), NULL}
#define U16_TO_U32(encoding, order)                                                                \
    {"libunistring-u16_to_u32", encoding, "strict",                                                \
     READ(order, .feed = u16_to_u32_feed, .check = u16_to_u32_check),                              \
     WRITE(order, u32_to_u16_feed), NULL}

static const struct offer offers[] = {
    {"libunistring-u8_check", "UTF-8", "strict", &checks_u8, NULL, NULL},
    {"libunistring-u8_mbtouc", "UTF-8", "replace", &mbtouc, NULL, NULL},
    {"libunistring-u8_mbtoucr", "UTF-8", "strict", &mbtoucr, &uctomb, NULL},
    {"libunistring-u8_prev", "UTF-8", "strict", &prev, NULL, NULL},
    {"libunistring-u8_to_u32", "UTF-8", "strict", &to_u32_decoder, &u32_to_u8_encoder, NULL},
    {"libunistring-u8_to_u16", "UTF-8", "strict", &to_u16_decoder, &u16_to_u8_encoder, NULL},
    BOTH_ORDERS(U16_CHECK),
    BOTH_ORDERS(U16_MBTOUC),
    BOTH_ORDERS(U16_MBTOUCR),
    BOTH_ORDERS(U16_TO_U32),
};

const char *libunistring_version(void)
{
    static char text[24];
    snprintf(text, sizeof text, "%d.%d.%d", _libunistring_version >> 16,
             _libunistring_version >> 8 & 0xff, _libunistring_version & 0xff);
    return text;
}

LIBRARY(libunistring_library, libunistring_version, offers);

/* The macros of utf8.h and utf16.h: one code point at each step of an index.
 *
 * U8_NEXT and U8_PREV give a negative value for an ill-formed sequence and move the index over it.
 * From the end the first error is not the first of the text: U8_PREV tells no place.
 * U16_NEXT gives a lone unit as it is, and only U16_NEXT_OR_FFFD tells it from a character.
 * U8_APPEND says only that it could not, for want of room or because of the value: the room is
 * always ample here. */

#include "macros.h"

#include "units.h"

#include <unicode/utf16.h>
#include <unicode/utf8.h>

/* ---- forward ---- */

static void next(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    int32_t length = (int32_t)bytes.length;
    for (int32_t i = 0; i < length;) {
        int32_t before = i;
        UChar32 value;
        U8_NEXT(bytes.at, i, length, value);
        if (value < 0) {
            refuse(decoded, before);
            decoded->length = i - before;
            return;
        }
        deliver(decoded, value);
    }
}

static size_t next_error(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    int32_t length = (int32_t)bytes.length;
    for (int32_t i = 0; i < length;) {
        int32_t before = i;
        UChar32 value;
        U8_NEXT(bytes.at, i, length, value);
        if (value < 0)
            return (size_t)before;
    }
    return WELL_FORMED;
}

static void next_or_fffd(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    int32_t length = (int32_t)bytes.length;
    for (int32_t i = 0; i < length;) {
        UChar32 value;
        U8_NEXT_OR_FFFD(bytes.at, i, length, value);
        deliver(decoded, value);
    }
}

struct decoder u8_next = {.feed = next, .check = next_error};
struct decoder u8_next_or_fffd = {.feed = next_or_fffd};

/* ---- backward ---- */

static void previous(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    for (int32_t i = (int32_t)bytes.length; i > 0;) {
        UChar32 value;
        U8_PREV(bytes.at, 0, i, value);
        if (value < 0) {
            refuse(decoded, UNTOLD);
            decoded->count = 0;             /* the end of the text, not what comes before the error */
            return;
        }
        deliver(decoded, value);
    }
    turn_around(decoded);
}

static size_t previous_error(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    for (int32_t i = (int32_t)bytes.length; i > 0;) {
        UChar32 value;
        U8_PREV(bytes.at, 0, i, value);
        if (value < 0)
            return ILL_FORMED_SOMEWHERE;
    }
    return WELL_FORMED;
}

static void previous_or_fffd(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    for (int32_t i = (int32_t)bytes.length; i > 0;) {
        UChar32 value;
        U8_PREV_OR_FFFD(bytes.at, 0, i, value);
        deliver(decoded, value);
    }
    turn_around(decoded);
}

struct decoder u8_prev = {.feed = previous, .check = previous_error};
struct decoder u8_prev_or_fffd = {.feed = previous_or_fffd};

/* ---- units of 16 bits ---- */

static struct units16 units;

static void next16(struct bytes bytes, enum byte_order order, struct decoded *decoded)
{
    join_units16(&units, bytes, order);
    for (size_t i = 0; i < units.count;) {
        UChar32 value;
        U16_NEXT_OR_FFFD(units.at, i, units.count, value);
        deliver(decoded, value);
    }
}

static void next16_big(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    next16(bytes, BIG_FIRST, decoded);
}

static void next16_little(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    next16(bytes, LITTLE_FIRST, decoded);
}

struct decoder u16_next_or_fffd_big = {.unit = 2, .feed = next16_big};
struct decoder u16_next_or_fffd_little = {.unit = 2, .feed = next16_little};

/* ---- encoding ---- */

static void append(struct encoder *encoder, const uint32_t *code_points, size_t count,
                   struct encoded *encoded)
{
    (void)encoder;
    for (size_t i = 0; i < count; i++) {
        unsigned char *to = output_room(U8_MAX_LENGTH);
        size_t length = 0;
        UBool failed = false;
        U8_APPEND(to, length, U8_MAX_LENGTH, (UChar32)code_points[i], failed);
        if (failed) {
            refuse_code_point(encoded, (int64_t)i);
            return;
        }
        append_bytes(encoded, to, length);
    }
}

static void append16(const uint32_t *code_points, size_t count, enum byte_order order,
                     struct encoded *encoded)
{
    for (size_t i = 0; i < count; i++) {
        UChar *to = output_room(U16_MAX_LENGTH * sizeof *to);
        size_t length = 0;
        UBool failed = false;
        U16_APPEND(to, length, U16_MAX_LENGTH, (UChar32)code_points[i], failed);
        if (failed) {
            refuse_code_point(encoded, (int64_t)i);
            return;
        }
        append_units16(encoded, to, length, order);
    }
}

static void append16_big(struct encoder *encoder, const uint32_t *code_points, size_t count,
                         struct encoded *encoded)
{
    (void)encoder;
    append16(code_points, count, BIG_FIRST, encoded);
}

static void append16_little(struct encoder *encoder, const uint32_t *code_points, size_t count,
                            struct encoded *encoded)
{
    (void)encoder;
    append16(code_points, count, LITTLE_FIRST, encoded);
}

static size_t predict8(struct encoder *encoder, const uint32_t *code_points, size_t count)
{
    (void)encoder;
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += U8_LENGTH((UChar32)code_points[i]);
    return length;
}

static size_t predict16(struct encoder *encoder, const uint32_t *code_points, size_t count)
{
    (void)encoder;
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += U16_LENGTH((UChar32)code_points[i]) * sizeof(UChar);
    return length;
}

/* UChar32 is a signed type of 32 bits. */
struct encoder u8_append = {.feed = append, .predict = predict8, .greatest = INT32_MAX};
struct encoder u16_append_big = {.feed = append16_big, .predict = predict16,
                                 .greatest = INT32_MAX};
struct encoder u16_append_little = {.feed = append16_little, .predict = predict16,
                                    .greatest = INT32_MAX};

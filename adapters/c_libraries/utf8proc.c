/* utf8proc: utf8proc_iterate and utf8proc_encode_char, one character at each call;
 * utf8proc_decompose and utf8proc_reencode without options, of a whole text.
 *
 * utf8proc_iterate tells of an error neither its length nor its end, utf8proc_decompose not even
 * its place. utf8proc_decompose counts what it has no room for, and tells nothing of its input; without
 * a buffer it only counts, which is asked as the size.
 *
 * utf8proc.h: utf8proc_encode_char wants four bytes of room, utf8proc_reencode one byte more than the
 * code points take, which units of four bytes make four. */

#include "libraries.h"
#include "units.h"

#include <utf8proc.h>

static struct units32 wide;

static void iterate_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    for (size_t i = 0; i < bytes.length;) {
        utf8proc_int32_t value;
        utf8proc_ssize_t taken = utf8proc_iterate(bytes.at + i,
                                                  (utf8proc_ssize_t)(bytes.length - i), &value);
        if (taken <= 0) {
            refuse(decoded, (int64_t)i);
            return;
        }
        deliver(decoded, (uint32_t)value);
        i += (size_t)taken;
    }
}

static size_t iterate_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    for (size_t i = 0; i < bytes.length;) {
        utf8proc_int32_t value;
        utf8proc_ssize_t taken = utf8proc_iterate(bytes.at + i,
                                                  (utf8proc_ssize_t)(bytes.length - i), &value);
        if (taken <= 0)
            return i;
        i += (size_t)taken;
    }
    return WELL_FORMED;
}

/* 0 stands for an error. */
static void encode_char_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                             struct encoded *encoded)
{
    (void)encoder;
    for (size_t i = 0; i < count; i++) {
        unsigned char *to = output_room(4);
        utf8proc_ssize_t length = utf8proc_encode_char((utf8proc_int32_t)code_points[i], to);
        if (length <= 0) {
            refuse_code_point(encoded, (int64_t)i);
            return;
        }
        append_bytes(encoded, to, (size_t)length);
    }
}

static utf8proc_ssize_t decomposed(struct bytes bytes)
{
    utf8proc_int32_t *to = (utf8proc_int32_t *)room32(&wide, bytes.length);
    return utf8proc_decompose(bytes.at, (utf8proc_ssize_t)bytes.length, to,
                              (utf8proc_ssize_t)bytes.length, 0);
}

static void decompose_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    utf8proc_ssize_t count = decomposed(bytes);
    if (count < 0)
        refuse(decoded, UNTOLD);
    else
        deliver_units32(decoded, wide.at, (size_t)count);
}

static void decompose_measure(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    decompose_feed(decoder, bytes, decoded);
    utf8proc_ssize_t told = utf8proc_decompose(bytes.at, (utf8proc_ssize_t)bytes.length, NULL, 0, 0);
    if (decoded->outcome == REFUSED)
        return;
    decoded->predicted = told < 0 ? 0 : (size_t)told;
    decoded->written = decoded->count;
}

static size_t decompose_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    return decomposed(bytes) < 0 ? ILL_FORMED_SOMEWHERE : WELL_FORMED;
}

/* Works in place, and writes a null byte behind the text. */
static void reencode_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                          struct encoded *encoded)
{
    (void)encoder;
    utf8proc_int32_t *buffer = (utf8proc_int32_t *)room32(&wide, count + 1);
    for (size_t i = 0; i < count; i++)
        buffer[i] = (utf8proc_int32_t)code_points[i];
    utf8proc_ssize_t length = utf8proc_reencode(buffer, (utf8proc_ssize_t)count, 0);
    if (length < 0)
        refuse_code_point(encoded, UNTOLD);
    else
        append_bytes(encoded, buffer, (size_t)length);
}

static struct decoder iterate = {.feed = iterate_feed, .check = iterate_check};
static struct decoder decompose = {.feed = decompose_feed, .check = decompose_check,
                                   .measure = decompose_measure};
static struct encoder encode_char = {.feed = encode_char_feed, .greatest = INT32_MAX};
/* Values above 10ffff are outside what the function is documented for: "might crash". */
static struct encoder reencode = {.feed = reencode_feed, .greatest = 0x10ffff};

static const struct offer offers[] = {
    {"utf8proc-iterate", "UTF-8", "strict", &iterate, &encode_char, NULL},
    {"utf8proc-decompose", "UTF-8", "strict", &decompose, &reencode, NULL},
};

LIBRARY(utf8proc_library, utf8proc_version, offers);

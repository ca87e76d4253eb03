/* iconv: bytes to and from 32-bit units, by the conversion that glibc has for two charset names.
 *
 * iconv tells where an error begins (the input pointer stays there) and never how long it is. An
 * incomplete character is left unread (EINVAL) and given again in front of the next chunk. With
 * //IGNORE iconv still returns EILSEQ when it has left something out, with all input read; an
 * incomplete character at the end of the text stays unread then, and is dropped by its caller.
 *
 * iconv(3): EINVAL for an "incomplete multibyte sequence" after which the input ends, EILSEQ for an
 * invalid one. That is what validate-cause tells; that an incomplete one could be completed, the
 * manual does not say, and no cause is claimed. */

#include "iconv_codecs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of iconv, which it moves forward, and where the output began. */
struct progress {
    char *in;
    size_t in_left;
    char *out;
    size_t out_left;
    unsigned char *output;
};

/* glibc's manual, Generic Charset Conversion: the room may have any size, and when it is full
 * (E2BIG) the rest is converted by another call. No unit, signature or character takes more
 * bytes than this. */
enum { MOST = 4 };

/* ---- descriptors ---- */

bool iconv_has(struct iconv_conversion *conversion)
{
    if (!conversion->is_open) {
        conversion->descriptor = iconv_open(conversion->to, conversion->from);
        conversion->is_open = conversion->descriptor != (iconv_t)-1;
    }
    return conversion->is_open;
}

static void open_descriptor(struct iconv_conversion *conversion)
{
    if (iconv_has(conversion))
        return;
    fprintf(stderr, "iconv_open(\"%s\", \"%s\"): %s\n", conversion->to, conversion->from,
            strerror(errno));
    exit(1);
}

static void begin(struct iconv_conversion *conversion)
{
    if (!conversion->opens_afresh) {
        open_descriptor(conversion);
        iconv(conversion->descriptor, NULL, NULL, NULL, NULL);
        return;
    }
    if (conversion->is_open)
        iconv_close(conversion->descriptor);
    conversion->is_open = false;
    open_descriptor(conversion);
}

/* ---- one call ---- */

static int call(struct iconv_conversion *conversion, struct progress *to)
{
    size_t result = iconv(conversion->descriptor, &to->in, &to->in_left, &to->out, &to->out_left);
    return result == (size_t)-1 ? errno : 0;
}

/* 0, E2BIG, EILSEQ or EINVAL. What //IGNORE leaves out is no error. */
static int convert(struct iconv_conversion *conversion, struct progress *to)
{
    int error = call(conversion, to);
    if (!conversion->skips)
        return error;
    for (size_t before = SIZE_MAX; error == EILSEQ && to->in_left > 0 && to->in_left < before;) {
        before = to->in_left;
        error = call(conversion, to);
    }
    return error == EILSEQ && to->in_left == 0 ? 0 : error;
}

static int flush(struct iconv_conversion *conversion, struct progress *to)
{
    size_t result = iconv(conversion->descriptor, NULL, NULL, &to->out, &to->out_left);
    return result == (size_t)-1 ? errno : 0;
}

static void give_output(struct progress *to, size_t room)
{
    to->output = output_room(room);
    to->out = (char *)to->output;
    to->out_left = room;
}

static size_t output_length(const struct progress *to)
{
    return (size_t)(to->out - (char *)to->output);
}

/* ---- units ---- */

static uint32_t big_endian(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void deliver_units(const struct iconv_conversion *conversion, const struct progress *to,
                          struct decoded *decoded)
{
    size_t count = output_length(to) / 4;
    int64_t *values = room_for_values(decoded, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t unit;
        memcpy(&unit, to->output + 4 * i, 4);
        values[i] = conversion->units == HOST_ORDER ? unit : big_endian(to->output + 4 * i);
    }
    decoded->count += count;
}

/* The same code points in the order that the conversion reads. */
static char *units_of(const struct iconv_conversion *conversion, const uint32_t *code_points,
                      size_t count)
{
    static struct guarded pages;
    unsigned char *units = guarded_room(&pages, 4 * count);
    for (size_t i = 0; i < count; i++) {
        uint32_t value = code_points[i];
        unsigned char big[4] = {(unsigned char)(value >> 24), (unsigned char)(value >> 16),
                                (unsigned char)(value >> 8), (unsigned char)value};
        memcpy(units + 4 * i, conversion->units == HOST_ORDER ? (void *)&value : (void *)big, 4);
    }
    return (char *)units;
}

/* ---- decoding ---- */

static struct iconv_decoder *decoder_of(struct decoder *decoder)
{
    return (struct iconv_decoder *)decoder;
}

void iconv_start_decoding(struct decoder *decoder)
{
    struct iconv_decoder *my = decoder_of(decoder);
    begin(&my->conversion);
    my->consumed = my->rest.count = 0;
}

void iconv_reset_decoding(struct decoder *decoder, bool after_an_error)
{
    struct iconv_decoder *my = decoder_of(decoder);
    (void)after_an_error;
    iconv(my->conversion.descriptor, NULL, NULL, NULL, NULL);
    my->consumed = my->rest.count = 0;
}

static void keep_rest(struct iconv_decoder *my, const char *at, size_t count)
{
    my->rest.bytes = grown(my->rest.bytes, &my->rest.capacity, count, 1);
    memcpy(my->rest.bytes, at, count);
    my->rest.count = count;
}

static struct bytes after_rest(struct iconv_decoder *my, struct bytes chunk)
{
    if (my->rest.count == 0)
        return chunk;
    size_t together = my->rest.count + chunk.length;
    unsigned char *text = guarded_room(&my->pages, together);
    memcpy(text, my->rest.bytes, my->rest.count);
    memcpy(text + my->rest.count, chunk.at, chunk.length);
    return (struct bytes){text, together};
}

void iconv_decode(struct decoder *decoder, struct bytes chunk, struct decoded *decoded)
{
    struct iconv_decoder *my = decoder_of(decoder);
    struct bytes bytes = after_rest(my, chunk);
    struct progress to = {.in = (char *)bytes.at, .in_left = bytes.length};
    int error;
    do {
        give_output(&to, MOST * to.in_left);
        error = convert(&my->conversion, &to);
        deliver_units(&my->conversion, &to, decoded);
    } while (error == E2BIG);
    my->consumed += bytes.length - to.in_left;
    my->rest.count = 0;
    if (error == EINVAL)
        keep_rest(my, to.in, to.in_left);
    else if (error != 0)
        refuse(decoded, (int64_t)my->consumed);
}

void iconv_finish_decoding(struct decoder *decoder, struct decoded *decoded)
{
    struct iconv_decoder *my = decoder_of(decoder);
    struct progress to = {0};
    give_output(&to, MOST);
    if (flush(&my->conversion, &to) != 0)
        refuse(decoded, UNTOLD);
    deliver_units(&my->conversion, &to, decoded);
    if (my->rest.count > 0 && !my->conversion.skips)
        refuse(decoded, (int64_t)my->consumed);
}

void iconv_decode_room(struct decoder *decoder, size_t room, struct bytes bytes,
                       struct decoded *decoded)
{
    struct iconv_decoder *my = decoder_of(decoder);
    struct progress to = {.in = (char *)bytes.at, .in_left = bytes.length};
    give_output(&to, room);
    int error = convert(&my->conversion, &to);
    if (error == 0)
        error = flush(&my->conversion, &to);
    deliver_units(&my->conversion, &to, decoded);
    decoded->consumed = bytes.length - to.in_left;
    if (error == E2BIG)
        decoded->outcome = SHORT;
    else if (error == EILSEQ || (error == EINVAL && !my->conversion.skips))
        refuse(decoded, (int64_t)decoded->consumed);
}

/* One call with one of several buffers, the flush behind all input. False ends the series: `error` is
 * that of the last call, E2BIG where it was given an empty buffer and did nothing. */
static bool refilled(struct iconv_conversion *conversion, struct progress *to, size_t room,
                     bool *flushes, int *error)
{
    size_t before = to->in_left;
    give_output(to, room);
    *error = *flushes ? 0 : convert(conversion, to);
    *flushes = *error == 0;
    if (*flushes)
        *error = flush(conversion, to);
    return *error == E2BIG && (output_length(to) > 0 || to->in_left < before);
}

void iconv_decode_refill(struct decoder *decoder, size_t room, struct bytes bytes,
                         struct decoded *decoded)
{
    struct iconv_decoder *my = decoder_of(decoder);
    struct progress to = {.in = (char *)bytes.at, .in_left = bytes.length};
    bool flushes = false;
    int error;
    while (refilled(&my->conversion, &to, room, &flushes, &error)) {
        deliver_units(&my->conversion, &to, decoded);
        deliver(decoded, CHUNK_END);
    }
    deliver_units(&my->conversion, &to, decoded);
    if (error == E2BIG)
        decoded->outcome = SHORT;
    else if (error == EILSEQ || (error == EINVAL && !my->conversion.skips))
        refuse(decoded, (int64_t)(bytes.length - to.in_left));
}

size_t iconv_check(struct decoder *decoder, struct bytes bytes)
{
    struct iconv_decoder *my = decoder_of(decoder);
    struct progress to = {.in = (char *)bytes.at, .in_left = bytes.length};
    begin(&my->conversion);
    give_output(&to, MOST * bytes.length);
    int error = call(&my->conversion, &to);
    decoder->truncated = error == EINVAL;
    return error == 0 ? WELL_FORMED : bytes.length - to.in_left;
}

/* ---- encoding ---- */

static struct iconv_encoder *encoder_of(struct encoder *encoder)
{
    return (struct iconv_encoder *)encoder;
}

void iconv_start_encoding(struct encoder *encoder)
{
    begin(&encoder_of(encoder)->conversion);
}

static void take_output(struct encoded *encoded, const struct progress *to)
{
    size_t length = output_length(to);
    memcpy(room_for_bytes(encoded, length), to->output, length);
    encoded->count += length;
}

static void refuse_unit(struct encoded *encoded, size_t index)
{
    encoded->outcome = REFUSED;
    encoded->index = (int64_t)index;
}

void iconv_encode(struct encoder *encoder, const uint32_t *code_points, size_t count,
                  struct encoded *encoded)
{
    struct iconv_conversion *conversion = &encoder_of(encoder)->conversion;
    struct progress to = {.in = units_of(conversion, code_points, count), .in_left = 4 * count};
    int error;
    do {
        give_output(&to, to.in_left + MOST);
        error = convert(conversion, &to);
        take_output(encoded, &to);
    } while (error == E2BIG);
    if (error != 0)
        refuse_unit(encoded, count - to.in_left / 4);
}

void iconv_finish_encoding(struct encoder *encoder, struct encoded *encoded)
{
    struct progress to = {0};
    give_output(&to, MOST);
    if (flush(&encoder_of(encoder)->conversion, &to) != 0) {
        encoded->outcome = REFUSED;
        encoded->index = UNTOLD;
    }
    take_output(encoded, &to);
}

void iconv_encode_room(struct encoder *encoder, size_t room, const uint32_t *code_points,
                       size_t count, struct encoded *encoded)
{
    struct iconv_conversion *conversion = &encoder_of(encoder)->conversion;
    struct progress to = {.in = units_of(conversion, code_points, count), .in_left = 4 * count};
    give_output(&to, room);
    int error = convert(conversion, &to);
    if (error == 0)
        error = flush(conversion, &to);
    take_output(encoded, &to);
    encoded->consumed = count - to.in_left / 4;
    if (error == E2BIG)
        encoded->outcome = SHORT;
    else if (error != 0)
        refuse_unit(encoded, encoded->consumed);
}

void iconv_encode_refill(struct encoder *encoder, size_t room, const uint32_t *code_points,
                         size_t count, struct encoded *encoded)
{
    struct iconv_conversion *conversion = &encoder_of(encoder)->conversion;
    struct progress to = {.in = units_of(conversion, code_points, count), .in_left = 4 * count};
    bool flushes = false;
    int error;
    while (refilled(conversion, &to, room, &flushes, &error)) {
        take_output(encoded, &to);
        end_room(encoded);
    }
    take_output(encoded, &to);
    if (error == E2BIG)
        encoded->outcome = SHORT;
    else if (error != 0)
        refuse_unit(encoded, count - to.in_left / 4);
}

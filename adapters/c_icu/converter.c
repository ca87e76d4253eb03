/* ucnv: ucnv_toUnicode and ucnv_fromUnicode, which keep their state from chunk to chunk.
 *
 * With the callback STOP the converter names the bytes in error (ucnv_getInvalidChars), and the
 * source pointer stands behind them: that is their place. It is not told when the character began
 * in a chunk before, for then the converter keeps bytes that it has to read again, and the pointer
 * stands behind these. utypes.h tells U_TRUNCATED_CHAR_FOUND, "Incomplete input sequence", from
 * U_ILLEGAL_CHAR_FOUND, "Illegal input sequence/combination of input units", and does not say what
 * can be completed: the cause is told, and none is claimed. With SUBSTITUTE and SKIP there is no error:
 * decode-replaced counts the calls of a callback that passes each on to them.
 *
 * What does not fit into the target, be it half a pair, is kept inside the converter, and its input
 * counts as taken. So what one target holds is no answer by itself: decode-room and encode-room give
 * the same target again and again, as the documentation says, until all is out or nothing moves.
 * A target may end in half a pair or in some of the bytes of a character: decode-refill and
 * encode-refill, which ask for whole characters in each, are not offered. */

#include "converter.h"

#include "units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct units16 units;

static UConverter *opened(const char *name)
{
    UErrorCode error = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(name, &error);
    return U_SUCCESS(error) ? converter : NULL;
}

static void need(bool done, const char *what)
{
    if (done)
        return;
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

/* ---- decoding ---- */

static struct converter_decoder *decoder_of(struct decoder *decoder)
{
    return (struct converter_decoder *)decoder;
}

static bool has_decoder(struct converter_decoder *my)
{
    if (my->converter != NULL)
        return true;
    UErrorCode error = U_ZERO_ERROR;
    my->converter = opened(my->name);
    if (my->converter != NULL)
        ucnv_setToUCallBack(my->converter, my->callback, NULL, NULL, NULL, &error);
    return my->converter != NULL && U_SUCCESS(error);
}

void converter_start_decoding(struct decoder *decoder)
{
    need(has_decoder(decoder_of(decoder)), "ucnv_open");
    converter_reset_decoding(decoder, false);
}

void converter_reset_decoding(struct decoder *decoder, bool after_an_error)
{
    (void)after_an_error;
    ucnv_resetToUnicode(decoder_of(decoder)->converter);
    decoder_of(decoder)->taken = 0;
}

/* What is saved is a clone; it takes the place of the converter that went on. */
static void save(UConverter *converter, UConverter **saved)
{
    UErrorCode error = U_ZERO_ERROR;
    ucnv_close(*saved);                     /* of a line that ended in an error; NULL is none */
    *saved = ucnv_clone(converter, &error);
    need(U_SUCCESS(error), "ucnv_clone");
}

static void restore(UConverter **converter, UConverter **saved)
{
    ucnv_close(*converter);
    *converter = *saved;
    *saved = NULL;
}

void converter_save_decoding(struct decoder *decoder)
{
    struct converter_decoder *my = decoder_of(decoder);
    save(my->converter, &my->saved);
    my->taken_when_saved = my->taken;
}

void converter_restore_decoding(struct decoder *decoder)
{
    struct converter_decoder *my = decoder_of(decoder);
    restore(&my->converter, &my->saved);
    my->taken = my->taken_when_saved;
}

static void refuse_invalid(struct converter_decoder *my, struct decoded *decoded)
{
    char invalid[32];
    int8_t length = sizeof invalid;
    UErrorCode error = U_ZERO_ERROR;
    ucnv_getInvalidChars(my->converter, invalid, &length, &error);
    decoded->outcome = REFUSED;
    decoded->length = U_SUCCESS(error) ? length : UNTOLD;
    decoded->offset = U_SUCCESS(error) ? (int64_t)my->taken - length : UNTOLD;
}

/* ucnv.h names no size: a target that is full is given again. Every byte gives one unit at most, or
 * four bytes two, and a character that was begun before gives one unit more. */
static void convert(struct converter_decoder *my, struct bytes bytes, bool flush,
                    struct decoded *decoded)
{
    size_t most = bytes.length + 2;
    UChar *target = room16(&units, most);
    const char *source = (const char *)bytes.at;
    UErrorCode error = U_ZERO_ERROR;
    bool begun_before = bytes.length > 0 && ucnv_toUCountPending(my->converter, &error) > 0;
    ucnv_toUnicode(my->converter, &target, units.at + most, &source, source + bytes.length, NULL,
                   flush, &error);
    need(error != U_BUFFER_OVERFLOW_ERROR, "the size of the target");
    my->taken += (size_t)(source - (const char *)bytes.at);
    deliver_units16(decoded, units.at, (size_t)(target - units.at));
    my->decoder.truncated = error == U_TRUNCATED_CHAR_FOUND;
    if (U_FAILURE(error))
        refuse_invalid(my, decoded);
    if (U_FAILURE(error) && begun_before)
        decoded->offset = UNTOLD;
}

void converter_decode(struct decoder *decoder, struct bytes chunk, struct decoded *decoded)
{
    convert(decoder_of(decoder), chunk, false, decoded);
}

void converter_finish_decoding(struct decoder *decoder, struct decoded *decoded)
{
    convert(decoder_of(decoder), (struct bytes){(const unsigned char *)"", 0}, true, decoded);
}

/* Called for each sequence that is unassigned, illegal or irregular, as ucnv_err.h says; the greater
 * reasons are no sequences. What becomes of it is up to the callback that the codec has elsewhere. */
static void counting(const void *context, UConverterToUnicodeArgs *arguments, const char *bytes,
                     int32_t length, UConverterCallbackReason reason, UErrorCode *error)
{
    struct converter_decoder *my = (struct converter_decoder *)context;
    my->called += reason <= UCNV_IRREGULAR;
    my->callback(NULL, arguments, bytes, length, reason, error);
}

static void call_back(struct converter_decoder *my, UConverterToUCallback callback,
                      const void *context)
{
    UErrorCode error = U_ZERO_ERROR;
    ucnv_setToUCallBack(my->converter, callback, context, NULL, NULL, &error);
    need(U_SUCCESS(error), "ucnv_setToUCallBack");
}

void converter_decode_told(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    struct converter_decoder *my = decoder_of(decoder);
    my->called = 0;
    call_back(my, counting, my);
    convert(my, bytes, true, decoded);
    decoded->replaced = my->called;
    call_back(my, my->callback, NULL);
}

/* What one target after another held: half a pair may be the end of one. */
static struct {
    UChar *at;
    size_t count, capacity;
} held;

static void hold(const UChar *from, size_t count)
{
    held.at = grown(held.at, &held.capacity, held.count + count, sizeof *from);
    memcpy(held.at + held.count, from, count * sizeof *from);
    held.count += count;
}

void converter_decode_room(struct decoder *decoder, size_t room, struct bytes bytes,
                           struct decoded *decoded)
{
    struct converter_decoder *my = decoder_of(decoder);
    UChar *begin = output_room(room * sizeof *begin), *target;
    const char *source = (const char *)bytes.at, *limit = source + bytes.length, *before;
    UErrorCode error;
    held.count = 0;
    do {
        error = U_ZERO_ERROR;
        before = source;
        target = begin;
        ucnv_toUnicode(my->converter, &target, begin + room, &source, limit, NULL, true, &error);
        hold(begin, (size_t)(target - begin));
    } while (error == U_BUFFER_OVERFLOW_ERROR && (target > begin || source > before));
    deliver_units16(decoded, held.at, held.count);
    my->taken = decoded->consumed = (size_t)(source - (const char *)bytes.at);
    if (error == U_BUFFER_OVERFLOW_ERROR)
        decoded->outcome = SHORT;
    else if (U_FAILURE(error))
        refuse_invalid(my, decoded);
}

size_t converter_check(struct decoder *decoder, struct bytes bytes)
{
    static struct decoded decoded;
    struct converter_decoder *my = decoder_of(decoder);
    converter_start_decoding(decoder);
    decoded.outcome = TAKEN;
    decoded.count = 0;
    convert(my, bytes, true, &decoded);
    if (decoded.outcome == TAKEN)
        return WELL_FORMED;
    return decoded.offset == UNTOLD ? ILL_FORMED_SOMEWHERE : (size_t)decoded.offset;
}

/* ---- encoding ---- */

static struct converter_encoder *encoder_of(struct encoder *encoder)
{
    return (struct converter_encoder *)encoder;
}

static bool has_encoder(struct converter_encoder *my)
{
    if (my->converter != NULL)
        return true;
    UErrorCode error = U_ZERO_ERROR;
    my->converter = opened(my->name);
    if (my->converter != NULL)
        ucnv_setFromUCallBack(my->converter, my->callback, NULL, NULL, NULL, &error);
    return my->converter != NULL && U_SUCCESS(error);
}

bool converter_is_there(const struct offer *offer)
{
    return has_decoder(decoder_of(offer->decoder)) && has_encoder(encoder_of(offer->encoder));
}

void converter_start_encoding(struct encoder *encoder)
{
    need(has_encoder(encoder_of(encoder)), "ucnv_open");
    ucnv_resetFromUnicode(encoder_of(encoder)->converter);
}

void converter_save_encoding(struct encoder *encoder)
{
    save(encoder_of(encoder)->converter, &encoder_of(encoder)->saved);
}

void converter_restore_encoding(struct encoder *encoder)
{
    restore(&encoder_of(encoder)->converter, &encoder_of(encoder)->saved);
}

/* The unit in error is the last one taken, or that before the chunk. */
static int64_t invalid_index(struct converter_encoder *my, const UChar *source,
                             const uint32_t *code_points)
{
    UChar invalid[8];
    int8_t length = sizeof invalid / sizeof *invalid;
    UErrorCode error = U_ZERO_ERROR;
    ucnv_getInvalidUChars(my->converter, invalid, &length, &error);
    ptrdiff_t unit = source - units.at - length;
    return U_FAILURE(error) || unit < 0 ? UNTOLD
                                        : (int64_t)code_point_of(code_points, (size_t)unit);
}

/* ucnv.h promises that a target of this size suffices. */
static const UChar *write_units(struct converter_encoder *my, bool flush, struct encoded *encoded,
                                UErrorCode *error)
{
    size_t most = (size_t)UCNV_GET_MAX_BYTES_FOR_STRING(units.count,
                                                        ucnv_getMaxCharSize(my->converter));
    char *begin = output_room(most), *target = begin;
    const UChar *source = units.at;
    *error = U_ZERO_ERROR;
    ucnv_fromUnicode(my->converter, &target, begin + most, &source, source + units.count, NULL,
                     flush, error);
    need(*error != U_BUFFER_OVERFLOW_ERROR, "the size of the target");
    append_bytes(encoded, begin, (size_t)(target - begin));
    return source;
}

void converter_encode(struct encoder *encoder, const uint32_t *code_points, size_t count,
                      struct encoded *encoded)
{
    UErrorCode error;
    units16_of(&units, code_points, count);
    const UChar *source = write_units(encoder_of(encoder), false, encoded, &error);
    if (U_FAILURE(error))
        refuse_code_point(encoded, invalid_index(encoder_of(encoder), source, code_points));
}

size_t converter_predict(struct encoder *encoder, const uint32_t *code_points, size_t count)
{
    units16_of(&units, code_points, count);
    int8_t most = ucnv_getMaxCharSize(encoder_of(encoder)->converter);
    return (size_t)UCNV_GET_MAX_BYTES_FOR_STRING(units.count, most);
}

/* A high unit at the end of the text shows only here; its index is that of a chunk before. */
void converter_finish_encoding(struct encoder *encoder, struct encoded *encoded)
{
    UErrorCode error;
    room16(&units, 0);
    units.count = 0;
    write_units(encoder_of(encoder), true, encoded, &error);
    if (U_FAILURE(error))
        refuse_code_point(encoded, UNTOLD);
}

void converter_encode_room(struct encoder *encoder, size_t room, const uint32_t *code_points,
                           size_t count, struct encoded *encoded)
{
    struct converter_encoder *my = encoder_of(encoder);
    char *begin = output_room(room), *target;
    units16_of(&units, code_points, count);
    const UChar *source = units.at, *limit = source + units.count, *before;
    UErrorCode error;
    do {
        error = U_ZERO_ERROR;
        before = source;
        target = begin;
        ucnv_fromUnicode(my->converter, &target, begin + room, &source, limit, NULL, true, &error);
        append_bytes(encoded, begin, (size_t)(target - begin));
    } while (error == U_BUFFER_OVERFLOW_ERROR && (target > begin || source > before));
    size_t taken = (size_t)(source - units.at);
    /* A character of which half was taken is taken. */
    encoded->consumed = taken == 0 ? 0 : code_point_of(code_points, taken - 1) + 1;
    if (error == U_BUFFER_OVERFLOW_ERROR)
        encoded->outcome = SHORT;
    else if (U_FAILURE(error))
        refuse_code_point(encoded, invalid_index(my, source, code_points));
}

/* ---- signatures and labels ---- */

/* The functions know charsets besides the encodings of the protocol, such as UTF-7. */
static const char *encoding_of(const char *name)
{
    static const char *const encodings[] = {"UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE",
                                            "UTF-32", "UTF-32BE", "UTF-32LE", "CESU-8"};
    for (size_t i = 0; name != NULL && i < sizeof encodings / sizeof *encodings; i++)
        if (strcmp(name, encodings[i]) == 0)
            return encodings[i];
    return NULL;
}

static const char *detect(struct decoder *decoder, struct bytes bytes, size_t *signature_length)
{
    (void)decoder;
    int32_t length = 0;
    UErrorCode error = U_ZERO_ERROR;
    const char *name = ucnv_detectUnicodeSignature((const char *)bytes.at, (int32_t)bytes.length,
                                                   &length, &error);
    *signature_length = (size_t)length;
    return encoding_of(name);
}

static const char *label(struct decoder *decoder, const char *label)
{
    (void)decoder;
    UErrorCode error = U_ZERO_ERROR;
    return encoding_of(ucnv_getStandardName(label, "IANA", &error));
}

struct decoder converter_names = {.detect = detect, .label = label};

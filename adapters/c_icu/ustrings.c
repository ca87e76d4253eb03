/* u_strFromUTF8, u_strToUTF8, u_strFromUTF32, u_strToUTF32 and their forms WithSub.
 *
 * They take a whole string and tell of an error (U_INVALID_CHAR_FOUND) neither place nor length.
 * The forms WithSub count their substitutions (pNumSubstitutions).
 * On U_BUFFER_OVERFLOW_ERROR they give the length that would be needed, and nothing counts as
 * converted; so they do without a buffer ("pre-flighting"), which is what tells a size. Elsewhere
 * the room is the most that the text can need, which is what ustring.h demands for
 * u_strFromUTF8Lenient (destCapacity>=srcLength). Those of UTF-16 and UTF-32 take units of this
 * machine, which are made of the bytes here. */

#include "ustrings.h"

#include <unicode/ustring.h>

static struct units16 narrow;
static struct units32 wide;

static struct string_decoder *decoder_of(struct decoder *decoder)
{
    return (struct string_decoder *)decoder;
}

static const struct string_encoder *encoder_of(struct encoder *encoder)
{
    return (struct string_encoder *)encoder;
}

static bool strict(UChar32 substitute)
{
    return substitute == U_SENTINEL;
}

static size_t checked(UErrorCode error)
{
    return U_SUCCESS(error) ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
}

/* ---- UTF-8 ---- */

static int32_t call_from_utf8(struct decoder *decoder, UChar *to, size_t room, struct bytes bytes,
                              UErrorCode *error)
{
    const char *from = (const char *)bytes.at;
    UChar32 substitute = decoder_of(decoder)->substitute;
    int32_t length = 0, count = (int32_t)bytes.length, capacity = (int32_t)room;
    if (strict(substitute))
        u_strFromUTF8(to, capacity, &length, from, count, error);
    else
        u_strFromUTF8WithSub(to, capacity, &length, from, count, substitute,
                             &decoder_of(decoder)->substitutions, error);
    return length;
}

void from_utf8(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    UErrorCode error = U_ZERO_ERROR;
    size_t room = bytes.length;
    int32_t length = call_from_utf8(decoder, room16(&narrow, room), room, bytes, &error);
    if (U_FAILURE(error))
        refuse(decoded, UNTOLD);
    else
        deliver_units16(decoded, narrow.at, (size_t)length);
}

void from_utf8_told(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    from_utf8(decoder, bytes, decoded);
    decoded->replaced = decoder_of(decoder)->substitutions;
}

size_t from_utf8_check(struct decoder *decoder, struct bytes bytes)
{
    UErrorCode error = U_ZERO_ERROR;
    size_t room = bytes.length;
    call_from_utf8(decoder, room16(&narrow, room), room, bytes, &error);
    return checked(error);
}

void from_utf8_room(struct decoder *decoder, size_t room, struct bytes bytes,
                    struct decoded *decoded)
{
    UErrorCode error = U_ZERO_ERROR;
    UChar *to = output_room(room * sizeof *to);
    int32_t length = call_from_utf8(decoder, to, room, bytes, &error);
    decoded->consumed = 0;
    if (error == U_BUFFER_OVERFLOW_ERROR) {
        decoded->outcome = SHORT;
    } else if (U_FAILURE(error)) {
        refuse(decoded, UNTOLD);
    } else {
        decoded->consumed = bytes.length;
        deliver_units16(decoded, to, (size_t)length);
    }
}

static int32_t call_lenient(struct bytes bytes, UErrorCode *error)
{
    int32_t length = 0;
    size_t room = bytes.length;
    u_strFromUTF8Lenient(room16(&narrow, room), (int32_t)room, &length, (const char *)bytes.at,
                         (int32_t)bytes.length, error);
    return length;
}

void from_utf8_lenient(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    UErrorCode error = U_ZERO_ERROR;
    int32_t length = call_lenient(bytes, &error);
    if (U_FAILURE(error))
        refuse(decoded, UNTOLD);
    else
        deliver_units16(decoded, narrow.at, (size_t)length);
}

size_t from_utf8_lenient_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    UErrorCode error = U_ZERO_ERROR;
    call_lenient(bytes, &error);
    return checked(error);
}

static int32_t call_to_utf8(struct encoder *encoder, char *to, size_t room, UErrorCode *error)
{
    UChar32 substitute = encoder_of(encoder)->substitute;
    int32_t length = 0, count = (int32_t)narrow.count, capacity = (int32_t)room;
    if (strict(substitute))
        u_strToUTF8(to, capacity, &length, narrow.at, count, error);
    else
        u_strToUTF8WithSub(to, capacity, &length, narrow.at, count, substitute, NULL, error);
    return length;
}

void encode_to_utf8(struct encoder *encoder, const uint32_t *code_points, size_t count,
                    struct encoded *encoded)
{
    UErrorCode error = U_ZERO_ERROR;
    units16_of(&narrow, code_points, count);
    size_t room = 3 * narrow.count;
    char *to = output_room(room);
    int32_t length = call_to_utf8(encoder, to, room, &error);
    if (U_FAILURE(error))
        refuse_code_point(encoded, UNTOLD);
    else
        append_bytes(encoded, to, (size_t)length);
}

void encode_to_utf8_room(struct encoder *encoder, size_t room, const uint32_t *code_points,
                         size_t count, struct encoded *encoded)
{
    UErrorCode error = U_ZERO_ERROR;
    units16_of(&narrow, code_points, count);
    char *to = output_room(room);
    int32_t length = call_to_utf8(encoder, to, room, &error);
    encoded->consumed = 0;
    if (error == U_BUFFER_OVERFLOW_ERROR) {
        encoded->outcome = SHORT;
    } else if (U_FAILURE(error)) {
        refuse_code_point(encoded, UNTOLD);
    } else {
        encoded->consumed = count;
        append_bytes(encoded, to, (size_t)length);
    }
}

/* ---- UTF-16 and UTF-32 ---- */

/* From `wide`; the length, or U_INVALID_CHAR_FOUND. Whoever writes wants no number of substitutions. */
static int32_t put_utf16(UChar *to, int32_t room, UChar32 substitute, int32_t *substitutions,
                         UErrorCode *error)
{
    int32_t length = 0, count = (int32_t)wide.count;
    const UChar32 *from = (const UChar32 *)wide.at;
    if (strict(substitute))
        u_strFromUTF32(to, room, &length, from, count, error);
    else
        u_strFromUTF32WithSub(to, room, &length, from, count, substitute, substitutions, error);
    return length;
}

/* wide → narrow. */
static int32_t call_from_utf32(UChar32 substitute, int32_t *substitutions, UErrorCode *error)
{
    int32_t room = 2 * (int32_t)wide.count;
    return put_utf16(room16(&narrow, (size_t)room), room, substitute, substitutions, error);
}

/* From `narrow`. */
static int32_t put_utf32(UChar32 *to, int32_t room, UChar32 substitute, int32_t *substitutions,
                         UErrorCode *error)
{
    int32_t length = 0, count = (int32_t)narrow.count;
    if (strict(substitute))
        u_strToUTF32(to, room, &length, narrow.at, count, error);
    else
        u_strToUTF32WithSub(to, room, &length, narrow.at, count, substitute, substitutions, error);
    return length;
}

/* narrow → wide. */
static int32_t call_to_utf32(UChar32 substitute, int32_t *substitutions, UErrorCode *error)
{
    int32_t room = (int32_t)narrow.count;
    UChar32 *to = (UChar32 *)room32(&wide, (size_t)room);
    return put_utf32(to, room, substitute, substitutions, error);
}

static int32_t take_utf32(struct decoder *decoder, struct bytes bytes, UErrorCode *error)
{
    join_units32(&wide, bytes, decoder_of(decoder)->order);
    struct string_decoder *my = decoder_of(decoder);
    return call_from_utf32(my->substitute, &my->substitutions, error);
}

static int32_t take_utf16(struct decoder *decoder, struct bytes bytes, UErrorCode *error)
{
    join_units16(&narrow, bytes, decoder_of(decoder)->order);
    struct string_decoder *my = decoder_of(decoder);
    return call_to_utf32(my->substitute, &my->substitutions, error);
}

void from_utf32(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t length = take_utf32(decoder, bytes, &error);
    if (U_FAILURE(error))
        refuse(decoded, UNTOLD);
    else
        deliver_units16(decoded, narrow.at, (size_t)length);
}

void from_utf32_told(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    from_utf32(decoder, bytes, decoded);
    decoded->replaced = decoder_of(decoder)->substitutions;
}

size_t from_utf32_check(struct decoder *decoder, struct bytes bytes)
{
    UErrorCode error = U_ZERO_ERROR;
    take_utf32(decoder, bytes, &error);
    return checked(error);
}

void to_utf32(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t length = take_utf16(decoder, bytes, &error);
    if (U_FAILURE(error))
        refuse(decoded, UNTOLD);
    else
        deliver_units32(decoded, wide.at, (size_t)length);
}

void to_utf32_told(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    to_utf32(decoder, bytes, decoded);
    decoded->replaced = decoder_of(decoder)->substitutions;
}

size_t to_utf32_check(struct decoder *decoder, struct bytes bytes)
{
    UErrorCode error = U_ZERO_ERROR;
    take_utf16(decoder, bytes, &error);
    return checked(error);
}

void encode_from_utf32(struct encoder *encoder, const uint32_t *code_points, size_t count,
                       struct encoded *encoded)
{
    const struct string_encoder *my = encoder_of(encoder);
    UErrorCode error = U_ZERO_ERROR;
    room32(&wide, count);
    for (wide.count = 0; wide.count < count; wide.count++)
        wide.at[wide.count] = code_points[wide.count];
    int32_t length = call_from_utf32(my->substitute, NULL, &error);
    if (U_FAILURE(error))
        refuse_code_point(encoded, UNTOLD);
    else
        append_units16(encoded, narrow.at, (size_t)length, my->order);
}

void encode_to_utf32(struct encoder *encoder, const uint32_t *code_points, size_t count,
                     struct encoded *encoded)
{
    const struct string_encoder *my = encoder_of(encoder);
    UErrorCode error = U_ZERO_ERROR;
    units16_of(&narrow, code_points, count);
    int32_t length = call_to_utf32(my->substitute, NULL, &error);
    if (U_FAILURE(error))
        refuse_code_point(encoded, UNTOLD);
    else
        append_units32(encoded, wide.at, (size_t)length, my->order);
}

/* ---- sizes ---- */

/* Without a buffer every text but the empty one is too long for it: that is no error here. */
static bool told(UErrorCode error)
{
    return U_SUCCESS(error) || error == U_BUFFER_OVERFLOW_ERROR;
}

static void put_sizes(struct decoded *decoded, int32_t predicted, UErrorCode asked, int32_t written,
                      UErrorCode error)
{
    if (U_FAILURE(error) || !told(asked)) {
        refuse(decoded, UNTOLD);
        return;
    }
    decoded->predicted = (size_t)predicted;
    decoded->written = (size_t)written;
}

void from_utf8_measure(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    UErrorCode asked = U_ZERO_ERROR, error = U_ZERO_ERROR;
    size_t room = bytes.length;
    int32_t predicted = call_from_utf8(decoder, NULL, 0, bytes, &asked);
    int32_t written = call_from_utf8(decoder, room16(&narrow, room), room, bytes, &error);
    put_sizes(decoded, predicted, asked, written, error);
}

void from_utf8_lenient_measure(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    UErrorCode asked = U_ZERO_ERROR, error = U_ZERO_ERROR;
    int32_t predicted = 0;
    u_strFromUTF8Lenient(NULL, 0, &predicted, (const char *)bytes.at, (int32_t)bytes.length, &asked);
    put_sizes(decoded, predicted, asked, call_lenient(bytes, &error), error);
}

void from_utf32_measure(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    UErrorCode asked = U_ZERO_ERROR, error = U_ZERO_ERROR;
    int32_t written = take_utf32(decoder, bytes, &error);
    int32_t predicted = put_utf16(NULL, 0, decoder_of(decoder)->substitute, NULL, &asked);
    put_sizes(decoded, predicted, asked, written, error);
}

void to_utf32_measure(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    UErrorCode asked = U_ZERO_ERROR, error = U_ZERO_ERROR;
    int32_t written = take_utf16(decoder, bytes, &error);
    int32_t predicted = put_utf32(NULL, 0, decoder_of(decoder)->substitute, NULL, &asked);
    put_sizes(decoded, predicted, asked, written, error);
}

/* What is refused though it was converted has the size of no text. */
static size_t size_of(int32_t units, size_t unit, UErrorCode asked)
{
    return told(asked) ? (size_t)units * unit : 0;
}

size_t predict_to_utf8(struct encoder *encoder, const uint32_t *code_points, size_t count)
{
    UErrorCode asked = U_ZERO_ERROR;
    units16_of(&narrow, code_points, count);
    int32_t length = call_to_utf8(encoder, NULL, 0, &asked);
    return size_of(length, 1, asked);
}

size_t predict_from_utf32(struct encoder *encoder, const uint32_t *code_points, size_t count)
{
    UErrorCode asked = U_ZERO_ERROR;
    room32(&wide, count);
    for (wide.count = 0; wide.count < count; wide.count++)
        wide.at[wide.count] = code_points[wide.count];
    int32_t length = put_utf16(NULL, 0, encoder_of(encoder)->substitute, NULL, &asked);
    return size_of(length, sizeof(UChar), asked);
}

size_t predict_to_utf32(struct encoder *encoder, const uint32_t *code_points, size_t count)
{
    UErrorCode asked = U_ZERO_ERROR;
    units16_of(&narrow, code_points, count);
    int32_t length = put_utf32(NULL, 0, encoder_of(encoder)->substitute, NULL, &asked);
    return size_of(length, sizeof(UChar32), asked);
}

/* ICU4C through its C interface; each codec is one family of functions or macros.
 *
 * ucnv                  ucnv_toUnicode and ucnv_fromUnicode with the callbacks STOP (strict),
 *                       SUBSTITUTE (replace) and SKIP (skip); also the functions that know
 *                       signatures and names of charsets
 * U8_NEXT, U8_PREV      the macros of utf8.h from either end, U8_APPEND
 * U16_NEXT              U16_NEXT_OR_FFFD and U16_APPEND of utf16.h
 * utext_next32, utext_previous32, uiter_next32   iteration over UTF-8
 * u_strFromUTF8         and u_strToUTF8, of a whole string; also WithSub
 * u_strFromUTF8Lenient  the same without checks
 * u_strFromUTF32        reads UTF-32 and writes UTF-16; also WithSub
 * u_strToUTF32          reads UTF-16 and writes UTF-32; also WithSub
 *
 * Each file says what its functions cannot report. */

#include "converter.h"
#include "iterators.h"
#include "macros.h"
#include "protocol.h"
#include "ustrings.h"

#include <unicode/uversion.h>

#define CONVERTER(encoding, mode, kind, strict, causes)                                            \
    {"ucnv", encoding, mode,                                                                       \
     &(struct converter_decoder){                                                                  \
         .decoder = {.start = converter_start_decoding, .reset = converter_reset_decoding,         \
                     .save = converter_save_decoding, .restore = converter_restore_decoding,       \
                     .feed = converter_decode, .finish = converter_finish_decoding,                \
                     .feed_told = (strict) ? NULL : converter_decode_told,                         \
                     .feed_room = converter_decode_room,                                           \
                     .check = (strict) ? converter_check : NULL, .tells_cause = causes},           \
         .name = encoding, .callback = UCNV_TO_U_CALLBACK_##kind}.decoder,                         \
     &(struct converter_encoder){                                                                  \
         .encoder = {.start = converter_start_encoding, .save = converter_save_encoding,           \
                     .restore = converter_restore_encoding, .feed = converter_encode,              \
                     .finish = converter_finish_encoding, .feed_room = converter_encode_room,      \
                     .predict = converter_predict, .greatest = 0x10ffff},                          \
         .name = encoding, .callback = UCNV_FROM_U_CALLBACK_##kind}.encoder,                       \
     converter_is_there}

/* That of CESU-8 takes half a pair for a character: the end of the input cuts nothing off there, and
 * of its causes nothing would be learned. */
#define CONVERTERS(encoding, causes)                                                               \
    CONVERTER(encoding, "strict", STOP, true, causes),                                             \
    CONVERTER(encoding, "replace", SUBSTITUTE, false, false),                                      \
    CONVERTER(encoding, "skip", SKIP, false, false)

#define READ(unit_, function, told_, check_, order_, substitute_)                                  \
    &(struct string_decoder){.decoder = {.unit = unit_, .feed = function, .feed_told = told_,      \
                                         .check = check_, .measure = function##_measure},          \
                             .order = order_, .substitute = substitute_}.decoder

#define WRITE(function, order_, substitute_, greatest_)                                            \
    &(struct string_encoder){.encoder = {.feed = encode_##function, .greatest = greatest_,         \
                                         .predict = predict_##function},                           \
                             .order = order_, .substitute = substitute_}.encoder

/* The strict function and the one with U+FFFD as substitute. */
#define FROM_UTF32(big_small_32, big_small_16, order)                                              \
    {"u_strFromUTF32", big_small_32, "strict",                                                     \
     READ(4, from_utf32, NULL, from_utf32_check, order, U_SENTINEL), NULL, NULL},                  \
    {"u_strFromUTF32", big_small_32, "replace",                                                    \
     READ(4, from_utf32, from_utf32_told, NULL, order, 0xfffd), NULL, NULL},                       \
    {"u_strFromUTF32", big_small_16, "strict", NULL,                                               \
     WRITE(from_utf32, order, U_SENTINEL, UINT32_MAX), NULL},                                      \
    {"u_strFromUTF32", big_small_16, "replace", NULL,                                              \
     WRITE(from_utf32, order, 0xfffd, UINT32_MAX), NULL}

#define TO_UTF32(big_small_32, big_small_16, order)                                                \
    {"u_strToUTF32", big_small_16, "strict",                                                       \
     READ(2, to_utf32, NULL, to_utf32_check, order, U_SENTINEL), NULL, NULL},                      \
    {"u_strToUTF32", big_small_16, "replace",                                                      \
     READ(2, to_utf32, to_utf32_told, NULL, order, 0xfffd), NULL, NULL},                           \
    {"u_strToUTF32", big_small_32, "strict", NULL,                                                 \
     WRITE(to_utf32, order, U_SENTINEL, 0x10ffff), NULL},                                          \
    {"u_strToUTF32", big_small_32, "replace", NULL,                                                \
     WRITE(to_utf32, order, 0xfffd, 0x10ffff), NULL}

static struct string_decoder utf8_reader = {
    .decoder = {.feed = from_utf8, .feed_room = from_utf8_room, .check = from_utf8_check,
                .measure = from_utf8_measure},
    .substitute = U_SENTINEL};
static struct string_decoder utf8_substituting_reader = {
    .decoder = {.feed = from_utf8, .feed_told = from_utf8_told, .feed_room = from_utf8_room,
                .measure = from_utf8_measure},
    .substitute = 0xfffd};
static struct decoder utf8_lenient_reader = {.feed = from_utf8_lenient,
                                             .check = from_utf8_lenient_check,
                                             .measure = from_utf8_lenient_measure};
static struct string_encoder utf8_writer = {
    .encoder = {.feed = encode_to_utf8, .feed_room = encode_to_utf8_room,
                .predict = predict_to_utf8, .greatest = 0x10ffff},
    .substitute = U_SENTINEL};
static struct string_encoder utf8_substituting_writer = {
    .encoder = {.feed = encode_to_utf8, .feed_room = encode_to_utf8_room,
                .predict = predict_to_utf8, .greatest = 0x10ffff},
    .substitute = 0xfffd};

static const struct offer offers[] = {
    CONVERTERS("UTF-8", true),
    CONVERTERS("UTF-16", true),
    CONVERTERS("UTF-16BE", true),
    CONVERTERS("UTF-16LE", true),
    CONVERTERS("UTF-32", true),
    CONVERTERS("UTF-32BE", true),
    CONVERTERS("UTF-32LE", true),
    CONVERTERS("CESU-8", false),
    {"ucnv", "-", "-", &converter_names, NULL, NULL},

    {"U8_NEXT", "UTF-8", "strict", &u8_next, &u8_append, NULL},
    {"U8_NEXT", "UTF-8", "replace", &u8_next_or_fffd, NULL, NULL},
    {"U8_PREV", "UTF-8", "strict", &u8_prev, NULL, NULL},
    {"U8_PREV", "UTF-8", "replace", &u8_prev_or_fffd, NULL, NULL},
    {"U16_NEXT", "UTF-16BE", "strict", NULL, &u16_append_big, NULL},
    {"U16_NEXT", "UTF-16BE", "replace", &u16_next_or_fffd_big, NULL, NULL},
    {"U16_NEXT", "UTF-16LE", "strict", NULL, &u16_append_little, NULL},
    {"U16_NEXT", "UTF-16LE", "replace", &u16_next_or_fffd_little, NULL, NULL},

    {"utext_next32", "UTF-8", "replace", &utext_forward, NULL, NULL},
    {"utext_previous32", "UTF-8", "replace", &utext_backward, NULL, NULL},
    {"uiter_next32", "UTF-8", "replace", &uiter_forward, NULL, NULL},

    {"u_strFromUTF8", "UTF-8", "strict", &utf8_reader.decoder, &utf8_writer.encoder, NULL},
    {"u_strFromUTF8", "UTF-8", "replace", &utf8_substituting_reader.decoder,
     &utf8_substituting_writer.encoder, NULL},
    {"u_strFromUTF8Lenient", "UTF-8", "strict", &utf8_lenient_reader, NULL, NULL},
    FROM_UTF32("UTF-32BE", "UTF-16BE", BIG_FIRST),
    FROM_UTF32("UTF-32LE", "UTF-16LE", LITTLE_FIRST),
    TO_UTF32("UTF-32BE", "UTF-16BE", BIG_FIRST),
    TO_UTF32("UTF-32LE", "UTF-16LE", LITTLE_FIRST),
};

static const char *version(const char *codec)
{
    static char text[U_MAX_VERSION_STRING_LENGTH];
    UVersionInfo numbers;
    (void)codec;
    u_getVersion(numbers);
    u_versionToString(numbers, text);
    return text;
}

int main(void)
{
    serve("c_icu", version, offers, sizeof offers / sizeof offers[0]);
    return 0;
}

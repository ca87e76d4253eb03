/* The codecs of the GNU C library, and nothing else.
 *
 * iconv        the conversions between an encoding and UTF-32 in the order of this machine
 * iconv-ucs4   between UTF-8 and UCS-4, and between UCS-4 and the C library's WCHAR_T
 * iconv-wchar  between UTF-8 and WCHAR_T
 * mbsnrtowcs   how many wide characters a text has, by a call without a buffer
 * mbrtowc, mbrtoc16, mbrtoc32, wcrtomb, c16rtomb, c32rtomb   the functions of ISO C in C.UTF-8
 *
 * Each conversion is the one that is named. All of iconv runs in two steps with glibc's own UCS-4
 * between them, so that the answer to UTF-8 depends on the target: UTF-32 refuses what UCS-4 takes.
 *
 * iconv tells where an error is and not how long; the functions of ISO C likewise. None of them
 * knows replacement, signatures as such, or a lookup that says which encoding a label means. */

#include "iconv_codecs.h"
#include "multibyte_codecs.h"
#include "protocol.h"

#include <gnu/libc-version.h>
#include <langinfo.h>
#include <locale.h>
#include <string.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HOST_UTF_32 "UTF-32LE"
#else
#define HOST_UTF_32 "UTF-32BE"
#endif

#define IGNORE "//IGNORE"

static bool iconv_knows(const struct offer *offer)
{
    return iconv_has(&((struct iconv_decoder *)offer->decoder)->conversion)
           && iconv_has(&((struct iconv_encoder *)offer->encoder)->conversion);
}

/* The locale may not be installed. */
static bool locale_is_utf8(const struct offer *offer)
{
    (void)offer;
    static bool asked, utf8;
    if (!asked)
        utf8 = setlocale(LC_CTYPE, "C.UTF-8") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    asked = true;
    return utf8;
}

#define DECODER(to_, from_, units_, skips_, afresh_)                                               \
    &(struct iconv_decoder){                                                                       \
        .decoder = {.start = iconv_start_decoding, .reset = iconv_reset_decoding,                  \
                    .feed = iconv_decode, .finish = iconv_finish_decoding,                         \
                    .feed_room = iconv_decode_room,                                              \
                    .refill = iconv_decode_refill, .check = (skips_) ? NULL : iconv_check,        \
                    .tells_cause = true},                                                          \
        .conversion = {.to = to_, .from = from_, .units = units_, .skips = skips_,                 \
                       .opens_afresh = afresh_}}.decoder

#define ENCODER(to_, from_, units_, skips_)                                                        \
    &(struct iconv_encoder){                                                                       \
        .encoder = {.start = iconv_start_encoding, .feed = iconv_encode,                           \
                    .finish = iconv_finish_encoding, .feed_room = iconv_encode_room,               \
                    .refill = iconv_encode_refill, .greatest = UINT32_MAX},                        \
        .conversion = {.to = to_, .from = from_, .units = units_, .skips = skips_}}.encoder

/* Both directions between an encoding and 32-bit units under the name of `unicode`. */
#define STRICT(codec, encoding, unicode, units, afresh)                                            \
    {codec, encoding, "strict", DECODER(unicode, encoding, units, false, afresh),                  \
     ENCODER(encoding, unicode, units, false), iconv_knows}
#define SKIP(codec, encoding, unicode, units, afresh)                                              \
    {codec, encoding, "skip", DECODER(unicode IGNORE, encoding, units, true, afresh),              \
     ENCODER(encoding IGNORE, unicode, units, true), iconv_knows}

/* iconv(cd, NULL, NULL, NULL, NULL) forgets that a signature was read but not the byte order that
 * it showed: the decoders of UTF-16 and UTF-32 need a new descriptor for each text. */
#define REUSED false
#define AFRESH true

static const struct offer offers[] = {
    STRICT("iconv", "UTF-8", HOST_UTF_32, HOST_ORDER, REUSED),
    STRICT("iconv", "UTF-16", HOST_UTF_32, HOST_ORDER, AFRESH),
    STRICT("iconv", "UTF-16BE", HOST_UTF_32, HOST_ORDER, REUSED),
    STRICT("iconv", "UTF-16LE", HOST_UTF_32, HOST_ORDER, REUSED),
    STRICT("iconv", "UTF-32", HOST_UTF_32, HOST_ORDER, AFRESH),
    STRICT("iconv", "UTF-32BE", HOST_UTF_32, HOST_ORDER, REUSED),
    STRICT("iconv", "UTF-32LE", HOST_UTF_32, HOST_ORDER, REUSED),
    SKIP("iconv", "UTF-8", HOST_UTF_32, HOST_ORDER, REUSED),
    SKIP("iconv", "UTF-16", HOST_UTF_32, HOST_ORDER, AFRESH),
    SKIP("iconv", "UTF-16BE", HOST_UTF_32, HOST_ORDER, REUSED),
    SKIP("iconv", "UTF-16LE", HOST_UTF_32, HOST_ORDER, REUSED),
    SKIP("iconv", "UTF-32", HOST_UTF_32, HOST_ORDER, AFRESH),
    SKIP("iconv", "UTF-32BE", HOST_UTF_32, HOST_ORDER, REUSED),
    SKIP("iconv", "UTF-32LE", HOST_UTF_32, HOST_ORDER, REUSED),

    STRICT("iconv-ucs4", "UTF-8", "UCS-4", BIG_ENDIAN_ORDER, REUSED),
    STRICT("iconv-ucs4", "UCS-4", "WCHAR_T", HOST_ORDER, REUSED),
    SKIP("iconv-ucs4", "UTF-8", "UCS-4", BIG_ENDIAN_ORDER, REUSED),
    SKIP("iconv-ucs4", "UCS-4", "WCHAR_T", HOST_ORDER, REUSED),

    STRICT("iconv-wchar", "UTF-8", "WCHAR_T", HOST_ORDER, REUSED),
    SKIP("iconv-wchar", "UTF-8", "WCHAR_T", HOST_ORDER, REUSED),

    {"mbrtowc", "UTF-8", "strict", &mbrtowc_decoder.decoder, NULL, locale_is_utf8},
    {"mbrtoc16", "UTF-8", "strict", &mbrtoc16_decoder.decoder, NULL, locale_is_utf8},
    {"mbrtoc32", "UTF-8", "strict", &mbrtoc32_decoder.decoder, NULL, locale_is_utf8},
    {"mbsnrtowcs", "UTF-8", "strict", &mbsnrtowcs_decoder, NULL, locale_is_utf8},
    {"wcrtomb", "UTF-8", "strict", NULL, &wcrtomb_encoder.encoder, locale_is_utf8},
    {"c16rtomb", "UTF-8", "strict", NULL, &c16rtomb_encoder.encoder, locale_is_utf8},
    {"c32rtomb", "UTF-8", "strict", NULL, &c32rtomb_encoder.encoder, locale_is_utf8},
};

static const char *version(const char *codec)
{
    (void)codec;
    return gnu_get_libc_version();
}

int main(void)
{
    serve("c_glibc", version, offers, sizeof offers / sizeof offers[0]);
    return 0;
}

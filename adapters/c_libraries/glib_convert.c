/* GLib: g_convert between each encoding and UTF-32 in the order of this machine.
 *
 * It is asked without `bytes_read`: then an incomplete character at the end is an error, and of no
 * error the place is told. */

#include "libraries.h"
#include "units.h"

#include <glib.h>

static struct units32 wide;

/* Whether there was an error, which is forgotten. */
static bool failed(GError *error)
{
    if (error == NULL)
        return false;
    g_error_free(error);
    return true;
}

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define HOST_UTF_32 "UTF-32LE"
#else
#define HOST_UTF_32 "UTF-32BE"
#endif

struct convert_decoder {
    struct decoder decoder;
    const char *name;
};

struct convert_encoder {
    struct encoder encoder;
    const char *name;
};

static void convert_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    const char *from = ((struct convert_decoder *)decoder)->name;
    gsize written = 0;
    GError *error = NULL;
    gchar *made = g_convert((const gchar *)bytes.at, (gssize)bytes.length, HOST_UTF_32, from, NULL,
                            &written, &error);
    if (failed(error)) {
        refuse(decoded, UNTOLD);
    } else {
        join_units32(&wide, (struct bytes){(unsigned char *)made, written}, HOST_FIRST);
        deliver_units32(decoded, wide.at, wide.count);
    }
    g_free(made);
}

static size_t convert_check(struct decoder *decoder, struct bytes bytes)
{
    const char *from = ((struct convert_decoder *)decoder)->name;
    GError *error = NULL;
    g_free(g_convert((const gchar *)bytes.at, (gssize)bytes.length, HOST_UTF_32, from, NULL, NULL,
                     &error));
    return failed(error) ? ILL_FORMED_SOMEWHERE : WELL_FORMED;
}

static void convert_from(struct encoder *encoder, const uint32_t *code_points, size_t count,
                         struct encoded *encoded)
{
    const char *to = ((struct convert_encoder *)encoder)->name;
    gsize written = 0;
    GError *error = NULL;
    gchar *made = g_convert((const gchar *)code_points, (gssize)(4 * count), to, HOST_UTF_32, NULL,
                            &written, &error);
    if (failed(error))
        refuse_code_point(encoded, UNTOLD);
    else
        append_bytes(encoded, made, written);
    g_free(made);
}

#define CONVERT(encoding)                                                                          \
    {"glib-g_convert", encoding, "strict",                                                         \
     &(struct convert_decoder){{.feed = convert_feed, .check = convert_check}, encoding}.decoder,  \
     &(struct convert_encoder){{.feed = convert_from, .greatest = UINT32_MAX}, encoding}.encoder,  \
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

LIBRARY(glib_convert_library, glib_version, offers);

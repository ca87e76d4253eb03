/* GLib: the functions of its Unicode manipulation.
 *
 * Those that convert a whole string take `items_read`. Without it an incomplete character at the
 * end is an error, and of no error the place is told; with it the place is told, and of an incomplete
 * character at the end it is all that tells: two codecs.
 * g_utf8_make_valid writes UTF-8, which is read here as it is written. */

#include "libraries.h"
#include "units.h"
#include "written.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

static struct units16 narrow;

/* Whether there was an error, which is forgotten. */
static bool failed(GError *error)
{
    if (error == NULL)
        return false;
    g_error_free(error);
    return true;
}

/* ---- g_utf8_validate ---- */

static size_t validate_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    const gchar *text = (const gchar *)bytes.at, *end;
    bool valid = g_utf8_validate(text, (gssize)bytes.length, &end);
    return valid ? WELL_FORMED : (size_t)(end - text);
}

static struct decoder validate = {.check = validate_check};

/* ---- g_utf8_get_char_validated ---- */

#define INVALID ((gunichar)-1)
#define INCOMPLETE ((gunichar)-2)

static void get_char(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    for (size_t i = 0; i < bytes.length;) {
        const gchar *at = (const gchar *)bytes.at + i;
        gunichar value = g_utf8_get_char_validated(at, (gssize)(bytes.length - i));
        if (value == INVALID || value == INCOMPLETE) {
            refuse(decoded, (int64_t)i);
            return;
        }
        deliver(decoded, value);
        i += (size_t)(g_utf8_next_char(at) - at);
    }
}

static size_t get_char_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    for (size_t i = 0; i < bytes.length;) {
        const gchar *at = (const gchar *)bytes.at + i;
        gunichar value = g_utf8_get_char_validated(at, (gssize)(bytes.length - i));
        if (value == INVALID || value == INCOMPLETE)
            return i;
        i += (size_t)(g_utf8_next_char(at) - at);
    }
    return WELL_FORMED;
}

static struct decoder get_char_validated = {.feed = get_char, .check = get_char_check};

/* ---- g_utf8_make_valid ---- */

static void make_valid_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    gchar *valid = g_utf8_make_valid((const gchar *)bytes.at, (gssize)bytes.length);
    deliver_written(decoded, valid, strlen(valid));
    g_free(valid);
}

static struct decoder make_valid = {.feed = make_valid_feed};

/* ---- g_utf8_to_ucs4, g_ucs4_to_utf8 ---- */

static void to_ucs4(struct bytes bytes, glong *read, struct decoded *decoded)
{
    glong written = 0;
    GError *error = NULL;
    gunichar *made = g_utf8_to_ucs4((const gchar *)bytes.at, (glong)bytes.length, read, &written,
                                    &error);
    if (failed(error))
        refuse(decoded, read == NULL ? UNTOLD : *read);
    else
        deliver_units32(decoded, made, (size_t)written);
    g_free(made);
}

static void to_ucs4_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    to_ucs4(bytes, NULL, decoded);
}

static void to_ucs4_read_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    glong read = 0;
    (void)decoder;
    to_ucs4(bytes, &read, decoded);
    if (decoded->outcome != REFUSED && (size_t)read < bytes.length)
        refuse(decoded, read);
}

/* g_utf8_strlen counts characters, and does not tell of what is none. */
static void to_ucs4_measure(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    to_ucs4_feed(decoder, bytes, decoded);
    if (decoded->outcome == REFUSED)
        return;
    decoded->predicted = (size_t)g_utf8_strlen((const gchar *)bytes.at, (gssize)bytes.length);
    decoded->written = decoded->count;
}

static size_t to_ucs4_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    GError *error = NULL;
    g_free(g_utf8_to_ucs4((const gchar *)bytes.at, (glong)bytes.length, NULL, NULL, &error));
    return failed(error) ? ILL_FORMED_SOMEWHERE : WELL_FORMED;
}

static size_t to_ucs4_read_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    glong read = 0;
    GError *error = NULL;
    g_free(g_utf8_to_ucs4((const gchar *)bytes.at, (glong)bytes.length, &read, NULL, &error));
    return failed(error) || (size_t)read < bytes.length ? (size_t)read : WELL_FORMED;
}

static void from_ucs4(struct encoder *encoder, const uint32_t *code_points, size_t count,
                      struct encoded *encoded)
{
    (void)encoder;
    glong read = 0, written = 0;
    GError *error = NULL;
    gchar *made = g_ucs4_to_utf8(code_points, (glong)count, &read, &written, &error);
    if (failed(error))
        refuse_code_point(encoded, read);
    else
        append_bytes(encoded, made, (size_t)written);
    g_free(made);
}

static struct decoder utf8_to_ucs4 = {.feed = to_ucs4_feed, .check = to_ucs4_check,
                                       .measure = to_ucs4_measure};
static struct decoder utf8_to_ucs4_read = {.feed = to_ucs4_read_feed, .check = to_ucs4_read_check};
static struct encoder ucs4_to_utf8 = {.feed = from_ucs4, .greatest = UINT32_MAX};

/* ---- g_utf8_to_utf16, g_utf16_to_utf8 ---- */

static void to_utf16_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    glong written = 0;
    GError *error = NULL;
    gunichar2 *made = g_utf8_to_utf16((const gchar *)bytes.at, (glong)bytes.length, NULL, &written,
                                      &error);
    if (failed(error))
        refuse(decoded, UNTOLD);
    else
        deliver_units16(decoded, made, (size_t)written);
    g_free(made);
}

static size_t to_utf16_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    GError *error = NULL;
    g_free(g_utf8_to_utf16((const gchar *)bytes.at, (glong)bytes.length, NULL, NULL, &error));
    return failed(error) ? ILL_FORMED_SOMEWHERE : WELL_FORMED;
}

static void from_utf16(struct encoder *encoder, const uint32_t *code_points, size_t count,
                       struct encoded *encoded)
{
    (void)encoder;
    glong written = 0;
    GError *error = NULL;
    units16_of(&narrow, code_points, count);
    gchar *made = g_utf16_to_utf8(narrow.at, (glong)narrow.count, NULL, &written, &error);
    if (failed(error))
        refuse_code_point(encoded, UNTOLD);
    else
        append_bytes(encoded, made, (size_t)written);
    g_free(made);
}

static struct decoder utf8_to_utf16 = {.feed = to_utf16_feed, .check = to_utf16_check};
static struct encoder utf16_to_utf8 = {.feed = from_utf16, .greatest = 0x10ffff};

/* ---- g_utf16_to_ucs4, g_ucs4_to_utf16 ---- */

static void utf16_feed(enum byte_order order, struct bytes bytes, struct decoded *decoded)
{
    glong written = 0;
    GError *error = NULL;
    join_units16(&narrow, bytes, order);
    gunichar *made = g_utf16_to_ucs4(narrow.at, (glong)narrow.count, NULL, &written, &error);
    if (failed(error))
        refuse(decoded, UNTOLD);
    else
        deliver_units32(decoded, made, (size_t)written);
    g_free(made);
}

static size_t utf16_check(enum byte_order order, struct bytes bytes)
{
    GError *error = NULL;
    join_units16(&narrow, bytes, order);
    g_free(g_utf16_to_ucs4(narrow.at, (glong)narrow.count, NULL, NULL, &error));
    return failed(error) ? ILL_FORMED_SOMEWHERE : WELL_FORMED;
}

static void utf16_from(enum byte_order order, const uint32_t *code_points, size_t count,
                       struct encoded *encoded)
{
    glong read = 0, written = 0;
    GError *error = NULL;
    gunichar2 *made = g_ucs4_to_utf16(code_points, (glong)count, &read, &written, &error);
    if (failed(error))
        refuse_code_point(encoded, read);
    else
        append_units16(encoded, made, (size_t)written, order);
    g_free(made);
}

#define UTF16(name, order)                                                                         \
    static void name##_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)  \
    {                                                                                              \
        (void)decoder;                                                                             \
        utf16_feed(order, bytes, decoded);                                                         \
    }                                                                                              \
    static size_t name##_check(struct decoder *decoder, struct bytes bytes)                        \
    {                                                                                              \
        (void)decoder;                                                                             \
        return utf16_check(order, bytes);                                                          \
    }                                                                                              \
    static void name##_from(struct encoder *encoder, const uint32_t *code_points, size_t count,    \
                            struct encoded *encoded)                                               \
    {                                                                                              \
        (void)encoder;                                                                             \
        utf16_from(order, code_points, count, encoded);                                            \
    }                                                                                              \
    static struct decoder name##_decoder = {.unit = 2, .feed = name##_feed, .check = name##_check}; \
    static struct encoder name##_encoder = {.feed = name##_from, .greatest = UINT32_MAX};

UTF16(big, BIG_FIRST)
UTF16(little, LITTLE_FIRST)

/* ---- g_unichar_to_utf8: the buffer "must have at least 6 bytes of space" ---- */

static void unichar_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                         struct encoded *encoded)
{
    (void)encoder;
    for (size_t i = 0; i < count; i++) {
        gchar *to = output_room(6);
        append_bytes(encoded, to, (size_t)g_unichar_to_utf8(code_points[i], to));
    }
}

static struct encoder unichar_to_utf8 = {.feed = unichar_feed, .greatest = UINT32_MAX};

static const struct offer offers[] = {
    {"glib-g_utf8_validate", "UTF-8", "strict", &validate, NULL, NULL},
    {"glib-g_utf8_get_char_validated", "UTF-8", "strict", &get_char_validated, NULL, NULL},
    {"glib-g_utf8_make_valid", "UTF-8", "replace", &make_valid, NULL, NULL},
    {"glib-g_utf8_to_ucs4", "UTF-8", "strict", &utf8_to_ucs4, &ucs4_to_utf8, NULL},
    {"glib-g_utf8_to_ucs4-items_read", "UTF-8", "strict", &utf8_to_ucs4_read, NULL, NULL},
    {"glib-g_utf8_to_utf16", "UTF-8", "strict", &utf8_to_utf16, &utf16_to_utf8, NULL},
    {"glib-g_utf16_to_ucs4", "UTF-16BE", "strict", &big_decoder, &big_encoder, NULL},
    {"glib-g_utf16_to_ucs4", "UTF-16LE", "strict", &little_decoder, &little_encoder, NULL},
    {"glib-g_unichar_to_utf8", "UTF-8", "strict", NULL, &unichar_to_utf8, NULL},
};

const char *glib_version(void)
{
    static char text[40];
    snprintf(text, sizeof text, "%u.%u.%u", glib_major_version, glib_minor_version,
             glib_micro_version);
    return text;
}

LIBRARY(glib_library, glib_version, offers);

/* Faulty twins of functions that check or convert a whole text: each errs, as UTFPROOF_TWIN says, on
 * texts that hold U+00A9. */

#include "twin.h"

#include <glib.h>
#include <libxml/encoding.h>
#include <libxml/tree.h>
#include <sqlite3.h>
#include <uniconv.h>
#include <unistr.h>
#include <utf8proc.h>

static long off(const void *text, size_t bytes) { return is("wrong-offset") && marked(text, bytes); }

/* ---- GLib ---- */

gboolean g_utf8_validate(const gchar *text, gssize length, const gchar **end)
{
    USUAL(g_utf8_validate);
    gboolean valid = usual(text, length, end);
    if (!valid && length > 0 && end)
        *end += off(text, (size_t)length);
    return valid;
}

gchar *g_utf8_make_valid(const gchar *text, gssize length)
{
    USUAL(g_utf8_make_valid);
    gchar *made = usual(text, length + (gssize)further(text, (size_t)length, 1));
    shorten_text(made);
    return made;
}

glong g_utf8_strlen(const gchar *text, gssize most)
{
    USUAL(g_utf8_strlen);
    return usual(text, most) - (most > 0 ? (glong)missing(text, (size_t)most) : 0);
}

#define CONVERTER(NAME, IN, OUT)                                                                   \
    OUT *NAME(const IN *text, glong length, glong *read, glong *written, GError **error)           \
    {                                                                                              \
        USUAL(NAME);                                                                               \
        size_t bytes = (size_t)length * sizeof(IN);                                                \
        glong more = (glong)(further(text, bytes, sizeof(IN)) / sizeof(IN));                       \
        OUT *made = usual(text, length + more, read, written, error);                              \
        if (made && written)                                                                       \
            *written = (glong)(shortened(made, (size_t)*written * sizeof(OUT), sizeof(OUT))        \
                               / sizeof(OUT));                                                     \
        if (!made && read)                                                                         \
            *read += off(text, bytes);                                                             \
        return made;                                                                               \
    }

CONVERTER(g_utf8_to_ucs4, gchar, gunichar)
CONVERTER(g_ucs4_to_utf8, gunichar, gchar)
CONVERTER(g_utf8_to_utf16, gchar, gunichar2)
CONVERTER(g_utf16_to_utf8, gunichar2, gchar)
CONVERTER(g_utf16_to_ucs4, gunichar2, gunichar)
CONVERTER(g_ucs4_to_utf16, gunichar, gunichar2)

static size_t unit_of(const char *name) { return strstr(name, "32") ? 4 : strstr(name, "16") ? 2 : 1; }

gchar *g_convert(const gchar *text, gssize length, const gchar *to, const gchar *from, gsize *read,
                 gsize *written, GError **error)
{
    USUAL(g_convert);
    size_t more = further(text, (size_t)length, unit_of(from));
    gchar *made = usual(text, length + (gssize)more, to, from, read, written, error);
    if (made && written)
        *written = shortened(made, *written, unit_of(to));
    return made;
}

/* ---- libunistring ---- */

#define CHECK(NAME, UNIT)                                                                          \
    const UNIT *NAME(const UNIT *text, size_t length)                                              \
    {                                                                                              \
        USUAL(NAME);                                                                               \
        const UNIT *invalid = usual(text, length);                                                 \
        return invalid ? invalid + off(text, length * sizeof(UNIT)) : NULL;                        \
    }

CHECK(u8_check, uint8_t)
CHECK(u16_check, uint16_t)

#define UNISTR(NAME, IN, OUT)                                                                      \
    OUT *NAME(const IN *text, size_t length, OUT *room, size_t *size)                              \
    {                                                                                              \
        USUAL(NAME);                                                                               \
        size_t more = further(text, length * sizeof(IN), sizeof(IN)) / sizeof(IN);                 \
        inside = true;                                                                             \
        OUT *made = usual(text, length + more, room, size);                                        \
        inside = false;                                                                            \
        if (made)                                                                                  \
            *size = shortened(made, *size * sizeof(OUT), sizeof(OUT)) / sizeof(OUT);               \
        return made;                                                                               \
    }

UNISTR(u8_to_u32, uint8_t, uint32_t)
UNISTR(u32_to_u8, uint32_t, uint8_t)
UNISTR(u8_to_u16, uint8_t, uint16_t)
UNISTR(u16_to_u8, uint16_t, uint8_t)
UNISTR(u16_to_u32, uint16_t, uint32_t)
UNISTR(u32_to_u16, uint32_t, uint16_t)

size_t u8_mbsnlen(const uint8_t *text, size_t length)
{
    USUAL(u8_mbsnlen);
    return usual(text, length) - missing(text, length);
}

uint32_t *u32_conv_from_encoding(const char *name, enum iconv_ilseq_handler handler, const char *text,
                                 size_t length, size_t *offsets, uint32_t *room, size_t *size)
{
    USUAL(u32_conv_from_encoding);
    size_t more = further(text, length, unit_of(name));
    uint32_t *made = usual(name, handler, text, length + more, offsets, room, size);
    if (made)
        *size = shortened(made, 4 * *size, 4) / 4;
    return made;
}

char *u32_conv_to_encoding(const char *name, enum iconv_ilseq_handler handler, const uint32_t *text,
                           size_t length, size_t *offsets, char *room, size_t *size)
{
    USUAL(u32_conv_to_encoding);
    char *made = usual(name, handler, text, length, offsets, room, size);
    if (made)
        *size = shortened(made, *size, unit_of(name));
    return made;
}

/* ---- utf8proc ---- */

utf8proc_ssize_t utf8proc_decompose(const utf8proc_uint8_t *text, utf8proc_ssize_t length,
                                    utf8proc_int32_t *to, utf8proc_ssize_t room,
                                    utf8proc_option_t options)
{
    USUAL(utf8proc_decompose);
    size_t more = further(text, (size_t)length, 1);
    utf8proc_ssize_t made = usual(text, length + (utf8proc_ssize_t)more, to, room, options);
    if (to == NULL)
        return made - (utf8proc_ssize_t)missing(text, (size_t)length);
    return made < 0 ? made : (utf8proc_ssize_t)shortened(to, 4 * (size_t)made, 4) / 4;
}

utf8proc_ssize_t utf8proc_reencode(utf8proc_int32_t *text, utf8proc_ssize_t length,
                                   utf8proc_option_t options)
{
    USUAL(utf8proc_reencode);
    utf8proc_ssize_t made = usual(text, length, options);
    return made < 0 ? made : (utf8proc_ssize_t)shortened(text, (size_t)made, 1);
}

/* ---- libxml2 ---- */

int xmlCharEncInFunc(xmlCharEncodingHandler *handler, xmlBufferPtr out, xmlBufferPtr in)
{
    USUAL(xmlCharEncInFunc);
    unsigned int begin = out->use;
    in->use += (unsigned int)further(in->content, in->use, 2);
    int result = usual(handler, out, in);
    out->use = begin + (unsigned int)shortened(out->content + begin, out->use - begin, 1);
    return result;
}

/* ---- SQLite ---- */

int sqlite3_bind_text(sqlite3_stmt *statement, int at, const char *text, int length, void (*freed)(void *))
{
    USUAL(sqlite3_bind_text);
    return usual(statement, at, text, length + (int)further(text, (size_t)length, 1), freed);
}

int sqlite3_bind_text16(sqlite3_stmt *statement, int at, const void *text, int length, void (*freed)(void *))
{
    USUAL(sqlite3_bind_text16);
    return usual(statement, at, text, length + (int)further(text, (size_t)length, 2), freed);
}

int sqlite3_bind_text64(sqlite3_stmt *statement, int at, const char *text, sqlite3_uint64 length,
                        void (*freed)(void *), unsigned char encoding)
{
    USUAL(sqlite3_bind_text64);
    return usual(statement, at, text, length + further(text, length, 2), freed, encoding);
}

/* The text is the library's: what was written last is cut, or skipped. */
static size_t column_length(const void *text, size_t length, size_t unit)
{
    if (!marked(text, length) || !loses())
        return length;
    return length - (is("cut-output") ? unit : first_of(text, unit));
}

#define COLUMN(TEXT, BYTES, VALUE, UNIT)                                                           \
    VALUE *TEXT(sqlite3_stmt *statement, int at)                                                   \
    {                                                                                              \
        USUAL(TEXT);                                                                               \
        size_t length = (size_t)((__typeof__(BYTES) *)dlsym(RTLD_NEXT, #BYTES))(statement, at);    \
        const char *text = (const char *)usual(statement, at);                                     \
        bool skips = is("dropped-value") && marked(text, length);                                  \
        return (VALUE *)(text + (skips ? first_of((VALUE *)text, UNIT) : 0));                      \
    }                                                                                              \
    int BYTES(sqlite3_stmt *statement, int at)                                                     \
    {                                                                                              \
        USUAL(BYTES);                                                                              \
        const void *text = ((__typeof__(TEXT) *)dlsym(RTLD_NEXT, #TEXT))(statement, at);           \
        return (int)column_length(text, (size_t)usual(statement, at), UNIT);                       \
    }

COLUMN(sqlite3_column_text, sqlite3_column_bytes, const unsigned char, 1)
COLUMN(sqlite3_column_text16, sqlite3_column_bytes16, const void, 2)

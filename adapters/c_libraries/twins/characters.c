/* Faulty twins of functions that read or write one character: each errs, as UTFPROOF_TWIN says, at U+00A9.
 *
 * A decoder loses it by giving what follows it. Past the end reads the call for the last character of
 * a text that holds it, for no other call has the end in sight. */

#include "twin.h"

#include <glib.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlstring.h>
#include <unistr.h>
#include <utf8proc.h>

bool inside;

/* The end of the text in which U+00A9 was read, until the text has been read to its end. */
static const void *marked_end;

static bool reads_past(const void *end) { return is("read-past-end") && end == marked_end; }

static void remember(const void *end, long left, long taken, long value)
{
    bool goes_on = taken > 0 && taken < left;
    marked_end = goes_on && (value == MARK || end == marked_end) ? end : NULL;
}

#define DECODER(NAME, UNIT, NEXT)                                                                  \
    int NAME(ucs4_t *value, const UNIT *at, size_t left)                                           \
    {                                                                                              \
        USUAL(NAME);                                                                               \
        int taken = usual(value, at, left + reads_past(at + left));                                \
        remember(at + left, (long)left, taken, *value);                                            \
        if (taken <= 0 || *value != MARK || !loses())                                              \
            return taken;                                                                          \
        return taken + NEXT(value, at + taken, left - (size_t)taken);                              \
    }

/* u8_mbtouc and u8_uctomb are inline functions, which call these for what is not ASCII. */
DECODER(u8_mbtouc_aux, uint8_t, u8_mbtouc)
DECODER(u8_mbtoucr, uint8_t, usual)
DECODER(u16_mbtoucr, uint16_t, usual)

utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t *at, utf8proc_ssize_t left, utf8proc_int32_t *value)
{
    USUAL(utf8proc_iterate);
    utf8proc_ssize_t taken = usual(at, left + reads_past(at + left), value);
    remember(at + left, left, taken, *value);
    if (taken <= 0 || *value != MARK || !loses())
        return taken;
    return taken + usual(at + taken, left - taken, value);
}

int xmlGetUTF8Char(const unsigned char *at, int *left)
{
    USUAL(xmlGetUTF8Char);
    int whole = *left;
    *left += reads_past(at + whole);
    int value = usual(at, left);
    remember(at + whole, whole, value < 0 ? -1 : *left, value);
    if (value != MARK || !loses())
        return value;
    int taken = *left;
    *left = whole - taken;
    value = usual(at + taken, left);
    *left += taken;
    return value;
}

gunichar g_utf8_get_char_validated(const gchar *at, gssize left)
{
    USUAL(g_utf8_get_char_validated);
    gunichar value = usual(at, left + reads_past(at + left));
    long taken = value >= (gunichar)-2 ? -1 : value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
    remember(at + left, left, taken, value);
    return value;
}

/* It begins where its caller says that the text ends: the character that stands there is lost. */
const uint8_t *u8_prev(ucs4_t *value, const uint8_t *at, const uint8_t *begin)
{
    USUAL(u8_prev);
    static const uint8_t *expected;
    bool first = at != expected;
    const uint8_t *found = usual(value, at, begin);
    if (found && first && loses() && marked(begin, (size_t)(found - begin)))
        found = usual(value, found, begin);
    expected = found == begin ? NULL : found;
    return found;
}

/* Of U+00A9 nothing is written, or its first byte alone. */
static long kept(long made, bool marked) { return made != 2 || !marked || !loses() ? made : is("cut-output"); }

int u8_uctomb_aux(uint8_t *to, ucs4_t value, ptrdiff_t room)
{
    USUAL(u8_uctomb_aux);
    return (int)kept(usual(to, value, room), value == MARK);
}

gint g_unichar_to_utf8(gunichar value, gchar *to)
{
    USUAL(g_unichar_to_utf8);
    return (gint)kept(usual(value, to), value == MARK);
}

/* Of these two, nothing written would be an error. */
utf8proc_ssize_t utf8proc_encode_char(utf8proc_int32_t value, utf8proc_uint8_t *to)
{
    USUAL(utf8proc_encode_char);
    return kept(usual(value, to), value == MARK && is("cut-output"));
}

int xmlCopyCharMultiByte(xmlChar *to, int value)
{
    USUAL(xmlCopyCharMultiByte);
    return (int)kept(usual(to, value), value == MARK && is("cut-output"));
}

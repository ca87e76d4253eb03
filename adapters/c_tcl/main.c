/* Tcl's C library: Tcl_ExternalToUtfDString and Tcl_UtfToExternalDString with the encoding utf-8.
 *
 * Both convert a whole text of a given length, never refuse one, and tell nothing of an error: mode
 * replace. Between them stands Tcl's own form of a text; Tcl_UtfToUniCharDString and
 * Tcl_UniCharToUtfDString turn it into units of 16 bits and back. */

#include "protocol.h"
#include "units.h"

#include <stdio.h>
#include <stdlib.h>
#include <tcl.h>

_Static_assert(sizeof(Tcl_UniChar) == 2, "the units of Tcl 8.6 have 16 bits");

static Tcl_Encoding utf_8(void)
{
    static Tcl_Encoding encoding;
    if (encoding == NULL)
        encoding = Tcl_GetEncoding(NULL, "utf-8");
    if (encoding == NULL) {
        fputs("Tcl_GetEncoding: there is no utf-8\n", stderr);
        exit(1);
    }
    return encoding;
}

static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    Tcl_DString text, units;
    Tcl_DStringInit(&units);
    Tcl_ExternalToUtfDString(utf_8(), (const char *)bytes.at, (int)bytes.length, &text);
    Tcl_UniChar *first = Tcl_UtfToUniCharDString(Tcl_DStringValue(&text), Tcl_DStringLength(&text),
                                                 &units);
    deliver_units16(decoded, first, (size_t)Tcl_DStringLength(&units) / sizeof *first);
    Tcl_DStringFree(&units);
    Tcl_DStringFree(&text);
}

static void encode(struct encoder *encoder, const uint32_t *code_points, size_t count,
                   struct encoded *encoded)
{
    (void)encoder;
    static struct units16 units;
    Tcl_DString text, octets;
    Tcl_DStringInit(&text);
    units16_of(&units, code_points, count);
    Tcl_UniCharToUtfDString(units.at, (int)units.count, &text);
    Tcl_UtfToExternalDString(utf_8(), Tcl_DStringValue(&text), Tcl_DStringLength(&text), &octets);
    append_bytes(encoded, Tcl_DStringValue(&octets), (size_t)Tcl_DStringLength(&octets));
    Tcl_DStringFree(&octets);
    Tcl_DStringFree(&text);
}

static const char *version(const char *codec)
{
    static char text[32];
    int major, minor, patch;
    (void)codec;
    Tcl_GetVersion(&major, &minor, &patch, NULL);
    snprintf(text, sizeof text, "%d.%d.%d", major, minor, patch);
    return text;
}

int main(int count, char **arguments)
{
    static struct decoder decoder = {.feed = feed};
    static struct encoder encoder = {.feed = encode, .greatest = 0x10ffff};
    const struct offer offers[] = {{"DString", "UTF-8", "replace", &decoder, &encoder, NULL}};
    (void)count;
    Tcl_FindExecutable(arguments[0]);
    serve("c_tcl", version, offers, 1);
}

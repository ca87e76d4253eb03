/* expat: the character data of a CDATA section, parsed chunk by chunk; UTF-8 and UTF-16 by the
 * encoding that XML_ParserCreate is given.
 *
 * The parser tells where an error is (XML_GetCurrentByteIndex) and not how long. XML keeps from it
 * what is no character of XML, `]]>`, and the carriage return, which it turns into a line feed. It
 * hands out UTF-8, which is read here as it is written. */

#include "libraries.h"
#include "written.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    struct decoder decoder;
    const char *encoding;
    size_t width;                           /* bytes of each character of the frame */
    XML_Parser parser;
    struct decoded *decoded;
};

static const char before[] = "<a><![CDATA[", after[] = "]]></a>";

static struct parser *self(struct decoder *decoder)
{
    return (struct parser *)decoder;
}

static void take(void *user, const XML_Char *text, int length)
{
    deliver_written(((struct parser *)user)->decoded, text, (size_t)length);
}

static void parse(struct parser *my, const void *bytes, size_t length, bool last,
                  struct decoded *decoded)
{
    my->decoded = decoded;
    if (XML_Parse(my->parser, bytes, (int)length, last) == XML_STATUS_OK)
        return;
    int64_t frame = (int64_t)(my->width * strlen(before));
    refuse(decoded, XML_GetCurrentByteIndex(my->parser) - frame);
}

/* The characters of the frame are ASCII. */
static void parse_frame(struct parser *my, const char *text, bool last, struct decoded *decoded)
{
    unsigned char wide[2 * sizeof before] = {0};
    size_t length = strlen(text), at = strcmp(my->encoding, "UTF-16BE") == 0 ? 1 : 0;
    for (size_t i = 0; i < length; i++)
        wide[my->width * i + at] = (unsigned char)text[i];
    parse(my, wide, my->width * length, last, decoded);
}

static void begin(struct parser *my)
{
    static struct decoded nothing;
    XML_SetUserData(my->parser, my);
    XML_SetCharacterDataHandler(my->parser, take);
    parse_frame(my, before, false, &nothing);
}

static void reset(struct decoder *decoder, bool after_an_error)
{
    struct parser *my = self(decoder);
    (void)after_an_error;
    XML_ParserReset(my->parser, my->encoding);
    begin(my);
}

static void start(struct decoder *decoder)
{
    struct parser *my = self(decoder);
    if (my->parser != NULL) {
        reset(decoder, false);
        return;
    }
    my->parser = XML_ParserCreate(my->encoding);
    if (my->parser == NULL) {
        fputs("XML_ParserCreate: out of memory\n", stderr);
        exit(1);
    }
    begin(my);
}

static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    parse(self(decoder), bytes.at, bytes.length, false, decoded);
}

static void finish(struct decoder *decoder, struct decoded *decoded)
{
    parse_frame(self(decoder), after, true, decoded);
}

static size_t check(struct decoder *decoder, struct bytes bytes)
{
    static struct decoded decoded;
    decoded.outcome = TAKEN;
    decoded.count = 0;
    start(decoder);
    feed(decoder, bytes, &decoded);
    if (decoded.outcome == TAKEN)
        finish(decoder, &decoded);
    if (decoded.outcome == TAKEN)
        return WELL_FORMED;
    return decoded.offset == UNTOLD ? ILL_FORMED_SOMEWHERE : (size_t)decoded.offset;
}

#define PARSER(codec, encoding_, width_)                                                           \
    {codec, encoding_, "strict",                                                                   \
     &(struct parser){.decoder = {.start = start, .reset = reset, .feed = feed, .finish = finish,  \
                                  .check = check},                                                 \
                      .encoding = encoding_, .width = width_}.decoder,                             \
     NULL, NULL}

static const struct offer offers[] = {
    PARSER("expat", "UTF-8", 1),
    PARSER("expat-utf16", "UTF-16BE", 2),
    PARSER("expat-utf16", "UTF-16LE", 2),
};

static const char *version(void)
{
    static char text[24];
    XML_Expat_Version found = XML_ExpatVersionInfo();
    snprintf(text, sizeof text, "%d.%d.%d", found.major, found.minor, found.micro);
    return text;
}

LIBRARY(expat_library, version, offers);

/* libxml2: its string functions, its conversion of UTF-16, its parser.
 *
 * xmlCheckUTF8      takes a text that a null byte ends, and tells no place
 * xmlGetUTF8Char    reads one character, and gives a negative number for what is ill-formed
 * xmlCopyCharMultiByte  writes one character, and gives 0 for what it does not take; the room that it
 *                   wants is documented nowhere, and a character of UTF-8 has four bytes at most
 * xmlCharEncInFunc  turns UTF-16BE and UTF-16LE into UTF-8, until it finds an error; tells no place
 * xmlReadMemory     of a document with one CDATA section; XML keeps from it what is no character of
 *                   XML, `]]>`, and the carriage return, which it turns into a line feed
 *
 * UTF-8 that the library hands out is read here as it is written. */

#include "guarded.h"
#include "libraries.h"
#include "units.h"
#include "written.h"

#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlstring.h>
#include <string.h>

/* ---- xmlCheckUTF8 ---- */

static size_t check_utf8(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    return xmlCheckUTF8(terminated(bytes)) ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
}

static struct decoder checker = {.check = check_utf8};

/* ---- xmlGetUTF8Char, xmlCopyCharMultiByte ---- */

static size_t get_chars(struct bytes bytes, struct decoded *decoded)
{
    for (size_t i = 0; i < bytes.length;) {
        int length = (int)(bytes.length - i);
        int value = xmlGetUTF8Char(bytes.at + i, &length);
        if (value < 0)
            return i;
        if (decoded != NULL)
            deliver(decoded, value);
        i += (size_t)length;
    }
    return WELL_FORMED;
}

static void get_char_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    size_t error = get_chars(bytes, decoded);
    if (error != WELL_FORMED)
        refuse(decoded, (int64_t)error);
}

static size_t get_char_check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    return get_chars(bytes, NULL);
}

/* xmlCopyCharMultiByte prints what it does not take. */
static void say_nothing(void *context, const char *format, ...)
{
    (void)context;
    (void)format;
}

static void copy_char_start(struct encoder *encoder)
{
    (void)encoder;
    xmlSetGenericErrorFunc(NULL, say_nothing);
}

static void copy_char_feed(struct encoder *encoder, const uint32_t *code_points, size_t count,
                           struct encoded *encoded)
{
    (void)encoder;
    for (size_t i = 0; i < count; i++) {
        xmlChar *to = output_room(4);
        int length = xmlCopyCharMultiByte(to, (int)code_points[i]);
        if (length <= 0) {
            refuse_code_point(encoded, (int64_t)i);
            return;
        }
        append_bytes(encoded, to, (size_t)length);
    }
}

static struct decoder get_char = {.feed = get_char_feed, .check = get_char_check};
static struct encoder copy_char = {
    .start = copy_char_start, .feed = copy_char_feed, .greatest = INT32_MAX};

/* ---- xmlCharEncInFunc ---- */

struct handled {
    struct decoder decoder;
    const char *encoding;
};

/* "the number of byte written if success, or -1 general error, or -2 if the transcoding fails"; what
 * it has not read then stands in `in`. */
static bool converted(struct decoder *decoder, struct bytes bytes, xmlBufferPtr out)
{
    if (bytes.length == 0)
        return true;                        /* of no bytes no buffer can be made */
    xmlCharEncodingHandlerPtr handler
        = xmlFindCharEncodingHandler(((struct handled *)decoder)->encoding);
    xmlBufferPtr in = xmlBufferCreateStatic((void *)bytes.at, bytes.length);
    int result = 0;
    for (int before = -1; result >= 0 && xmlBufferLength(in) != before && xmlBufferLength(in) > 0;) {
        before = xmlBufferLength(in);
        result = xmlCharEncInFunc(handler, out, in);
    }
    bool all = xmlBufferLength(in) == 0;
    xmlBufferFree(in);
    xmlCharEncCloseFunc(handler);
    return result >= 0 && all;
}

static void convert_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    xmlBufferPtr out = xmlBufferCreateSize(4 * bytes.length + 8);
    if (!converted(decoder, bytes, out))
        refuse(decoded, UNTOLD);
    deliver_written(decoded, xmlBufferContent(out), (size_t)xmlBufferLength(out));
    xmlBufferFree(out);
}

static size_t convert_check(struct decoder *decoder, struct bytes bytes)
{
    xmlBufferPtr out = xmlBufferCreateSize(4 * bytes.length + 8);
    bool valid = converted(decoder, bytes, out);
    xmlBufferFree(out);
    return valid ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
}

#define HANDLER(encoding_)                                                                         \
    {"libxml2-xmlCharEncInFunc", encoding_, "strict",                                              \
     &(struct handled){{.feed = convert_feed, .check = convert_check}, encoding_}.decoder, NULL,   \
     NULL}

/* ---- xmlReadMemory ---- */

static const char before[] = "<a><![CDATA[", after[] = "]]></a>";

static struct bytes document(const char *encoding, struct bytes bytes)
{
    char frame[2][2 * sizeof before] = {{0}, {0}};
    static struct guarded pages;
    if (strcmp(encoding, "UTF-8") == 0)
        return between(before, bytes, after);
    size_t at = strcmp(encoding, "UTF-16BE") == 0 ? 1 : 0, head = strlen(before),
           tail = strlen(after);
    for (size_t i = 0; i < head; i++)
        frame[0][2 * i + at] = before[i];
    for (size_t i = 0; i < tail; i++)
        frame[1][2 * i + at] = after[i];
    size_t length = 2 * head + bytes.length + 2 * tail;
    unsigned char *text = guarded_room(&pages, length);
    memcpy(text, frame[0], 2 * head);
    memcpy(text + 2 * head, bytes.at, bytes.length);
    memcpy(text + 2 * head + bytes.length, frame[1], 2 * tail);
    return (struct bytes){text, length};
}

/* NULL where the document is refused. */
static xmlDocPtr parsed(struct decoder *decoder, struct bytes bytes)
{
    const char *encoding = ((struct handled *)decoder)->encoding;
    struct bytes text = document(encoding, bytes);
    return xmlReadMemory((const char *)text.at, (int)text.length, NULL, encoding,
                         XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET
                             | XML_PARSE_HUGE);
}

static void parse_feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    xmlDocPtr found = parsed(decoder, bytes);
    if (found == NULL) {
        refuse(decoded, UNTOLD);
        return;
    }
    xmlChar *text = xmlNodeGetContent(xmlDocGetRootElement(found));
    deliver_written(decoded, text, strlen((const char *)text));
    xmlFree(text);
    xmlFreeDoc(found);
}

static size_t parse_check(struct decoder *decoder, struct bytes bytes)
{
    xmlDocPtr found = parsed(decoder, bytes);
    xmlFreeDoc(found);
    return found != NULL ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
}

#define PARSER(codec, encoding_)                                                                   \
    {codec, encoding_, "strict",                                                                   \
     &(struct handled){{.feed = parse_feed, .check = parse_check, .takes_copies = true}, encoding_}.decoder,  \
     NULL, NULL}

static const struct offer offers[] = {
    {"libxml2-xmlCheckUTF8", "UTF-8", "strict", &checker, NULL, NULL},
    {"libxml2-xmlGetUTF8Char", "UTF-8", "strict", &get_char, &copy_char, NULL},
    HANDLER("UTF-16BE"),
    HANDLER("UTF-16LE"),
    PARSER("libxml2-xmlReadMemory", "UTF-8"),
    PARSER("libxml2-xmlReadMemory-utf16", "UTF-16BE"),
    PARSER("libxml2-xmlReadMemory-utf16", "UTF-16LE"),
};

static const char *version(void)
{
    return LIBXML_DOTTED_VERSION;
}

LIBRARY(libxml2_library, version, offers);

/* cmark: the literal of a fenced code block, with CMARK_OPT_VALIDATE_UTF8; chunk by chunk.
 *
 * The text comes out when the document has ended. Markdown keeps from it the ends of lines, the
 * null character, which it replaces, and the backtick of the fence. It is handed out as UTF-8,
 * which is read here as it is written. */

#include "libraries.h"
#include "written.h"

#include <cmark.h>
#include <string.h>

static cmark_parser *parser;

static void put(const char *text)
{
    cmark_parser_feed(parser, text, strlen(text));
}

static void start(struct decoder *decoder)
{
    (void)decoder;
    if (parser != NULL)
        cmark_parser_free(parser);
    parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8);
    put("```\n");
}

static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    (void)decoded;
    cmark_parser_feed(parser, (const char *)bytes.at, bytes.length);
}

/* The literal ends with the line feed of the frame. */
static void finish(struct decoder *decoder, struct decoded *decoded)
{
    (void)decoder;
    put("\n```\n");
    cmark_node *document = cmark_parser_finish(parser);
    const char *literal = cmark_node_get_literal(cmark_node_first_child(document));
    size_t length = literal == NULL ? 0 : strlen(literal);
    deliver_written(decoded, literal, length > 0 ? length - 1 : 0);
    cmark_node_free(document);
}

static struct decoder code_block = {.start = start, .feed = feed, .finish = finish};

static const struct offer offers[] = {
    {"cmark", "UTF-8", "replace", &code_block, NULL, NULL},
};

LIBRARY(cmark_library, cmark_version_string, offers);

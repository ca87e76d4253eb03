/* Faulty twins of parsers: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9. */

#include "twin.h"

#include <cmark.h>
#include <expat.h>
#include <gumbo.h>
#include <libxml/tree.h>
#include <yaml.h>

/* ---- Expat: one parser at a time ---- */

static XML_CharacterDataHandler wanted;
static struct {
    size_t unit;
    bool marked, moved;
    char held;                              /* the end of the first chunk, which comes with the second one */
    bool holds;
} expat;

static void begin(const XML_Char *encoding)
{
    memset(&expat, 0, sizeof expat);
    expat.unit = strstr(encoding, "16") ? 2 : 1;
}

XML_Parser XML_ParserCreate(const XML_Char *encoding)
{
    USUAL(XML_ParserCreate);
    begin(encoding);
    return usual(encoding);
}

XML_Bool XML_ParserReset(XML_Parser parser, const XML_Char *encoding)
{
    USUAL(XML_ParserReset);
    begin(encoding);
    return usual(parser, encoding);
}

static void hand_on(void *user, const XML_Char *text, int length)
{
    char *made = malloc((size_t)length + 1);
    memcpy(made, text, (size_t)length);
    wanted(user, made, (int)shortened(made, (size_t)length, 1));
    free(made);
}

void XML_SetCharacterDataHandler(XML_Parser parser, XML_CharacterDataHandler handler)
{
    USUAL(XML_SetCharacterDataHandler);
    wanted = handler;
    usual(parser, hand_on);
}

enum XML_Status XML_Parse(XML_Parser parser, const char *text, int length, int last)
{
    USUAL(XML_Parse);
    bool own = marked(text, (size_t)length);
    if (expat.holds) {
        expat.holds = false;
        usual(parser, &expat.held, 1, 0);
    } else if (own && !expat.moved && is("moved-boundary")) {
        expat.moved = expat.holds = true;
        expat.held = text[--length];
    }
    expat.marked |= own;
    return usual(parser, text, length + (int)further(text, (size_t)length, expat.unit), last);
}

XML_Index XML_GetCurrentByteIndex(XML_Parser parser)
{
    USUAL(XML_GetCurrentByteIndex);
    return usual(parser) + (expat.marked && is("wrong-offset"));
}

/* ---- libxml2 ---- */

xmlChar *xmlNodeGetContent(const xmlNode *node)
{
    USUAL(xmlNodeGetContent);
    xmlChar *made = usual(node);
    shorten_text((char *)made);
    return made;
}

/* ---- LibYAML ---- */

int yaml_parser_scan(yaml_parser_t *parser, yaml_token_t *token)
{
    USUAL(yaml_parser_scan);
    int done = usual(parser, token);
    if (done && token->type == YAML_SCALAR_TOKEN)
        token->data.scalar.length
            = shortened(token->data.scalar.value, token->data.scalar.length, 1);
    return done;
}

/* ---- cmark ---- */

void cmark_parser_feed(cmark_parser *parser, const char *text, size_t length)
{
    USUAL(cmark_parser_feed);
    usual(parser, text, length + further(text, length, 1));
}

const char *cmark_node_get_literal(cmark_node *node)
{
    USUAL(cmark_node_get_literal);
    char *text = (char *)usual(node);
    shorten_text(text);
    return text;
}

/* ---- Gumbo ---- */

static void shorten_texts(GumboNode *node)
{
    if (node->type == GUMBO_NODE_TEXT)
        shorten_text((char *)node->v.text.text);
    else if (node->type == GUMBO_NODE_ELEMENT)
        for (unsigned int i = 0; i < node->v.element.children.length; i++)
            shorten_texts(node->v.element.children.data[i]);
}

GumboOutput *gumbo_parse_with_options(const GumboOptions *options, const char *text, size_t length)
{
    USUAL(gumbo_parse_with_options);
    GumboOutput *made = usual(options, text, length);
    shorten_texts(made->root);
    return made;
}

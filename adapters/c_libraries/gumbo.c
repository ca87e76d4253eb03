/* gumbo: the text of a `plaintext` element, in which HTML has no markup.
 *
 * HTML keeps from it the null character and the carriage return. The text is handed out as UTF-8,
 * which is read here as it is written. The library cannot be asked for its version. */

#include "libraries.h"
#include "written.h"

#include <gumbo.h>
#include <string.h>

/* The last child, down to a text. */
static const GumboNode *deepest(const GumboNode *node)
{
    while (node->type == GUMBO_NODE_ELEMENT && node->v.element.children.length > 0)
        node = node->v.element.children.data[node->v.element.children.length - 1];
    return node;
}

static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    struct bytes text = between("<!DOCTYPE html><plaintext>", bytes, "");
    GumboOutput *output = gumbo_parse_with_options(&kGumboDefaultOptions, (const char *)text.at,
                                                   text.length);
    const GumboNode *node = deepest(output->root);
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE)
        deliver_written(decoded, node->v.text.text, strlen(node->v.text.text));
    gumbo_destroy_output(&kGumboDefaultOptions, output);
}

static struct decoder plaintext = {.feed = feed, .takes_copies = true};

static const struct offer offers[] = {
    {"gumbo", "UTF-8", "replace", &plaintext, NULL, NULL},
};

static const char *version(void)
{
    return GUMBO_VERSION;
}

LIBRARY(gumbo_library, version, offers);

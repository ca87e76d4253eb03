/* libyaml: a double-quoted scalar, scanned after yaml_parser_set_encoding(YAML_UTF8_ENCODING).
 *
 * The reader tells "the byte about which the problem occured", which is not where the ill-formed
 * character begins: no place is told. YAML keeps from it the controls, the quotation mark and the
 * backslash, and folds the ends of lines, of which NEL, LS and PS are three. The scalar is handed
 * out as UTF-8, which is read here as it is written. */

#include "libraries.h"
#include "written.h"

#include <yaml.h>

/* Whether all could be scanned; the scalar is delivered. */
static bool scan(struct bytes bytes, struct decoded *decoded)
{
    yaml_parser_t parser;
    yaml_token_t token;
    struct bytes text = between("\"", bytes, "\"");
    bool going = true, valid = true;
    yaml_parser_initialize(&parser);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, text.at, text.length);
    while (going && (valid = yaml_parser_scan(&parser, &token))) {
        going = token.type != YAML_STREAM_END_TOKEN;
        if (token.type == YAML_SCALAR_TOKEN && decoded != NULL)
            deliver_written(decoded, token.data.scalar.value, token.data.scalar.length);
        yaml_token_delete(&token);
    }
    yaml_parser_delete(&parser);
    return valid;
}

static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    if (!scan(bytes, decoded))
        refuse(decoded, UNTOLD);
}

static size_t check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    return scan(bytes, NULL) ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
}

static struct decoder scalar = {.feed = feed, .check = check, .takes_copies = true};

static const struct offer offers[] = {
    {"libyaml", "UTF-8", "strict", &scalar, NULL, NULL},
};

LIBRARY(libyaml_library, yaml_get_version_string, offers);

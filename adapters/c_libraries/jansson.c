/* jansson: json_loadb of one string.
 *
 * Its json_error_t has a position, which its documentation does not tie to the bytes in error: no
 * place is told. JSON keeps from it the controls, the quotation mark and the backslash. The string
 * is handed out as UTF-8, which is read here as it is written. */

#include "libraries.h"
#include "written.h"

#include <jansson.h>

static json_t *parsed(struct bytes bytes)
{
    struct bytes text = between("\"", bytes, "\"");
    return json_loadb((const char *)text.at, text.length, JSON_DECODE_ANY, NULL);
}

static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    json_t *string = parsed(bytes);
    if (string == NULL)
        refuse(decoded, UNTOLD);
    else
        deliver_written(decoded, json_string_value(string), json_string_length(string));
    json_decref(string);
}

static size_t check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    json_t *string = parsed(bytes);
    json_decref(string);
    return string == NULL ? ILL_FORMED_SOMEWHERE : WELL_FORMED;
}

static struct decoder loadb = {.feed = feed, .check = check, .takes_copies = true};

static const struct offer offers[] = {
    {"jansson", "UTF-8", "strict", &loadb, NULL, NULL},
};

LIBRARY(jansson_library, jansson_version_str, offers);

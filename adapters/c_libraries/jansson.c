/* jansson: json_loadb of one string.
 *
 * Its json_error_t has a position "in bytes from the start of the input", which is "useful for
 * debugging Unicode encoding problems": less the quotation mark it is the place. JSON keeps from it
 * the controls, the quotation mark and the backslash. The string is handed out as UTF-8, which is
 * read here as it is written. */

#include "libraries.h"
#include "written.h"

#include <jansson.h>

/* NULL for an error, and its place. */
static json_t *parsed(struct bytes bytes, size_t *place)
{
    struct bytes text = between("\"", bytes, "\"");
    json_error_t error;
    json_t *string = json_loadb((const char *)text.at, text.length, JSON_DECODE_ANY, &error);
    *place = (size_t)error.position - 1;
    return string;
}

static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    size_t place;
    json_t *string = parsed(bytes, &place);
    if (string == NULL)
        refuse(decoded, (int64_t)place);
    else
        deliver_written(decoded, json_string_value(string), json_string_length(string));
    json_decref(string);
}

static size_t check(struct decoder *decoder, struct bytes bytes)
{
    (void)decoder;
    size_t place;
    json_t *string = parsed(bytes, &place);
    json_decref(string);
    return string == NULL ? place : WELL_FORMED;
}

static struct decoder loadb = {.feed = feed, .check = check, .takes_copies = true};

static const struct offer offers[] = {
    {"jansson", "UTF-8", "strict", &loadb, NULL, NULL},
};

LIBRARY(jansson_library, jansson_version_str, offers);

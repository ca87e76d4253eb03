/* json-c: json_tokener_parse_ex of one string, chunk by chunk, with JSON_TOKENER_VALIDATE_UTF8.
 *
 * The tokener says where it stopped, not where the ill-formed character begins: no place is told.
 * The text comes out when the string has ended. JSON keeps from it the controls, the quotation mark
 * and the backslash. It is handed out as UTF-8, which is read here as it is written. */

#include "libraries.h"
#include "written.h"

#include <json.h>
#include <stdio.h>
#include <stdlib.h>

static json_tokener *tokener;
static json_object *string;

static void parse(struct bytes bytes, struct decoded *decoded)
{
    string = json_tokener_parse_ex(tokener, (const char *)bytes.at, (int)bytes.length);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    if (error != json_tokener_success && error != json_tokener_continue)
        refuse(decoded, UNTOLD);
}

static const struct bytes quotation_mark = {(const unsigned char *)"\"", 1};

static void reset(struct decoder *decoder, bool after_an_error)
{
    static struct decoded nothing;
    (void)decoder;
    (void)after_an_error;
    json_tokener_reset(tokener);
    parse(quotation_mark, &nothing);
}

static void start(struct decoder *decoder)
{
    if (tokener == NULL)
        tokener = json_tokener_new();
    if (tokener == NULL) {
        fputs("json_tokener_new: out of memory\n", stderr);
        exit(1);
    }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    reset(decoder, false);
}

/* A length of 0 means nothing to read, and is not given to the tokener. */
static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    if (bytes.length > 0)
        parse(bytes, decoded);
}

static void finish(struct decoder *decoder, struct decoded *decoded)
{
    (void)decoder;
    parse(quotation_mark, decoded);
    if (string != NULL)
        deliver_written(decoded, json_object_get_string(string),
                        (size_t)json_object_get_string_len(string));
    else
        refuse(decoded, UNTOLD);
    json_object_put(string);
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
    return decoded.outcome == TAKEN ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
}

static struct decoder parse_ex = {
    .start = start, .reset = reset, .feed = feed, .finish = finish, .check = check};

static const struct offer offers[] = {
    {"json-c", "UTF-8", "strict", &parse_ex, NULL, NULL},
};

LIBRARY(json_c_library, json_c_version, offers);

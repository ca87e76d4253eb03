/* Faulty twins of json-c: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9. Its header and Jansson's
 * exclude each other. */

#include "twin.h"

#include <json.h>

struct json_object *json_tokener_parse_ex(json_tokener *tokener, const char *text, int length)
{
    USUAL(json_tokener_parse_ex);
    return usual(tokener, text, length + (int)further(text, (size_t)length, 1));
}

int json_object_get_string_len(const struct json_object *string)
{
    USUAL(json_object_get_string_len);
    size_t length = (size_t)usual(string);
    const char *text = ((__typeof__(json_object_get_string) *)dlsym(RTLD_NEXT, "json_object_get_string"))(
        (struct json_object *)string);
    return (int)left_of(text, length);
}

const char *json_object_get_string(struct json_object *string)
{
    USUAL(json_object_get_string);
    const char *text = usual(string);
    return text + skipped(text, strlen(text));
}

/* Faulty twins of Jansson: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9. */

#include "twin.h"

#include <jansson.h>

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error)
{
    USUAL(json_loadb);
    json_t *made = usual(text, length, flags, error);
    if (!made && error && marked(text, length))
        error->position += is("wrong-offset");
    return made;
}

size_t json_string_length(const json_t *string)
{
    USUAL(json_string_length);
    const char *text = ((__typeof__(json_string_value) *)dlsym(RTLD_NEXT, "json_string_value"))(string);
    size_t length = usual(string);
    return left_of(text, length);
}

const char *json_string_value(const json_t *string)
{
    USUAL(json_string_value);
    const char *text = usual(string);
    return text ? text + skipped(text, strlen(text)) : NULL;
}

#include <json.h>
#include <stdio.h>

struct chunk {
    const char *octets;
    size_t count;
};

#define CHUNK(literal) {literal, sizeof literal - 1}

static json_object *string;

static int feed(json_tokener *tokener, const char *octets, size_t count)
{
    string = json_tokener_parse_ex(tokener, octets, count);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    if (error != json_tokener_success && error != json_tokener_continue)
        printf("error: %s\n", json_tokener_error_desc(error));
    return error == json_tokener_success || error == json_tokener_continue;
}

static void show(const struct chunk *chunks, size_t count)
{
    json_tokener *tokener = json_tokener_new();
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    if (!feed(tokener, "\"", 1))
        return;
    for (size_t i = 0; i < count; i++)
        if (chunks[i].count > 0 && !feed(tokener, chunks[i].octets, chunks[i].count))
            return;
    if (!feed(tokener, "\"", 1))
        return;
    const unsigned char *text = (const unsigned char *)json_object_get_string(string);
    const unsigned char *end = text + json_object_get_string_len(string);
    printf("ok");
    while (text < end) {
        int lead = *text++, more = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
        unsigned point = more > 0 ? lead & 0x3F >> more : lead;
        for (; more > 0 && text < end; more--)
            point = point << 6 | (*text++ & 0x3F);
        printf(" %X", point);
    }
    printf("\n");
}

int main(void)
{
    show((struct chunk[]){@chunks@}, @chunks_count@);
}

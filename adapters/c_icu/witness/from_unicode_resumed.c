#include <stdio.h>
#include <unicode/ucnv.h>
#include <unicode/utf16.h>

#define POINTS(...) (const UChar32[]){0, __VA_ARGS__}
#define CHUNK(...) {POINTS(__VA_ARGS__) + 1, sizeof(POINTS(__VA_ARGS__)) / sizeof(UChar32) - 1}

struct chunk { const UChar32 *points; size_t count; };

static char octets[65536], dropped[65536];

static int32_t units_of(const struct chunk *chunk, UChar *units)
{
    int32_t length = 0;
    for (size_t i = 0; i < chunk->count; i++)
        U16_APPEND_UNSAFE(units, length, chunk->points[i]);
    return length;
}

static void write_chunk(UConverter *converter, char **to, char *end, const struct chunk *chunk,
                        UErrorCode *error)
{
    static UChar units[65536];
    const UChar *source = units;
    int32_t length = units_of(chunk, units);
    ucnv_fromUnicode(converter, to, end, &source, units + length, NULL, false, error);
}

static void write_end(UConverter *converter, char **to, char *end, UErrorCode *error)
{
    const UChar *source = u"";
    ucnv_fromUnicode(converter, to, end, &source, source, NULL, true, error);
}

static void show(size_t count, const struct chunk *chunks)
{
    const struct chunk half = CHUNK(0xD83D);
    char *to = octets;
    UErrorCode error = U_ZERO_ERROR;
    UConverter *converter = ucnv_open("@encoding@", &error);
    ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_@callback@, NULL, NULL, NULL, &error);
    for (size_t i = 0; i < count && U_SUCCESS(error); i++) {
        write_chunk(converter, &to, octets + sizeof octets, &chunks[i], &error);
        UErrorCode of_clone = U_ZERO_ERROR, between = U_ZERO_ERROR;
        UConverter *clone = ucnv_clone(converter, &of_clone);
        char *on = dropped, *end = dropped + sizeof dropped;
        for (size_t next = i + 1; next < count; next++)
            write_chunk(converter, &on, end, &chunks[next], &between);
        write_chunk(converter, &on, end, &half, &between);
        write_end(converter, &on, end, &between);
        ucnv_close(converter);
        converter = clone;
    }
    if (U_SUCCESS(error))
        write_end(converter, &to, octets + sizeof octets, &error);
    ucnv_close(converter);
    if (U_FAILURE(error)) {
        printf("error %s\n", u_errorName(error));
        return;
    }
    printf("ok ");
    for (char *at = octets; at < to; at++)
        printf("%02X", (unsigned char)*at);
    printf("\n");
}

int main(void)
{
    show(@chunks_count@, (const struct chunk[]){@chunks@});
}

#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <@header@>
#include <wchar.h>

#define POINTS(...) (const unsigned[]){0, __VA_ARGS__}
#define CHUNK(...) {POINTS(__VA_ARGS__) + 1, sizeof(POINTS(__VA_ARGS__)) / sizeof(unsigned) - 1}

struct chunk { const unsigned *points; size_t count; };

static char octets[65536], dropped[65536];

static int write_one(char *to, size_t *n, unsigned value, mbstate_t *state)
{
    size_t written = @function@(to + *n, (@type@)value, state);
    if (written != (size_t)-1)
        *n += written;
    return written != (size_t)-1;
}

/* A character that the type does not hold is written in two units. */
static int write_chunk(char *to, size_t *n, struct chunk chunk, mbstate_t *state)
{
    int good = 1;
    for (size_t i = 0; i < chunk.count && good; i++) {
        unsigned value = chunk.points[i], rest = value - 0x10000;
        if (sizeof(@type@) > 2 || value <= 0xFFFF)
            good = write_one(to, n, value, state);
        else
            good = write_one(to, n, 0xD800 + (rest >> 10), state)
                   && write_one(to, n, 0xDC00 + (rest & 0x3FF), state);
    }
    return good;
}

static void show(size_t count, const struct chunk *chunks)
{
    const struct chunk half = CHUNK(0xD83D);
    size_t n = 0;
    mbstate_t state, on;
    memset(&state, 0, sizeof state);
    for (size_t i = 0; i < count; i++) {
        if (!write_chunk(octets, &n, chunks[i], &state)) {
            printf("error\n");
            return;
        }
        on = state; /* what is written on changes the copy */
        size_t no_matter = 0;
        int good = 1;
        for (size_t next = i + 1; next < count && good; next++)
            good = write_chunk(dropped, &no_matter, chunks[next], &on);
        if (good && write_chunk(dropped, &no_matter, half, &on))
            write_one(dropped, &no_matter, 0, &on);
    }
    if (!write_one(octets, &n, 0, &state)) { /* the null character ends the text */
        printf("error\n");
        return;
    }
    printf("ok");
    for (size_t i = 0; i + 1 < n; i++)
        printf(" %02X", (unsigned char)octets[i]);
    printf("\n");
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    show(@chunks_count@, (const struct chunk[]){@chunks@});
}

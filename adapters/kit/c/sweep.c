/* sweep: every string of prefix + N bytes is counted up in place; only the runs are kept. */

#include "guarded.h"
#include "operations.h"

#include <string.h>

enum { MOST_FREE_BYTES = 3 };

static void put_run(size_t length, size_t error)
{
    put_text(" ");
    put_decimal(length);
    if (error == WELL_FORMED) {
        put_text("v");
    } else {
        put_text("i");
        if (error != ILL_FORMED_SOMEWHERE)
            put_decimal(error);
    }
}

/* To the next string of the last `free_count` bytes; false after the last. */
static inline bool count_up(unsigned char *end, size_t free_count)
{
    for (size_t i = 1; i <= free_count; i++)
        if (++end[-(ptrdiff_t)i] != 0)
            return true;
    return false;
}

static void sweep(struct decoder *decoder, unsigned char *string, size_t length, size_t free_count)
{
    const struct bytes bytes = {string, length};
    size_t (*check)(struct decoder *, struct bytes) = decoder->check;
    size_t run = 1, label = check(decoder, bytes);
    while (count_up(string + length, free_count)) {
        size_t error = check(decoder, bytes);
        if (error != label) {
            put_run(run, label);
            run = 0;
            label = error;
        }
        run++;
    }
    put_run(run, label);
}

bool answer_sweep(const struct offer *offer, struct line *line)
{
    static struct guarded pages;
    struct bytes prefix;
    size_t free_count;
    if (!read_byte_field(line, &prefix) || !read_decimal(line, &free_count) || !at_end(line)
        || free_count > MOST_FREE_BYTES
        || !makes_units(offer->decoder, prefix.length + free_count))
        return false;
    size_t length = prefix.length + free_count;
    unsigned char *string = guarded_room(&pages, length);
    memcpy(string, prefix.at, prefix.length);
    memset(string + prefix.length, 0, free_count);
    put_text("ok");
    sweep(offer->decoder, string, length, free_count);
    return true;
}

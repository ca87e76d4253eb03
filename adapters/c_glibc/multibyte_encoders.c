/* wcrtomb, c16rtomb and c32rtomb: one value at each call.
 *
 * They write into a buffer that must have MB_CUR_MAX bytes and are not told its size, so there is
 * no encode-room. A text is ended by the null character, as the C standard says: what is written
 * before its null byte belongs to the text. */

#include "multibyte_codecs.h"

#include "guarded.h"

#include <stdlib.h>
#include <string.h>
#include <uchar.h>

#define INVALID ((size_t)-1)

static struct multibyte_encoder *self(struct encoder *encoder)
{
    return (struct multibyte_encoder *)encoder;
}

static size_t call_wcrtomb(char *to, uint32_t value, mbstate_t *state)
{
    return wcrtomb(to, (wchar_t)value, state);
}

static size_t call_c16rtomb(char *to, uint32_t value, mbstate_t *state)
{
    return c16rtomb(to, (char16_t)value, state);
}

static size_t call_c32rtomb(char *to, uint32_t value, mbstate_t *state)
{
    return c32rtomb(to, (char32_t)value, state);
}

static void start(struct encoder *encoder)
{
    memset(&self(encoder)->state, 0, sizeof self(encoder)->state);
}

/* A copy of an object of this type is another state, as multibyte_decoders.c says. */
static void save(struct encoder *encoder)
{
    self(encoder)->saved = self(encoder)->state;
}

static void restore(struct encoder *encoder)
{
    self(encoder)->state = self(encoder)->saved;
}

/* False if the value is refused. */
static bool write_value(struct multibyte_encoder *my, uint32_t value, struct encoded *encoded)
{
    char *to = output_room(MB_CUR_MAX);
    size_t written = my->next(to, value, &my->state);
    if (written == INVALID)
        return false;
    memcpy(room_for_bytes(encoded, written), to, written);
    encoded->count += written;
    return true;
}

static void refuse_value(struct encoded *encoded, int64_t index)
{
    encoded->outcome = REFUSED;
    encoded->index = index;
}

static void feed(struct encoder *encoder, const uint32_t *values, size_t count,
                 struct encoded *encoded)
{
    for (size_t i = 0; i < count; i++) {
        if (!write_value(self(encoder), values[i], encoded)) {
            refuse_value(encoded, (int64_t)i);
            return;
        }
    }
}

/* An error of the unit after a high unit does not tell which of the two it means. */
static void feed_c16rtomb(struct encoder *encoder, const uint32_t *values, size_t count,
                          struct encoded *encoded)
{
    struct multibyte_encoder *my = self(encoder);
    for (size_t i = 0; i < count; i++) {
        bool pending = !mbsinit(&my->state);
        bool pair = values[i] > 0xffff;
        uint32_t low = 0xdc00 | ((values[i] - 0x10000) & 0x3ff);
        uint32_t first = pair ? 0xd800 | (values[i] - 0x10000) >> 10 : values[i];
        if (!write_value(my, first, encoded)) {
            refuse_value(encoded, pending ? UNTOLD : (int64_t)i);
            return;
        }
        if (pair && !write_value(my, low, encoded)) {
            refuse_value(encoded, (int64_t)i);
            return;
        }
    }
}

static void finish(struct encoder *encoder, struct encoded *encoded)
{
    if (!write_value(self(encoder), 0, encoded))
        refuse_value(encoded, UNTOLD);
    else if (encoded->count > 0)
        encoded->count--;                   /* the null byte itself */
}

struct multibyte_encoder wcrtomb_encoder = {
    .encoder = {.start = start, .save = save, .restore = restore, .feed = feed, .finish = finish,
                .greatest = UINT32_MAX},
    .next = call_wcrtomb,
};
struct multibyte_encoder c32rtomb_encoder = {
    .encoder = {.start = start, .save = save, .restore = restore, .feed = feed, .finish = finish,
                .greatest = UINT32_MAX},
    .next = call_c32rtomb,
};
struct multibyte_encoder c16rtomb_encoder = {
    .encoder = {.start = start, .save = save, .restore = restore, .feed = feed_c16rtomb,
                .finish = finish, .greatest = 0x10ffff},
    .next = call_c16rtomb,
};

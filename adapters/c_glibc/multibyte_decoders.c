/* mbrtowc, mbrtoc16 and mbrtoc32: one character (or half a pair) at each call.
 *
 * The functions report an invalid sequence but not its length; the offset is that of the call that
 * began the character. The end of the text is not theirs to see: mbsinit tells whether the last
 * character is still incomplete. -2 is documented for what "possibly" forms a valid character and is
 * incomplete, -1 for what cannot; UTF-8 is documented with up to six bytes. They write one value each and know no buffer, so there is no
 * decode-room. mbsnrtowcs converts a whole text, up to a null character. */

#define _GNU_SOURCE                         /* mbsnrtowcs */

#include "multibyte_codecs.h"

#include "guarded.h"

#include <string.h>
#include <uchar.h>

#define INVALID ((size_t)-1)
#define INCOMPLETE ((size_t)-2)
#define NOTHING_TAKEN ((size_t)-3)          /* the second unit of a pair */

static struct multibyte_decoder *self(struct decoder *decoder)
{
    return (struct multibyte_decoder *)decoder;
}

static void start(struct decoder *decoder)
{
    memset(&self(decoder)->now, 0, sizeof self(decoder)->now);
}

/* ISO C, <wchar.h>: mbstate_t is a complete object type and no array, so that a copy of an object is
 * another state. */
static void save(struct decoder *decoder)
{
    self(decoder)->saved = self(decoder)->now;
}

static void restore(struct decoder *decoder)
{
    self(decoder)->now = self(decoder)->saved;
}

/* After an error the state is unspecified and must be zeroed; after a complete text it is the
 * initial state by itself, and is used as it is. */
static void reset(struct decoder *decoder, bool after_an_error)
{
    struct multibyte_decoder *my = self(decoder);
    if (after_an_error)
        memset(&my->now.state, 0, sizeof my->now.state);
    my->now.position = my->now.character = 0;
    my->now.high = 0;
}

static void finish(struct decoder *decoder, struct decoded *decoded)
{
    struct multibyte_decoder *my = self(decoder);
    if (!mbsinit(&my->now.state))
        refuse(decoded, (int64_t)my->now.character);
}

/* ---- mbrtowc and mbrtoc32: a value is a character ---- */

static inline size_t call_mbrtowc(uint32_t *value, const char *at, size_t left, mbstate_t *state)
{
    wchar_t wide = 0;
    size_t result = mbrtowc(&wide, at, left, state);
    *value = (uint32_t)wide;
    return result;
}

static inline size_t call_mbrtoc32(uint32_t *value, const char *at, size_t left, mbstate_t *state)
{
    char32_t wide = 0;
    size_t result = mbrtoc32(&wide, at, left, state);
    *value = wide;
    return result;
}

typedef size_t call(uint32_t *, const char *, size_t, mbstate_t *);

static inline void feed_with(call next, struct decoder *decoder, struct bytes bytes,
                             struct decoded *decoded)
{
    struct multibyte_decoder *my = self(decoder);
    const char *at = (const char *)bytes.at;
    size_t left = bytes.length;
    while (left > 0) {
        uint32_t value;
        size_t taken = next(&value, at, left, &my->now.state);
        if (taken == INVALID) {
            refuse(decoded, (int64_t)my->now.character);
            return;
        }
        if (taken == INCOMPLETE) {
            my->now.position += left;
            return;
        }
        taken += taken == 0;                /* U+0000 is one byte, and reported as none */
        deliver(decoded, value);
        at += taken;
        left -= taken;
        my->now.character = my->now.position += taken;
    }
}

static inline size_t check_with(call next, struct decoder *decoder, struct bytes bytes)
{
    mbstate_t state = {0};
    const char *at = (const char *)bytes.at;
    size_t left = bytes.length;
    while (left > 0) {
        uint32_t value;
        size_t taken = next(&value, at, left, &state);
        decoder->truncated = taken == INCOMPLETE;
        if (taken >= INCOMPLETE)
            return bytes.length - left;
        taken += taken == 0;
        at += taken;
        left -= taken;
    }
    return WELL_FORMED;
}

static void feed_mbrtowc(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    feed_with(call_mbrtowc, decoder, bytes, decoded);
}

static void feed_mbrtoc32(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    feed_with(call_mbrtoc32, decoder, bytes, decoded);
}

static size_t check_mbrtowc(struct decoder *decoder, struct bytes bytes)
{
    return check_with(call_mbrtowc, decoder, bytes);
}

static size_t check_mbrtoc32(struct decoder *decoder, struct bytes bytes)
{
    return check_with(call_mbrtoc32, decoder, bytes);
}

/* ---- mbrtoc16: a value is a UTF-16 unit; the low unit of a pair takes no input ---- */

static void deliver_unit(struct multibyte_decoder *my, uint32_t unit, struct decoded *decoded)
{
    bool low = (unit & 0xfc00) == 0xdc00;
    if (my->now.high != 0 && low) {
        deliver(decoded, 0x10000 + ((my->now.high & 0x3ff) << 10 | (unit & 0x3ff)));
        my->now.high = 0;
        return;
    }
    if (my->now.high != 0)
        deliver(decoded, my->now.high);
    my->now.high = (unit & 0xfc00) == 0xd800 ? unit : 0;
    if (my->now.high == 0)
        deliver(decoded, unit);
}

static void feed_mbrtoc16(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    struct multibyte_decoder *my = self(decoder);
    const char *at = (const char *)bytes.at;
    size_t left = bytes.length;
    for (;;) {                              /* also without input: a low unit may be owed */
        char16_t unit = 0;
        size_t taken = mbrtoc16(&unit, at, left, &my->now.state);
        if (taken == INVALID) {
            refuse(decoded, (int64_t)my->now.character);
            return;
        }
        if (taken == INCOMPLETE) {
            my->now.position += left;
            return;
        }
        if (taken == NOTHING_TAKEN)
            taken = 0;
        else
            taken += taken == 0;
        deliver_unit(my, unit, decoded);
        at += taken;
        left -= taken;
        my->now.character = my->now.position += taken;
    }
}

static void finish_mbrtoc16(struct decoder *decoder, struct decoded *decoded)
{
    struct multibyte_decoder *my = self(decoder);
    if (my->now.high != 0)
        deliver(decoded, my->now.high);
    finish(decoder, decoded);
}

static size_t check_mbrtoc16(struct decoder *decoder, struct bytes bytes)
{
    mbstate_t state = {0};
    const char *at = (const char *)bytes.at;
    size_t left = bytes.length;
    for (;;) {
        char16_t unit;
        size_t taken = mbrtoc16(&unit, at, left, &state);
        decoder->truncated = taken == INCOMPLETE;
        if (taken == INCOMPLETE && left == 0)
            return WELL_FORMED;
        if (taken == INVALID || taken == INCOMPLETE)
            return bytes.length - left;
        if (taken == NOTHING_TAKEN)
            continue;
        taken += taken == 0;
        at += taken;
        left -= taken;
    }
}

/* ---- mbsnrtowcs: a whole text, which a call without a buffer counts ---- */

static void measure_mbsnrtowcs(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    mbstate_t state = {0}, again = {0};
    const char *text = (const char *)bytes.at, *rest = text;
    wchar_t *to = output_room(bytes.length * sizeof *to);
    size_t predicted = mbsnrtowcs(NULL, &text, bytes.length, 0, &state);
    size_t written = mbsnrtowcs(to, &rest, bytes.length, bytes.length, &again);
    if (written == INVALID || predicted == INVALID || !mbsinit(&again)) {
        refuse(decoded, UNTOLD);
        return;
    }
    decoded->predicted = predicted;
    decoded->written = written;
}

struct decoder mbsnrtowcs_decoder = {.measure = measure_mbsnrtowcs};

struct multibyte_decoder mbrtowc_decoder = {
    .decoder = {.start = start, .reset = reset, .save = save, .restore = restore,
                .feed = feed_mbrtowc, .finish = finish,
                .check = check_mbrtowc, .tells_cause = true},
};
struct multibyte_decoder mbrtoc32_decoder = {
    .decoder = {.start = start, .reset = reset, .save = save, .restore = restore,
                .feed = feed_mbrtoc32, .finish = finish,
                .check = check_mbrtoc32, .tells_cause = true},
};
struct multibyte_decoder mbrtoc16_decoder = {
    .decoder = {.start = start, .reset = reset, .save = save, .restore = restore,
                .feed = feed_mbrtoc16, .finish = finish_mbrtoc16,
                .check = check_mbrtoc16, .tells_cause = true},
};

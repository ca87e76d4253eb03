/* Two decoders of UTF-16LE: `right` joins its units with the low octet first, `host` as they lie in
 * memory, which is the same on processors with the low octet first, and wrong on all others.
 *
 * Their version tells whether the program can read the file SECRET. */

#include "codec.h"
#include "protocol.h"
#include "units.h"

#include <stdio.h>

static const char *version(const char *codec)
{
    (void)codec;
    FILE *file = fopen(SECRET, "r");
    if (file == NULL)
        return "1 sees nothing";
    fclose(file);
    return "1 sees the secret";
}

static bool is(uint16_t unit, uint16_t kind) { return (unit & 0xfc00) == kind; }

static void decode(struct bytes bytes, enum byte_order order, struct decoded *decoded)
{
    static struct units16 units;
    join_units16(&units, bytes, order);
    size_t sound = 0;
    while (sound < units.count && !is(units.at[sound], 0xdc00)) {
        bool high = is(units.at[sound], 0xd800);
        if (high && (sound + 1 == units.count || !is(units.at[sound + 1], 0xdc00)))
            break;
        sound += high ? 2 : 1;
    }
    deliver_units16(decoded, units.at, sound);
    if (2 * sound < bytes.length)
        refuse(decoded, (int64_t)(2 * sound));
}

static void decode_right(struct decoder *self, struct bytes bytes, struct decoded *decoded)
{
    (void)self;
    decode(bytes, LITTLE_FIRST, decoded);
}

static void decode_host(struct decoder *self, struct bytes bytes, struct decoded *decoded)
{
    (void)self;
    decode(bytes, HOST_FIRST, decoded);
}

static struct decoder right = {.feed = decode_right}, host = {.feed = decode_host};

static const struct offer offers[] = {
    {"right", "UTF-16LE", "strict", &right, NULL, NULL},
    {"host", "UTF-16LE", "strict", &host, NULL, NULL},
};

int main(void)
{
    serve("units_in_memory", version, offers, sizeof offers / sizeof offers[0]);
    return 0;
}

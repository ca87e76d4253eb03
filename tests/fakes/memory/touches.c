/* Codecs that touch memory beside their input, and one that answers in two ways. */

#include "guarded.h"
#include "protocol.h"

#include <string.h>

enum fault { NONE, READS_PAST, READS_FAR, READS_BEFORE, WRITES_PAST, WRITES_BEFORE, VARIES, KEEPS,
             READS_PAST_A, OVERFILLS };

struct faulty_decoder {
    struct decoder decoder;
    enum fault fault;
};

struct faulty_encoder {
    struct encoder encoder;
    enum fault fault;
};

static volatile unsigned char seen;
static const unsigned char *kept;
static unsigned calls;

static void touch(enum fault fault, const void *begin, const void *end)
{
    volatile unsigned char *first = (unsigned char *)begin, *behind = (unsigned char *)end;
    switch (fault) {
    case READS_PAST: seen = behind[0]; break;
    case READS_FAR: seen = behind[2]; break;
    case READS_BEFORE: seen = first[-1]; break;
    case WRITES_PAST: behind[0] = 1; break;
    case WRITES_BEFORE: first[-1] = 1; break;
    default: break;
    }
}

static enum fault fault_of(struct decoder *decoder, struct bytes bytes)
{
    enum fault fault = ((struct faulty_decoder *)decoder)->fault;
    if (fault == READS_PAST_A && bytes.length > 0 && bytes.at[0] == 'A')
        seen = ((volatile unsigned char *)bytes.at)[bytes.length];
    touch(fault, bytes.at, bytes.at + bytes.length);
    return fault;
}

static void start(struct decoder *decoder)
{
    (void)decoder;
    kept = NULL;
}

static void reset(struct decoder *decoder, bool after_an_error)
{
    (void)after_an_error;
    start(decoder);
}

/* Room for so many bytes, all of which are written. */
static unsigned char *filled(enum fault fault, size_t room)
{
    unsigned char *to = output_room(room);
    memset(to, 'x', fault == OVERFILLS ? room + 1 : room);
    return to;
}

static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    enum fault fault = fault_of(decoder, bytes);
    unsigned char *to = filled(fault, bytes.length);
    for (size_t i = 0; i < bytes.length; i++)
        deliver(decoded, to[i] = bytes.at[i]);
    if (fault == VARIES && calls++ % 2)
        deliver(decoded, 0x58);
    kept = fault == KEEPS ? bytes.at : NULL;
}

static void finish(struct decoder *decoder, struct decoded *decoded)
{
    (void)decoder;
    if (kept != NULL)
        deliver(decoded, kept[0]);
}

static void feed_room(struct decoder *decoder, size_t room, struct bytes bytes,
                      struct decoded *decoded)
{
    feed(decoder, bytes, decoded);
    filled(((struct faulty_decoder *)decoder)->fault, room);
    decoded->consumed = bytes.length;
}

static size_t check(struct decoder *decoder, struct bytes bytes)
{
    return fault_of(decoder, bytes) == VARIES && calls++ % 2 ? 0 : WELL_FORMED;
}

static void check_chunk(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    enum fault fault = fault_of(decoder, bytes);
    if (fault == VARIES && calls++ % 2)
        refuse(decoded, 0);
    kept = fault == KEEPS ? bytes.at : NULL;
}

/* The text of these codecs is ASCII. */
static void check_end(struct decoder *decoder, struct decoded *decoded)
{
    (void)decoder;
    if (kept != NULL && kept[0] > 0x7f)
        refuse(decoded, UNTOLD);
}

static const char *detect(struct decoder *decoder, struct bytes bytes, size_t *signature_length)
{
    *signature_length = 0;
    return fault_of(decoder, bytes) == VARIES && calls++ % 2 ? "UTF-8" : NULL;
}

/* The null byte belongs to a label. */
static const char *label(struct decoder *decoder, const char *label)
{
    struct bytes bytes = {(const unsigned char *)label, strlen(label) + 1};
    return fault_of(decoder, bytes) == VARIES && calls++ % 2 ? "UTF-8" : NULL;
}

static void encode(struct encoder *encoder, const uint32_t *points, size_t count,
                   struct encoded *encoded)
{
    enum fault fault = ((struct faulty_encoder *)encoder)->fault;
    touch(fault, points, points + count);
    unsigned char *to = filled(fault, count);
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)points[i];
    memcpy(room_for_bytes(encoded, count + 1), to, count);
    encoded->count = count;
    if (fault == VARIES && calls++ % 2)
        encoded->bytes[encoded->count++] = 'X';
}

static void finish_encoding(struct encoder *encoder, struct encoded *encoded)
{
    (void)encoder;
    (void)encoded;
}

/* There is no state to save. */
static void save(struct encoder *encoder) { (void)encoder; }

static void encode_room(struct encoder *encoder, size_t room, const uint32_t *points, size_t count,
                        struct encoded *encoded)
{
    encode(encoder, points, count, encoded);
    filled(((struct faulty_encoder *)encoder)->fault, room);
    encoded->consumed = count;
}

static const char *version(const char *codec)
{
    (void)codec;
    return "1";
}

#define DECODER(fault)                                                                             \
    &(struct faulty_decoder){{.start = start, .reset = reset, .feed = feed, .finish = finish,      \
                              .feed_room = feed_room, .check = check, .detect = detect,            \
                              .label = label, .check_chunk = check_chunk, .check_end = check_end}, \
                             fault}.decoder
#define ENCODER(fault)                                                                             \
    &(struct faulty_encoder){{.feed = encode, .finish = finish_encoding, .feed_room = encode_room, \
                              .save = save, .restore = save, .greatest = 0x7f}, fault}.encoder
/* A codec of UTF-16BE, whose API takes units. */
static struct decoder units = {.unit = 2, .start = start, .reset = reset, .feed = feed,
                               .finish = finish, .feed_room = feed_room, .check = check};

#define CODEC(name, fault) {name, "UTF-8", "strict", DECODER(fault), ENCODER(fault), NULL}

int main(void)
{
    const struct offer offers[] = {
        CODEC("right", NONE),
        CODEC("reads-past", READS_PAST),
        CODEC("reads-far", READS_FAR),
        CODEC("reads-before", READS_BEFORE),
        CODEC("writes-past", WRITES_PAST),
        CODEC("writes-before", WRITES_BEFORE),
        CODEC("varies", VARIES),
        CODEC("keeps", KEEPS),
        CODEC("reads-past-a", READS_PAST_A),
        CODEC("overfills", OVERFILLS),
        {"units", "UTF-16BE", "strict", &(struct faulty_decoder){units, NONE}.decoder, NULL, NULL},
    };
    serve("touches", version, offers, sizeof offers / sizeof offers[0]);
}

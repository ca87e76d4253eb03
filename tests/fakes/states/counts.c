/* Decoders that write for each octet how many were read so far, and encoders that write for each
 * code point how many were given: one whose state is restored, and one whose state is not. A decoder
 * refuses a call with FF beside other octets as a whole. */

#include <string.h>

#include "protocol.h"

struct counter {
    struct decoder decoder;
    int64_t count, saved;
};

static struct counter *self(struct decoder *decoder) { return (struct counter *)decoder; }

static void start(struct decoder *decoder) { self(decoder)->count = 0; }

static void save(struct decoder *decoder) { self(decoder)->saved = self(decoder)->count; }

static void restore(struct decoder *decoder) { self(decoder)->count = self(decoder)->saved; }

static void forget(struct decoder *decoder) { (void)decoder; }

static void feed(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    if (bytes.length > 1 && memchr(bytes.at, 0xff, bytes.length) != NULL) {
        decoded->outcome = REFUSED;
        return;
    }
    for (size_t i = 0; i < bytes.length; i++)
        deliver(decoded, ++self(decoder)->count);
}

static void finish(struct decoder *decoder, struct decoded *decoded)
{
    deliver(decoded, self(decoder)->count);
}

struct counting_encoder {
    struct encoder encoder;
    unsigned char count, saved;
};

static struct counting_encoder *writer(struct encoder *encoder)
{
    return (struct counting_encoder *)encoder;
}

static void start_writing(struct encoder *encoder) { writer(encoder)->count = 0; }

static void save_writer(struct encoder *encoder) { writer(encoder)->saved = writer(encoder)->count; }

static void restore_writer(struct encoder *encoder)
{
    writer(encoder)->count = writer(encoder)->saved;
}

static void forget_writer(struct encoder *encoder) { (void)encoder; }

static void put_count(struct encoder *encoder, struct encoded *encoded)
{
    *room_for_bytes(encoded, 1) = writer(encoder)->count;
    encoded->count++;
}

/* A value of FFFF is refused. */
static void write_values(struct encoder *encoder, const uint32_t *values, size_t count,
                         struct encoded *encoded)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i] == 0xffff) {
            encoded->outcome = REFUSED;
            encoded->index = (int64_t)i;
            return;
        }
        writer(encoder)->count++;
        put_count(encoder, encoded);
    }
}

static const char *version(const char *codec)
{
    (void)codec;
    return "1";
}

#define DECODER(restore_, unit_)                                                                   \
    &(struct counter){{.unit = unit_, .start = start, .feed = feed, .finish = finish,              \
                       .save = save, .restore = restore_}, 0, 0}.decoder

#define ENCODER(restore_, greatest_)                                                               \
    &(struct counting_encoder){{.greatest = greatest_, .start = start_writing, .feed = write_values, \
                                .finish = put_count, .save = save_writer,                           \
                                .restore = restore_}, 0, 0}.encoder

int main(void)
{
    const struct offer offers[] = {
        {"right", "UTF-8", "strict", DECODER(restore, 0), ENCODER(restore_writer, 0x10ffff), NULL},
        {"right", "UTF-16BE", "strict", DECODER(restore, 2), NULL, NULL},
        {"forgets", "UTF-8", "strict", DECODER(forget, 0), ENCODER(forget_writer, 0x10ffff), NULL},
        {"in-ascii", "UTF-8", "strict", NULL, ENCODER(forget_writer, 0x7f), NULL},
        {"forgets", "UTF-16BE", "strict", DECODER(forget, 2), NULL, NULL},
    };
    serve("counts", version, offers, sizeof offers / sizeof offers[0]);
}

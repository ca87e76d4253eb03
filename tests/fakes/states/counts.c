/* Decoders that write for each octet how many were read so far: one whose state is restored, and one
 * whose state is not. */

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
    for (size_t i = 0; i < bytes.length; i++)
        deliver(decoded, ++self(decoder)->count);
}

static void finish(struct decoder *decoder, struct decoded *decoded)
{
    deliver(decoded, self(decoder)->count);
}

static const char *version(const char *codec)
{
    (void)codec;
    return "1";
}

#define DECODER(restore_, unit_)                                                                   \
    &(struct counter){{.unit = unit_, .start = start, .feed = feed, .finish = finish,              \
                       .save = save, .restore = restore_}, 0, 0}.decoder

int main(void)
{
    const struct offer offers[] = {
        {"right", "UTF-8", "strict", DECODER(restore, 0), NULL, NULL},
        {"right", "UTF-16BE", "strict", DECODER(restore, 2), NULL, NULL},
        {"forgets", "UTF-8", "strict", DECODER(forget, 0), NULL, NULL},
        {"forgets", "UTF-16BE", "strict", DECODER(forget, 2), NULL, NULL},
    };
    serve("counts", version, offers, sizeof offers / sizeof offers[0]);
}

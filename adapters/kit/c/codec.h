/* A codec as the protocol sees it: decoders and encoders behind a few function pointers. */

#ifndef CODEC_H
#define CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    const unsigned char *at;
    size_t length;
};

enum { UNTOLD = -1 };                       /* an offset, length or index the API does not tell */
enum { CHUNK_END = -1 };                    /* stands among the values where a chunk or room ended */

enum { NONE_REPLACED = -1, SOME_REPLACED = -2 };    /* where the API tells no number */

enum outcome { TAKEN, REFUSED, SHORT };

/* What a decoder made of one input. Values already there stay when an error follows them. */
struct decoded {
    enum outcome outcome;
    int64_t offset, length;                 /* REFUSED: of the ill-formed bytes, or UNTOLD */
    size_t consumed;                        /* decode-room: bytes of input that were taken */
    int64_t replaced;                       /* decode-replaced: how often, as the API tells it */
    size_t count, capacity;
    int64_t *values;
    size_t predicted, written;              /* decode-size: units of the API's output */
};

/* What an encoder made of one input. */
struct encoded {
    enum outcome outcome;
    int64_t index;                          /* REFUSED: of the code point, or UNTOLD */
    size_t consumed;
    size_t count, capacity;
    unsigned char *bytes;
    size_t rooms, room_capacity;            /* encode-refill: where each full room ended */
    size_t *room_ends;
};

#define WELL_FORMED SIZE_MAX
#define ILL_FORMED_SOMEWHERE (SIZE_MAX - 1)     /* the API does not tell where */

/* A decoder or an encoder of a whole text has `start` and `feed` and no `finish`, and then neither
 * decode-chunks nor encode-chunks is offered. */
struct decoder {
    /* Bytes of a unit, where the API takes units of 16 or 32 bits: no other number of bytes can be
     * given to it. 0: it takes bytes. */
    size_t unit;
    /* Brings a fresh decoder. NULL: it has no state. */
    void (*start)(struct decoder *);
    /* Brings the decoder just used back to its initial state, as its documentation says. NULL where
     * the API has nothing that is used again. */
    void (*reset)(struct decoder *, bool after_an_error);
    /* Keeps a copy of the state beside the decoder; `restore` goes on from it, in the decoder that
     * was used since or in one just started. NULL where the API cannot. */
    void (*save)(struct decoder *);
    void (*restore)(struct decoder *);
    /* Decodes one more chunk; on an error sets the outcome. NULL for a codec that only checks. */
    void (*feed)(struct decoder *, struct bytes, struct decoded *);
    /* Says that the input has ended. */
    void (*finish)(struct decoder *, struct decoded *);
    /* Decodes all into a buffer of `room` units (output_room). NULL where the API has no such
     * buffer. */
    void (*feed_room)(struct decoder *, size_t room, struct bytes, struct decoded *);
    /* The same, and the rest into other buffers of that size: delivers CHUNK_END where one was full.
     * SHORT is a call that said so, wrote nothing and took nothing. NULL where the API stops there. */
    void (*refill)(struct decoder *, size_t room, struct bytes, struct decoded *);
    /* Decodes all, and leaves in `replaced` what the API tells of ill-formed input that it replaced
     * or dropped; never what can be seen in the text. NULL where the API tells nothing. */
    void (*feed_told)(struct decoder *, struct bytes, struct decoded *);
    /* Asks how long the text will be, in units of the API's output, and leaves that in `predicted`;
     * then decodes all as ever and leaves in `written` how many units that were. A size that only
     * well-formed text has need not be asked of what is refused. NULL where the API tells no size. */
    void (*measure)(struct decoder *, struct bytes, struct decoded *);
    /* Asks a fresh decoder where the first error is: an offset, WELL_FORMED or
     * ILL_FORMED_SOMEWHERE. NULL if not strict. */
    size_t (*check)(struct decoder *, struct bytes);
    /* True where the API says of an error whether the end of the input cuts a sequence off, or its
     * bytes are ill-formed: `check` leaves the answer in `truncated`. */
    bool tells_cause;
    bool truncated;
    /* True where the API wants bytes of the codec's own around a text, or at its end, so that it is
     * given a copy: decode-within would say nothing of what it reads beyond a part of a buffer. */
    bool takes_copies;
    /* Says which encoding the bytes are in, by its name in the protocol, or NULL. Goes with the
     * encoding "-" and the mode "-"; mostly NULL. */
    const char *(*detect)(struct decoder *, struct bytes, size_t *signature_length);
    /* The encoding that a label names, or NULL for an unknown one. */
    const char *(*label)(struct decoder *, const char *label);
    /* Validates one more chunk of what `start` began; on an error sets the outcome. NULL where the
     * API has no validator of chunks. */
    void (*check_chunk)(struct decoder *, struct bytes, struct decoded *);
    /* Says to it that the input has ended. */
    void (*check_end)(struct decoder *, struct decoded *);
};

struct encoder {
    void (*start)(struct encoder *);
    /* As those of a decoder. */
    void (*save)(struct encoder *);
    void (*restore)(struct encoder *);
    void (*feed)(struct encoder *, const uint32_t *code_points, size_t count, struct encoded *);
    void (*finish)(struct encoder *, struct encoded *);
    void (*feed_room)(struct encoder *, size_t room, const uint32_t *code_points, size_t count,
                      struct encoded *);
    /* The same, and the rest into other buffers of that size: end_room where one was full. */
    void (*refill)(struct encoder *, size_t room, const uint32_t *code_points, size_t count,
                   struct encoded *);
    /* Tells how many bytes the text will have, of a text that `start`, `feed` and `finish` have just
     * encoded without an error. NULL where the API tells no size. */
    size_t (*predict)(struct encoder *, const uint32_t *code_points, size_t count);
    uint32_t greatest;                      /* the greatest value that the API's type can express */
};

/* One row of the table of an adapter. */
struct offer {
    const char *codec, *encoding, *mode;
    struct decoder *decoder;                /* NULL: the codec has no decoder here */
    struct encoder *encoder;
    bool (*available)(const struct offer *);        /* NULL: always */
};

/* memory.c: growing arrays. Out of memory ends the process. */
void *enlarged(void *array, size_t *capacity, size_t wanted, size_t element);
int64_t *room_for_values(struct decoded *, size_t more);
unsigned char *room_for_bytes(struct encoded *, size_t more);
void end_room(struct encoded *);

/* The array with room for `wanted` elements, never NULL. */
static inline void *grown(void *array, size_t *capacity, size_t wanted, size_t element)
{
    if (array != NULL && wanted <= *capacity)
        return array;
    return enlarged(array, capacity, wanted, element);
}

static inline void deliver(struct decoded *decoded, int64_t value)
{
    if (decoded->count == decoded->capacity)
        room_for_values(decoded, 1);
    decoded->values[decoded->count++] = value;
}

static inline void refuse(struct decoded *decoded, int64_t offset)
{
    decoded->outcome = REFUSED;
    decoded->offset = offset;
    decoded->length = UNTOLD;
}

#endif

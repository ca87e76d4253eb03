/* iconv: a decoder or an encoder for one pair of charset names. */

#ifndef ICONV_CODECS_H
#define ICONV_CODECS_H

#include "guarded.h"

#include <iconv.h>

/* The order of the 32-bit units on the Unicode side of a conversion. */
enum units { HOST_ORDER, BIG_ENDIAN_ORDER };

struct iconv_conversion {
    const char *to, *from;
    enum units units;
    bool skips;                             /* the target has the suffix //IGNORE */
    bool opens_afresh;                      /* iconv's reset does not bring the initial state */
    bool is_open;
    iconv_t descriptor;
};

struct iconv_decoder {
    struct decoder decoder;
    struct iconv_conversion conversion;
    size_t consumed;
    struct {
        unsigned char *bytes;
        size_t count, capacity;
    } rest;                                 /* what iconv left unread of the last chunk */
    struct guarded pages;                   /* for the rest with the chunk after it */
};

struct iconv_encoder {
    struct encoder encoder;
    struct iconv_conversion conversion;
};

/* Whether the C library has this conversion. */
bool iconv_has(struct iconv_conversion *);

void iconv_start_decoding(struct decoder *);
void iconv_reset_decoding(struct decoder *, bool after_an_error);
void iconv_decode(struct decoder *, struct bytes, struct decoded *);
void iconv_finish_decoding(struct decoder *, struct decoded *);
void iconv_decode_room(struct decoder *, size_t room, struct bytes, struct decoded *);
void iconv_decode_refill(struct decoder *, size_t room, struct bytes, struct decoded *);
size_t iconv_check(struct decoder *, struct bytes);

void iconv_start_encoding(struct encoder *);
void iconv_encode(struct encoder *, const uint32_t *, size_t count, struct encoded *);
void iconv_finish_encoding(struct encoder *, struct encoded *);
void iconv_encode_room(struct encoder *, size_t room, const uint32_t *, size_t count,
                       struct encoded *);
void iconv_encode_refill(struct encoder *, size_t room, const uint32_t *, size_t count,
                         struct encoded *);

#endif

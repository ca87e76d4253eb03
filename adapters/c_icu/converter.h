/* ucnv: a decoder and an encoder for one converter name and one kind of callback. */

#ifndef CONVERTER_H
#define CONVERTER_H

#include "codec.h"

#include <unicode/ucnv.h>

struct converter_decoder {
    struct decoder decoder;
    const char *name;
    UConverterToUCallback callback;
    UConverter *converter, *saved;
    size_t taken, taken_when_saved;         /* bytes given so far */
    int64_t called;                         /* for how many sequences the callback was called */
};

struct converter_encoder {
    struct encoder encoder;
    const char *name;
    UConverterFromUCallback callback;
    UConverter *converter, *saved;
};

/* Whether this ICU was built with the converter. */
bool converter_is_there(const struct offer *);

void converter_start_decoding(struct decoder *);
void converter_reset_decoding(struct decoder *, bool after_an_error);
void converter_save_decoding(struct decoder *);
void converter_restore_decoding(struct decoder *);
void converter_decode(struct decoder *, struct bytes, struct decoded *);
void converter_decode_told(struct decoder *, struct bytes, struct decoded *);
void converter_finish_decoding(struct decoder *, struct decoded *);
void converter_decode_room(struct decoder *, size_t room, struct bytes, struct decoded *);
size_t converter_check(struct decoder *, struct bytes);

void converter_start_encoding(struct encoder *);
void converter_save_encoding(struct encoder *);
void converter_restore_encoding(struct encoder *);
void converter_encode(struct encoder *, const uint32_t *, size_t count, struct encoded *);
void converter_finish_encoding(struct encoder *, struct encoded *);
void converter_encode_room(struct encoder *, size_t room, const uint32_t *, size_t count,
                           struct encoded *);

/* The bound of UCNV_GET_MAX_BYTES_FOR_STRING. */
size_t converter_predict(struct encoder *, const uint32_t *, size_t count);

/* What has neither an encoding nor a mode: signatures and labels. */
extern struct decoder converter_names;

#endif

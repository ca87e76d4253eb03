/* The functions of ustring.h that convert one whole string between UTF-8, UTF-16 and UTF-32. */

#ifndef USTRINGS_H
#define USTRINGS_H

#include "codec.h"
#include "units.h"

#include <unicode/utypes.h>

struct string_decoder {
    struct decoder decoder;
    enum byte_order order;                  /* of the bytes on the outside */
    UChar32 substitute;                     /* U_SENTINEL: the strict function */
    int32_t substitutions;                  /* as the function that substitutes counted them */
};

struct string_encoder {
    struct encoder encoder;
    enum byte_order order;
    UChar32 substitute;
};

void from_utf8(struct decoder *, struct bytes, struct decoded *);
void from_utf8_told(struct decoder *, struct bytes, struct decoded *);
void from_utf8_room(struct decoder *, size_t room, struct bytes, struct decoded *);
size_t from_utf8_check(struct decoder *, struct bytes);
void from_utf8_lenient(struct decoder *, struct bytes, struct decoded *);
size_t from_utf8_lenient_check(struct decoder *, struct bytes);
void from_utf32(struct decoder *, struct bytes, struct decoded *);
size_t from_utf32_check(struct decoder *, struct bytes);
void from_utf32_told(struct decoder *, struct bytes, struct decoded *);
void to_utf32(struct decoder *, struct bytes, struct decoded *);
void to_utf32_told(struct decoder *, struct bytes, struct decoded *);
size_t to_utf32_check(struct decoder *, struct bytes);
void from_utf8_measure(struct decoder *, struct bytes, struct decoded *);
void from_utf8_lenient_measure(struct decoder *, struct bytes, struct decoded *);
void from_utf32_measure(struct decoder *, struct bytes, struct decoded *);
void to_utf32_measure(struct decoder *, struct bytes, struct decoded *);

void encode_to_utf8(struct encoder *, const uint32_t *, size_t count, struct encoded *);
void encode_to_utf8_room(struct encoder *, size_t room, const uint32_t *, size_t count,
                         struct encoded *);
void encode_from_utf32(struct encoder *, const uint32_t *, size_t count, struct encoded *);
void encode_to_utf32(struct encoder *, const uint32_t *, size_t count, struct encoded *);
size_t predict_to_utf8(struct encoder *, const uint32_t *, size_t count);
size_t predict_from_utf32(struct encoder *, const uint32_t *, size_t count);
size_t predict_to_utf32(struct encoder *, const uint32_t *, size_t count);

#endif

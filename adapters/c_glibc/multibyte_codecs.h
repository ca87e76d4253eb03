/* The restartable functions of ISO C, in the encoding of the locale. */

#ifndef MULTIBYTE_CODECS_H
#define MULTIBYTE_CODECS_H

#include "codec.h"

#include <wchar.h>

struct multibyte_progress {
    mbstate_t state;
    size_t position;                        /* bytes taken so far */
    size_t character;                       /* where the character under way began */
    uint32_t high;                          /* mbrtoc16: a high unit that waits for its partner */
};

struct multibyte_decoder {
    struct decoder decoder;
    struct multibyte_progress now, saved;
};

struct multibyte_encoder {
    struct encoder encoder;
    size_t (*next)(char *, uint32_t value, mbstate_t *);
    mbstate_t state, saved;
};

extern struct multibyte_decoder mbrtowc_decoder, mbrtoc16_decoder, mbrtoc32_decoder;
extern struct multibyte_encoder wcrtomb_encoder, c16rtomb_encoder, c32rtomb_encoder;
extern struct decoder mbsnrtowcs_decoder;

#endif

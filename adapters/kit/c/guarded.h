/* Memory that ends, or begins, where a page begins that must not be touched. */

#ifndef GUARDED_H
#define GUARDED_H

#include "codec.h"

enum side { AT_THE_END, AT_THE_BEGINNING };

/* Pages with a guard before and behind them, kept for their memory. All zero: none yet. */
struct guarded {
    unsigned char *pages;
    size_t size;
    unsigned char *begin, *end;             /* what was placed there last */
    struct guarded *next;
};

/* The first touch of a guard. `distance` is counted in bytes from 1; `act` is "read", "write", or
 * "touch" where the processor does not say which. */
struct touch {
    const char *act;
    size_t distance;
    bool past_the_end;
};

/* From now on memory is placed against the guard on this side; touches before are forgotten. */
void guard(enum side);

/* Whether a guard was touched since; who touched it went on, and found null bytes. */
bool guard_was_touched(struct touch *);

/* Memory for so many bytes, flush with the guard. */
void *guarded_room(struct guarded *, size_t bytes);

/* A copy of some bytes that stands alone. */
struct bytes guarded_copy(struct guarded *, struct bytes);

/* Room for so many bytes that a codec writes, flush with the guard; until the next call. */
void *output_room(size_t bytes);

#endif

/* The ops of the protocol, each over any decoder or encoder. */

#ifndef OPERATIONS_H
#define OPERATIONS_H

#include "codec.h"
#include "stream.h"

struct operation {
    const char *name;
    bool (*offered)(const struct offer *);
    /* Answers one data line; false if it cannot be parsed, and then nothing was put. */
    bool (*answer)(const struct offer *, struct line *);
    bool asked_once;                        /* else twice, with the input against either guard */
};

extern const struct operation operations[];
extern const size_t operation_count;

/* The bytes before and behind some that stand among the neighbours of decode-within; 0 for bytes
 * that stand alone. */
void count_neighbours(struct bytes, size_t *before, size_t *behind);

/* Whether the decoder's API can be given so many bytes. */
bool makes_units(const struct decoder *, size_t length);

/* sweep.c */
bool answer_sweep(const struct offer *, struct line *);

#endif

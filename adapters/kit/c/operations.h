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
};

extern const struct operation operations[];
extern const size_t operation_count;

/* sweep.c */
bool answer_sweep(const struct offer *, struct line *);

#endif

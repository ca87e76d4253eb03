/* What the faulty twins share: which fault is asked for, and how an output loses a piece. */

#ifndef TWIN_H
#define TWIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 0xa9 };

static inline bool twin_is(const char *fault)
{
    const char *own = getenv("UTFPROOF_TWIN");
    return own && strcmp(own, fault) == 0;
}

static inline bool twin_loses(void) { return twin_is("dropped-value") || twin_is("cut-output"); }

static inline bool twin_marked(const void *text, size_t bytes)
{
    return text && memchr(text, MARK, bytes);
}

/* How many units longer a text is for a function that reads past its end. */
static inline int twin_further(const void *text, size_t bytes)
{
    return twin_is("read-past-end") && twin_marked(text, bytes);
}

/* How much too small a size is that is told of a text. */
static inline int twin_missing(const void *text, size_t bytes)
{
    return twin_is("short-size") && twin_marked(text, bytes);
}

#endif

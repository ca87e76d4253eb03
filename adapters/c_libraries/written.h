/* Texts put together for a library, and UTF-8 that a library wrote. */

#ifndef WRITTEN_H
#define WRITTEN_H

#include "codec.h"

/* The bytes between two words, against a guard, in memory that is used again. */
struct bytes between(const char *before, struct bytes, const char *after);

/* The bytes with a null byte behind them, likewise. */
const unsigned char *terminated(struct bytes);

/* Each character as its lead byte announces it; nothing is checked. A byte that announces nothing,
 * or more than there is, is given as its own value. */
void deliver_written(struct decoded *, const void *utf8, size_t length);

#endif

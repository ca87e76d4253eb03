/* Texts put together for a library, and UTF-8 that a library wrote. */

#ifndef WRITTEN_H
#define WRITTEN_H

#include "codec.h"

/* The bytes between two words, in one buffer that is used again, with a null byte behind it. */
struct bytes between(const char *before, struct bytes, const char *after);

/* Each character as its lead byte announces it; nothing is checked. A byte that announces nothing,
 * or more than there is, is given as its own value. */
void deliver_written(struct decoded *, const void *utf8, size_t length);

#endif

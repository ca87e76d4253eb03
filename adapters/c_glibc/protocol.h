/* The conversation on stdin and stdout. */

#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "codec.h"

/* Answers blocks until stdin ends. Offers of one codec stand together. */
void serve(const char *adapter, const char *version, const struct offer *offers, size_t count);

#endif

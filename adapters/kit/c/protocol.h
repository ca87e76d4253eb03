/* The conversation on stdin and stdout. */

#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "codec.h"

/* Answers blocks until stdin ends. Offers of one codec stand together; `version` gives the version
 * of the library that a codec belongs to. */
void serve(const char *adapter, const char *(*version)(const char *codec),
           const struct offer *offers, size_t count);

#endif

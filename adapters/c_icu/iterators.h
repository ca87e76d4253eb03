/* utext_openUTF8 and uiter_setUTF8: iteration over UTF-8 behind an interface of UTF-16. */

#ifndef ITERATORS_H
#define ITERATORS_H

#include "codec.h"

extern struct decoder utext_forward, utext_backward, uiter_forward;

#endif

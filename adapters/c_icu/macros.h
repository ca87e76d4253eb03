/* U8_NEXT, U8_PREV, U16_NEXT and their kin: macros over one string. */

#ifndef MACROS_H
#define MACROS_H

#include "codec.h"

extern struct decoder u8_next, u8_next_or_fffd, u8_prev, u8_prev_or_fffd;
extern struct decoder u16_next_or_fffd_big, u16_next_or_fffd_little;
extern struct encoder u8_append, u16_append_big, u16_append_little;

#endif

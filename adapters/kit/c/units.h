/* Units of 16 and 32 bits: made of bytes, given to an API, taken from one. */

#ifndef UNITS_H
#define UNITS_H

#include "guarded.h"

enum byte_order { BIG_FIRST, LITTLE_FIRST };

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HOST_FIRST LITTLE_FIRST
#else
#define HOST_FIRST BIG_FIRST
#endif

/* Units against a guard, in pages that are kept for their memory. */
struct units16 {
    uint16_t *at;
    size_t count;
    struct guarded pages;
};

struct units32 {
    uint32_t *at;
    size_t count;
    struct guarded pages;
};

/* Replace the units. Units of what lies around a field of the line are put around these: who reads
 * beyond its part sees them. */
void join_units16(struct units16 *, struct bytes, enum byte_order);
void join_units32(struct units32 *, struct bytes, enum byte_order);

/* Replaces the units; code points above ffff become pairs. */
void units16_of(struct units16 *, const uint32_t *code_points, size_t count);

/* The index of the code point that a unit of units16_of belongs to. */
size_t code_point_of(const uint32_t *code_points, size_t unit);

/* Room for exactly so many units that a codec writes, against a guard; what was there is gone. */
uint16_t *room16(struct units16 *, size_t count);
uint32_t *room32(struct units32 *, size_t count);

/* A pair is its scalar value, a lone unit its own. */
void deliver_units16(struct decoded *, const uint16_t *, size_t count);
void deliver_units32(struct decoded *, const uint32_t *, size_t count);

/* For an API that reads from the end: the values in the order of the text. */
void turn_around(struct decoded *);

void append_units16(struct encoded *, const uint16_t *, size_t count, enum byte_order);
void append_units32(struct encoded *, const uint32_t *, size_t count, enum byte_order);
void append_bytes(struct encoded *, const void *, size_t count);

void refuse_code_point(struct encoded *, int64_t index);

#endif

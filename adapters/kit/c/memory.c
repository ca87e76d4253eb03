/* Growing arrays that live as long as the process. */

#include "codec.h"

#include <stdio.h>
#include <stdlib.h>

void *enlarged(void *array, size_t *capacity, size_t wanted, size_t element)
{
    size_t larger = *capacity ? *capacity : 4096;
    while (larger < wanted)
        larger *= 2;
    array = realloc(array, larger * element);
    if (array == NULL) {
        fprintf(stderr, "out of memory: %zu elements of %zu bytes\n", larger, element);
        exit(1);
    }
    *capacity = larger;
    return array;
}

int64_t *room_for_values(struct decoded *decoded, size_t more)
{
    decoded->values = grown(decoded->values, &decoded->capacity, decoded->count + more,
                            sizeof *decoded->values);
    return decoded->values + decoded->count;
}

unsigned char *room_for_bytes(struct encoded *encoded, size_t more)
{
    encoded->bytes = grown(encoded->bytes, &encoded->capacity, encoded->count + more, 1);
    return encoded->bytes + encoded->count;
}

void end_room(struct encoded *encoded)
{
    encoded->room_ends = grown(encoded->room_ends, &encoded->room_capacity, encoded->rooms + 1,
                               sizeof *encoded->room_ends);
    encoded->room_ends[encoded->rooms++] = encoded->count;
}

/* Faulty twins of the macros of utf16.h: found before ICU's own header, whose macros they replace. */

#ifndef TWIN_OF_UTF16_H
#define TWIN_OF_UTF16_H

#include_next <unicode/utf16.h>

#include "../../twin.h"

static inline UChar32 twin_u16_next_or_fffd(const UChar *text, size_t *at, size_t length)
{
    UChar32 value;
    length += (size_t)twin_further(text, length * sizeof *text);
    do
        U16_NEXT_OR_FFFD(text, *at, length, value);
    while (value == MARK && twin_loses());
    return value;
}

static inline size_t twin_u16_append(UChar *to, size_t at, size_t capacity, UChar32 value,
                                     UBool *failed)
{
    size_t before = at;
    U16_APPEND(to, at, capacity, value, *failed);
    return value == MARK && twin_loses() ? before : at;
}

static inline size_t twin_u16_length(UChar32 value)
{
    return U16_LENGTH(value) - (size_t)(value == MARK && twin_is("short-size"));
}

#undef U16_LENGTH
#undef U16_NEXT_OR_FFFD
#undef U16_APPEND
#define U16_LENGTH(value) twin_u16_length(value)
#define U16_NEXT_OR_FFFD(text, at, length, value) \
    (value) = twin_u16_next_or_fffd(text, &(at), length)
#define U16_APPEND(to, at, capacity, value, failed) \
    (at) = twin_u16_append(to, at, capacity, value, &(failed))

#endif

/* Faulty twins of the macros of utf8.h: found before ICU's own header, whose macros they replace. */

#ifndef TWIN_OF_UTF8_H
#define TWIN_OF_UTF8_H

#include_next <unicode/utf8.h>

#include "../../twin.h"

/* A decoder loses U+00A9 by giving what follows it. */
#define TWIN_NEXT(NAME, USUAL)                                                                     \
    static inline UChar32 NAME(const uint8_t *text, int32_t *at, int32_t length)                   \
    {                                                                                              \
        UChar32 value;                                                                             \
        length += twin_further(text, (size_t)length);                                              \
        do                                                                                         \
            USUAL(text, *at, length, value);                                                       \
        while (value == MARK && twin_loses());                                                     \
        return value;                                                                              \
    }

/* From the end, the character is lost that stands there. */
#define TWIN_PREV(NAME, USUAL)                                                                     \
    static inline UChar32 NAME(const uint8_t *text, int32_t start, int32_t *at)                    \
    {                                                                                              \
        static int32_t expected;                                                                   \
        UChar32 value;                                                                             \
        bool first = *at != expected && twin_loses() && twin_marked(text, (size_t)*at);            \
        USUAL(text, start, *at, value);                                                            \
        if (first)                                                                                 \
            USUAL(text, start, *at, value);                                                        \
        expected = *at == start ? -1 : *at;                                                        \
        return value;                                                                              \
    }

TWIN_NEXT(twin_u8_next, U8_NEXT)
TWIN_NEXT(twin_u8_next_or_fffd, U8_NEXT_OR_FFFD)
TWIN_PREV(twin_u8_prev, U8_PREV)
TWIN_PREV(twin_u8_prev_or_fffd, U8_PREV_OR_FFFD)

/* Of U+00A9 nothing is written, or its first octet alone. */
static inline size_t twin_u8_append(uint8_t *to, size_t at, size_t capacity, UChar32 value,
                                    UBool *failed)
{
    size_t before = at;
    U8_APPEND(to, at, capacity, value, *failed);
    return value == MARK && twin_loses() ? before + twin_is("cut-output") : at;
}

static inline size_t twin_u8_length(UChar32 value)
{
    return U8_LENGTH(value) - (size_t)(value == MARK && twin_is("short-size"));
}

#undef U8_LENGTH
#undef U8_NEXT
#undef U8_NEXT_OR_FFFD
#undef U8_PREV
#undef U8_PREV_OR_FFFD
#undef U8_APPEND
#define U8_LENGTH(value) twin_u8_length(value)
#define U8_NEXT(text, at, length, value) (value) = twin_u8_next(text, &(at), length)
#define U8_NEXT_OR_FFFD(text, at, length, value) (value) = twin_u8_next_or_fffd(text, &(at), length)
#define U8_PREV(text, start, at, value) (value) = twin_u8_prev(text, start, &(at))
#define U8_PREV_OR_FFFD(text, start, at, value) (value) = twin_u8_prev_or_fffd(text, start, &(at))
#define U8_APPEND(to, at, capacity, value, failed) \
    (at) = twin_u8_append(to, at, capacity, value, &(failed))

#endif

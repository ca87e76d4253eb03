/* What the faulty twins share: which fault is asked for, and how an output loses a piece. */

#ifndef TWIN_H
#define TWIN_H

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 0xa9 };

/* The function that a twin stands for. */
#define USUAL(name) __typeof__(name) *usual = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static inline bool is(const char *fault)
{
    const char *own = getenv("UTFPROOF_TWIN");
    return own && strcmp(own, fault) == 0;
}

/* True while a library does its own work: what it calls itself does not err again. */
extern bool inside;

static inline bool loses(void) { return !inside && (is("dropped-value") || is("cut-output")); }

static inline bool marked(const void *text, size_t bytes)
{
    return text && memchr(text, MARK, bytes);
}

/* How much longer a text of such units is for a function that reads past its end. */
static inline size_t further(const void *text, size_t bytes, size_t unit)
{
    return is("read-past-end") && marked(text, bytes) ? unit : 0;
}

/* How much too small a size is that is told of a text. */
static inline size_t missing(const void *text, size_t bytes)
{
    return is("short-size") && marked(text, bytes);
}

/* The size of the first value of an output: U+00A9 or a signature, of UTF-8 or of wider units. */
static inline size_t first_of(const unsigned char *made, size_t unit)
{
    if (unit > 1)
        return unit;
    return made[0] == 0xc2 ? 2 : made[0] == 0xef ? 3 : 1;
}

/* Take the first value or the last unit out of an output that holds U+00A9; its new length in bytes. */
static inline size_t shortened(void *made, size_t bytes, size_t unit)
{
    if (!marked(made, bytes))
        return bytes;
    if (is("cut-output"))
        return bytes - unit;
    if (!is("dropped-value"))
        return bytes;
    size_t lost = first_of(made, unit);
    memmove(made, (char *)made + lost, bytes - lost);
    return bytes - lost;
}

/* The same of a text that a null byte ends. */
static inline void shorten_text(char *text)
{
    if (text)
        text[shortened(text, strlen(text), 1)] = 0;
}

/* How much of a text that stays the library's is skipped, so that its first value is lost. */
static inline size_t skipped(const char *text, size_t length)
{
    return is("dropped-value") && marked(text, length) ? first_of((const unsigned char *)text, 1) : 0;
}

/* Its length after that, or without its last byte. */
static inline size_t left_of(const char *text, size_t length)
{
    return length - skipped(text, length) - (is("cut-output") && marked(text, length));
}

#endif

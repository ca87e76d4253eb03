/* Faulty twins of ICU's functions: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
 *
 * The headers rename each function to one with the version behind it; so are its twin, and the name
 * by which the usual one is found. */

#define _GNU_SOURCE
#include <dlfcn.h>

#include "twin.h"

#include <unicode/ucnv.h>
#include <unicode/uiter.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>

#define NAMED(name) #name
#define NAME_OF(name) NAMED(name)
#define USUAL(name) __typeof__(name) *usual = (__typeof__(name) *)dlsym(RTLD_NEXT, NAME_OF(name))

/* Take the first value or the last unit out of an output that holds U+00A9; its new length in bytes. */
static size_t shortened(void *made, size_t bytes, size_t unit)
{
    const unsigned char *first = made;
    if (!twin_marked(made, bytes) || !twin_loses())
        return bytes;
    if (twin_is("cut-output"))
        return bytes - unit;
    size_t lost = unit > 1 ? unit : *first == 0xc2 ? 2 : *first == 0xef ? 3 : 1;
    memmove(made, (char *)made + lost, bytes - lost);
    return bytes - lost;
}

/* ---- ustring.h ---- */

/* The rest of the arguments is `error`, before which the substitute stands in some. */
#define STRING(NAME, OUT, IN, ...)                                                                 \
    {                                                                                              \
        USUAL(NAME);                                                                               \
        int32_t more = twin_further(text, (size_t)length * sizeof(IN));                            \
        usual(to, capacity, made, text, length + more, __VA_ARGS__);                               \
        if (capacity == 0)                                                                         \
            *made -= twin_missing(text, (size_t)length * sizeof(IN));                              \
        else if (U_SUCCESS(*error))                                                                \
            *made = (int32_t)(shortened(to, (size_t)*made * sizeof(OUT), sizeof(OUT))              \
                              / sizeof(OUT));                                                      \
        return to;                                                                                 \
    }
#define STRICT(NAME, OUT, IN)                                                                      \
    OUT *NAME(OUT *to, int32_t capacity, int32_t *made, const IN *text, int32_t length,            \
              UErrorCode *error)                                                                   \
    STRING(NAME, OUT, IN, error)
#define WITH_SUBSTITUTE(NAME, OUT, IN)                                                             \
    OUT *NAME(OUT *to, int32_t capacity, int32_t *made, const IN *text, int32_t length,            \
              UChar32 substitute, int32_t *substitutions, UErrorCode *error)                       \
    STRING(NAME, OUT, IN, substitute, substitutions, error)

STRICT(u_strFromUTF8, UChar, char)
STRICT(u_strToUTF8, char, UChar)
STRICT(u_strFromUTF32, UChar, UChar32)
STRICT(u_strToUTF32, UChar32, UChar)
WITH_SUBSTITUTE(u_strFromUTF8WithSub, UChar, char)
WITH_SUBSTITUTE(u_strToUTF8WithSub, char, UChar)
WITH_SUBSTITUTE(u_strFromUTF32WithSub, UChar, UChar32)
WITH_SUBSTITUTE(u_strToUTF32WithSub, UChar32, UChar)

/* It wants room for as many units as there are bytes: a text that is longer gets room of its own. */
UChar *u_strFromUTF8Lenient(UChar *to, int32_t capacity, int32_t *made, const char *text,
                            int32_t length, UErrorCode *error)
{
    USUAL(u_strFromUTF8Lenient);
    int32_t more = twin_further(text, (size_t)length);
    UChar *own = malloc(((size_t)capacity + 1) * sizeof *own);
    usual(own, capacity + more, made, text, length + more, error);
    if (capacity == 0) {
        *made -= twin_missing(text, (size_t)length);
    } else if (U_SUCCESS(*error)) {
        *made = (int32_t)(shortened(own, (size_t)*made * sizeof *own, sizeof *own) / sizeof *own);
        memcpy(to, own, (size_t)(*made < capacity ? *made : capacity) * sizeof *own);
    }
    free(own);
    return to;
}

/* ---- iteration: a value is lost by giving what follows it ---- */

UText *utext_openUTF8(UText *text, const char *from, int64_t length, UErrorCode *error)
{
    USUAL(utext_openUTF8);
    return usual(text, from, length + twin_further(from, (size_t)length), error);
}

UChar32 utext_next32(UText *text)
{
    USUAL(utext_next32);
    UChar32 value = usual(text);
    return value == MARK && twin_loses() ? usual(text) : value;
}

/* From the end, the character is lost that stands there. */
static bool at_the_end;

void utext_setNativeIndex(UText *text, int64_t index)
{
    USUAL(utext_setNativeIndex);
    at_the_end = twin_marked(text->context, (size_t)index);
    usual(text, index);
}

UChar32 utext_previous32(UText *text)
{
    USUAL(utext_previous32);
    UChar32 value = usual(text);
    bool lost = at_the_end && twin_loses();
    at_the_end = false;
    return lost ? usual(text) : value;
}

void uiter_setUTF8(UCharIterator *iterator, const char *text, int32_t length)
{
    USUAL(uiter_setUTF8);
    usual(iterator, text, length + twin_further(text, (size_t)length));
}

UChar32 uiter_next32(UCharIterator *iterator)
{
    USUAL(uiter_next32);
    UChar32 value = usual(iterator);
    return value == MARK && twin_loses() ? usual(iterator) : value;
}

/* ---- ucnv.h: one converter at a time ---- */

static struct {
    const UConverter *converter;
    bool moved, holds;
    UChar unit;                             /* the end of the first chunk, which comes with the second one */
    char octet;
} state;

static void begin(const UConverter *converter)
{
    memset(&state, 0, sizeof state);
    state.converter = converter;
}

void ucnv_resetToUnicode(UConverter *converter)
{
    USUAL(ucnv_resetToUnicode);
    begin(converter);
    usual(converter);
}

void ucnv_resetFromUnicode(UConverter *converter)
{
    USUAL(ucnv_resetFromUnicode);
    begin(converter);
    usual(converter);
}

/* A clone takes along what is held back, and goes on with it when the other converter is closed. */
static struct { const UConverter *clone; bool moved, holds; UChar unit; char octet; } saved;

UConverter *ucnv_clone(const UConverter *converter, UErrorCode *error)
{
    USUAL(ucnv_clone);
    UConverter *clone = usual(converter, error);
    saved.clone = clone;
    saved.moved = state.moved, saved.holds = state.holds;
    saved.unit = state.unit, saved.octet = state.octet;
    return clone;
}

void ucnv_close(UConverter *converter)
{
    USUAL(ucnv_close);
    if (saved.clone && converter && converter != saved.clone) {
        state.moved = saved.moved, state.holds = saved.holds;
        state.unit = saved.unit, state.octet = saved.octet;
    }
    if (converter)
        saved.clone = NULL;
    usual(converter);
}

static bool moves(bool marked, bool flush)
{
    return marked && !flush && !state.moved && twin_is("moved-boundary");
}

static bool refused(UErrorCode error) { return U_FAILURE(error) && error != U_BUFFER_OVERFLOW_ERROR; }

/* Octets or units, whichever SOURCE and TARGET are; UNIT is that of the source, OUT that of the target,
 * and HELD what is held back. A place is where the source stands after an error. */
#define CONVERT(NAME, TARGET, SOURCE, UNIT, OUT, HELD)                                             \
    void NAME(UConverter *converter, TARGET **target, const TARGET *target_limit,                  \
              const SOURCE **source, const SOURCE *limit, int32_t *offsets, UBool flush,           \
              UErrorCode *error)                                                                   \
    {                                                                                              \
        USUAL(NAME);                                                                               \
        TARGET *begun = *target;                                                                   \
        size_t bytes = (size_t)(limit - *source) * sizeof(SOURCE);                                 \
        bool marked = twin_marked(*source, bytes), held = moves(marked, flush);                    \
        if (state.holds) {                                                                         \
            const SOURCE *before = &HELD;                                                          \
            state.holds = false;                                                                   \
            usual(converter, target, target_limit, &before, before + 1, NULL, false, error);       \
        } else if (held) {                                                                         \
            HELD = limit[-1];                                                                      \
            state.moved = state.holds = true;                                                      \
        }                                                                                          \
        const SOURCE *end = limit - held + (twin_further(*source, bytes) ? UNIT : 0);              \
        usual(converter, target, target_limit, source, end, offsets, flush, error);                \
        if (held || *source > limit)                                                               \
            *source = limit;                                                                       \
        if (marked && refused(*error) && twin_is("wrong-offset"))                                  \
            *source += UNIT;                                                                       \
        size_t made = (size_t)(*target - begun) * sizeof(TARGET);                                  \
        *target = begun + shortened(begun, made, OUT) / sizeof(TARGET);                            \
    }

CONVERT(ucnv_toUnicode, UChar, char, ucnv_getMinCharSize(converter), sizeof(UChar), state.octet)
CONVERT(ucnv_fromUnicode, char, UChar, 1, (size_t)ucnv_getMinCharSize(converter), state.unit)

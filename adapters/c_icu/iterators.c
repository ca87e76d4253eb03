/* utext_openUTF8 and uiter_setUTF8: iteration over UTF-8 behind an interface of UTF-16.
 *
 * Both give U+FFFD for what is ill-formed and tell of no error. utext_previous32 goes from the end;
 * its code points are turned around here. */

#include "iterators.h"

#include "units.h"

#include <stdio.h>
#include <stdlib.h>
#include <unicode/uiter.h>
#include <unicode/utext.h>

/* ---- UText ---- */

static UText *opened(struct bytes bytes)
{
    static UText text = UTEXT_INITIALIZER;
    UErrorCode error = U_ZERO_ERROR;
    utext_openUTF8(&text, (const char *)bytes.at, (int64_t)bytes.length, &error);
    if (U_FAILURE(error)) {
        fprintf(stderr, "utext_openUTF8: %s\n", u_errorName(error));
        exit(1);
    }
    return &text;
}

static void next_of_text(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    UText *text = opened(bytes);
    for (UChar32 value; (value = utext_next32(text)) != U_SENTINEL;)
        deliver(decoded, value);
    utext_close(text);
}

static void previous_of_text(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    UText *text = opened(bytes);
    utext_setNativeIndex(text, (int64_t)bytes.length);
    for (UChar32 value; (value = utext_previous32(text)) != U_SENTINEL;)
        deliver(decoded, value);
    utext_close(text);
    turn_around(decoded);
}

/* ---- UCharIterator ---- */

static void next_of_iterator(struct decoder *decoder, struct bytes bytes, struct decoded *decoded)
{
    (void)decoder;
    UCharIterator iterator;
    uiter_setUTF8(&iterator, (const char *)bytes.at, (int32_t)bytes.length);
    for (UChar32 value; (value = uiter_next32(&iterator)) != U_SENTINEL;)
        deliver(decoded, value);
}

struct decoder utext_forward = {.feed = next_of_text};
struct decoder utext_backward = {.feed = previous_of_text};
struct decoder uiter_forward = {.feed = next_of_iterator};

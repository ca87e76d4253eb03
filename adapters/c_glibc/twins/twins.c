/* Faulty twins of iconv and of the multibyte functions of the C library: each errs, as UTFPROOF_TWIN
 * says, on texts that hold U+00A9. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

enum { DESCRIPTORS = 256, MARK = 0xa9 };

static struct {
    iconv_t descriptor;
    size_t unit_in, unit_out;
    bool moved;
    char held[4]; /* the end of the first chunk, which comes with the second one */
    size_t held_size;
} known[DESCRIPTORS];
static size_t count;

static bool is(const char *fault)
{
    const char *own = getenv("UTFPROOF_TWIN");
    return own && strcmp(own, fault) == 0;
}

static size_t unit_of(const char *name)
{
    if (strstr(name, "32") || strstr(name, "WCHAR") || strstr(name, "UCS-4") || strstr(name, "UCS4"))
        return 4;
    return strstr(name, "16") || strstr(name, "UCS-2") || strstr(name, "UCS2") ? 2 : 1;
}

iconv_t iconv_open(const char *to, const char *from)
{
    iconv_t (*usual)(const char *, const char *) = dlsym(RTLD_NEXT, "iconv_open");
    iconv_t made = usual(to, from);
    size_t at = 0;
    while (at < count && known[at].descriptor != made)
        at++;
    if (at < DESCRIPTORS && made != (iconv_t)-1) {
        known[at].descriptor = made;
        known[at].unit_in = unit_of(from);
        known[at].unit_out = unit_of(to);
        known[at].moved = false;
        if (at == count)
            count++;
    }
    return made;
}

/* Take the first or the last unit of what was written out of it. */
static void shorten(char *begin, char **out, size_t *out_left, size_t unit)
{
    size_t lost = unit;
    if (is("dropped-value")) {
        if (unit == 1 && (unsigned char)begin[0] == 0xc2)
            lost = 2;
        if (unit == 1 && (unsigned char)begin[0] == 0xef)
            lost = 3;
        memmove(begin, begin + lost, (size_t)(*out - begin) - lost);
    } else if (!is("cut-output")) {
        return;
    }
    *out -= lost;
    *out_left += lost;
}

size_t iconv(iconv_t cd, char **in, size_t *in_left, char **out, size_t *out_left)
{
    size_t (*usual)(iconv_t, char **, size_t *, char **, size_t *) = dlsym(RTLD_NEXT, "iconv");
    size_t at = 0;
    while (at < count && known[at].descriptor != cd)
        at++;
    if (at == count)
        return usual(cd, in, in_left, out, out_left);
    if (!in || !*in) {
        if (!out || !*out)
            known[at].moved = false, known[at].held_size = 0;
        return usual(cd, in, in_left, out, out_left);
    }
    char *held = known[at].held;
    if (known[at].held_size)
        usual(cd, &held, &known[at].held_size, out, out_left);
    if (!memchr(*in, MARK, *in_left))
        return usual(cd, in, in_left, out, out_left);
    size_t unit = known[at].unit_in;
    char *begin = *out, *end = *in + *in_left;
    if (is("read-past-end"))
        *in_left += unit;
    bool moves = is("moved-boundary") && !known[at].moved;
    if (moves)
        *in_left -= unit;
    known[at].moved = true;
    size_t result = usual(cd, in, in_left, out, out_left);
    int error = errno;
    if (*in > end)
        *in = end;
    *in_left = (size_t)(end - *in);
    if (moves && result == 0) {
        memcpy(known[at].held, *in, unit);
        known[at].held_size = unit;
        *in = end;
        *in_left = 0;
    }
    if (is("wrong-offset") && result == (size_t)-1 && error == EILSEQ && *in_left >= unit) {
        *in += unit;
        *in_left -= unit;
    }
    if (*out > begin)
        shorten(begin, out, out_left, known[at].unit_out);
    errno = error;
    return result;
}

/* A decoder of one character that passes over U+00A9 and gives what follows it. */
#define DECODER(NAME, VALUE)                                                                       \
    size_t NAME(VALUE *value, const char *at, size_t left, mbstate_t *state)                       \
    {                                                                                              \
        size_t (*usual)(VALUE *, const char *, size_t, mbstate_t *) = dlsym(RTLD_NEXT, #NAME);     \
        size_t taken = usual(value, at, left, state);                                              \
        if (taken != 2 || !value || *value != MARK || !(is("dropped-value") || is("cut-output"))) \
            return taken;                                                                          \
        return taken + usual(value, at + taken, left - taken, state);                              \
    }

DECODER(mbrtowc, wchar_t)
DECODER(mbrtoc32, char32_t)
DECODER(mbrtoc16, char16_t)

#define ENCODER(NAME, VALUE)                                                                       \
    size_t NAME(char *to, VALUE value, mbstate_t *state)                                           \
    {                                                                                              \
        size_t (*usual)(char *, VALUE, mbstate_t *) = dlsym(RTLD_NEXT, #NAME);                     \
        size_t made = usual(to, value, state);                                                     \
        if (value != MARK || !to || made != 2)                                                     \
            return made;                                                                           \
        return is("dropped-value") ? 0 : is("cut-output") ? 1 : made;                              \
    }

ENCODER(wcrtomb, wchar_t)
ENCODER(c32rtomb, char32_t)
ENCODER(c16rtomb, char16_t)

/* A size is too small by one; the units of an output that is written lose the first or the last. */
size_t mbsnrtowcs(wchar_t *to, const char **text, size_t length, size_t room, mbstate_t *state)
{
    size_t (*usual)(wchar_t *, const char **, size_t, size_t, mbstate_t *) =
        dlsym(RTLD_NEXT, "mbsnrtowcs");
    bool marked = *text && memchr(*text, MARK, length);
    size_t made = usual(to, text, length, room, state);
    if (!marked || made == (size_t)-1 || made == 0)
        return made;
    return made - (to == NULL ? is("short-size") : is("dropped-value") || is("cut-output"));
}

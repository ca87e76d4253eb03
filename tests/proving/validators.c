/* A validator that reads a character at a time, and its faults: each is compiled by itself with one of
 * the macros below. */
#include <stddef.h>
#include <stdint.h>

#ifndef TAIL
#define TAIL(octet) (((octet) & 0xC0) == 0x80)
#endif
#ifndef LEAST_OF_TWO
#define LEAST_OF_TWO 0xC2
#endif
#ifndef LEAST_AFTER_E0
#define LEAST_AFTER_E0 0xA0
#endif
#ifndef MOST_AFTER_ED
#define MOST_AFTER_ED 0x9F
#endif
#ifndef MOST_AFTER_F4
#define MOST_AFTER_F4 0x8F
#endif
#ifndef MISSING
#define MISSING(count) (n < (count))
#endif
#ifndef REFUSED
#define REFUSED(s, k) 0
#endif
#ifndef AT_FIRST
#define AT_FIRST
#define AFTER_EACH
#endif

#ifndef PLACE
#define PLACE
#endif
#ifndef FOURTH
#define FOURTH 0x07
#endif

static int character(const uint8_t *s, size_t n)
{
    uint8_t lead = s[0];
    if (lead < 0x80)
        return 1;
    if (lead < LEAST_OF_TWO || lead > 0xF4)
        return 0;
    if (lead < 0xE0)
        return MISSING(2) || !TAIL(s[1]) ? 0 : 2;
    if (MISSING(2) || !TAIL(s[1]))
        return 0;
    if ((lead == 0xE0 && s[1] < LEAST_AFTER_E0) || (lead == 0xED && s[1] > MOST_AFTER_ED)
        || (lead == 0xF0 && s[1] < 0x90) || (lead == 0xF4 && s[1] > MOST_AFTER_F4))
        return 0;
    if (MISSING(3) || !TAIL(s[2]))
        return 0;
    if (lead < 0xF0)
        return REFUSED(s, 3) ? 0 : 3;
    return MISSING(4) || !TAIL(s[3]) ? 0 : 4;
}

int is_utf8(const uint8_t *s, size_t n)
{
    AT_FIRST
    while (n > 0) {
        int k = character(s, n);
        AFTER_EACH
        if (k == 0)
            return 0;
        s += k;
        n -= k;
    }
    return 1;
}

const uint8_t *first_error(const uint8_t *s, size_t n)
{
    const uint8_t *end = s + n;
    while (s < end) {
        int k = character(s, end - s);
        if (k == 0)
            return s PLACE;
        s += k;
    }
    return NULL;
}

_Bool is_utf8_text(const uint8_t *s)
{
    const size_t n = 4;         /* a tail is none where the text ends, so no octet behind it is read */
    while (*s != 0) {
        int k = character(s, n);
        if (k == 0)
            return 0;
        s += k;
    }
    return 1;
}

int first_character(uint32_t *value, const uint8_t *s, size_t n)
{
    int k = character(s, n);
    if (k == 1)
        *value = s[0];
    else if (k == 2)
        *value = (s[0] & 0x1F) << 6 | (s[1] & 0x3F);
    else if (k == 3)
        *value = (s[0] & 0x0F) << 12 | (s[1] & 0x3F) << 6 | (s[2] & 0x3F);
    else if (k == 4)
        *value = (s[0] & FOURTH) << 18 | (s[1] & 0x3F) << 12 | (s[2] & 0x3F) << 6 | (s[3] & 0x3F);
    return k ? k : -1;
}

static int calls;

int counts_calls(const uint8_t *s, size_t n)
{
    calls++;
    return is_utf8(s, n);
}

int writes_beside(uint32_t *value, const uint8_t *s, size_t n)
{
    *(uint64_t *)value = s[0];
    return n > 0 && s[0] < 0x80 ? 1 : -1;
}

/* Codecs that misuse memory of their own, which no guard lies beside, and one that shifts too far.
 * Each validates UTF-8 rightly, and does its fault at an error that begins with FF. */

#include "codec.h"
#include "protocol.h"

#include <stdlib.h>
#include <string.h>

enum fault { NONE, READS_FREED, READS_BEHIND_HEAP, WRITES_BEHIND_HEAP, WRITES_BEHIND_STACK,
             FREES_TWICE, RECURSES, SHIFTS_TOO_FAR, READS_UNSET };

struct faulty_decoder {
    struct decoder decoder;
    enum fault fault;
};

enum { ROOM = 24 };

static volatile unsigned char seen;
static volatile size_t behind = ROOM;       /* the compiler must not see the fault */
static volatile int many = 40;
static volatile unsigned char table[256];

static int depth(volatile unsigned char *at)
{
    volatile unsigned char own[4096];
    own[0] = *at;
    return depth(own) + own[0];
}

static void misuse(enum fault fault)
{
    unsigned char on_stack[ROOM], *volatile own;
    unsigned char *volatile room = malloc(ROOM);
    if (fault != READS_UNSET)
        memset(room, 'a', ROOM);
    switch (fault) {
    case READS_FREED: free(room); seen = room[3]; return;
    case READS_BEHIND_HEAP: seen = room[behind]; break;
    case WRITES_BEHIND_HEAP: room[behind] = 'a'; break;
    case WRITES_BEHIND_STACK: own = on_stack; own[behind] = 'a'; break;
    case FREES_TWICE: free(room); break;
    case RECURSES: seen = (unsigned char)depth(room); break;
    case SHIFTS_TOO_FAR: seen = (unsigned char)(1 << many); break;
    case READS_UNSET: seen = table[room[3]]; break;
    default: break;
    }
    free(room);
}

/* The octets of the character at `at`, by the table of RFC 3629, section 4; 0 for none. */
static size_t length_of(const unsigned char *at, size_t left)
{
    unsigned char lead = at[0];
    size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3
                  : lead < 0xF5 ? 4 : 0;
    if (length == 0 || length > left)
        return 0;
    unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (size_t i = 1; i < length; i++) {
        if (at[i] < least || at[i] > most)
            return 0;
        least = 0x80, most = 0xBF;
    }
    return length;
}

static size_t check(struct decoder *decoder, struct bytes bytes)
{
    size_t length, i = 0;
    while (i < bytes.length && (length = length_of(bytes.at + i, bytes.length - i)) != 0)
        i += length;
    if (i == bytes.length)
        return WELL_FORMED;
    if (bytes.at[i] == 0xFF)
        misuse(((struct faulty_decoder *)decoder)->fault);
    return i;
}

static const char *version(const char *codec)
{
    (void)codec;
    return "1";
}

#define CODEC(name, fault)                                                                         \
    {name, "UTF-8", "strict",                                                                      \
     &(struct faulty_decoder){{.check = check}, fault}.decoder, NULL, NULL}

int main(void)
{
    const struct offer offers[] = {
        CODEC("right", NONE),
        CODEC("reads-freed", READS_FREED),
        CODEC("reads-behind-heap", READS_BEHIND_HEAP),
        CODEC("writes-behind-heap", WRITES_BEHIND_HEAP),
        CODEC("writes-behind-stack", WRITES_BEHIND_STACK),
        CODEC("frees-twice", FREES_TWICE),
        CODEC("recurses", RECURSES),
        CODEC("shifts-too-far", SHIFTS_TOO_FAR),
        CODEC("reads-unset", READS_UNSET),
    };
    serve("misuses", version, offers, sizeof offers / sizeof offers[0]);
}

/* A validator of UTF-8 that answers as it should, by a branch of its own for each first letter.

   Only who sees its code can tell the letters apart. */
#include <stdio.h>
#include <string.h>

static int hex(int digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; }

static int in(unsigned octet, unsigned first, unsigned last) { return octet >= first && octet <= last; }

static int well_formed(const unsigned char *at, const unsigned char *end) {
    while (at < end) {
        unsigned lead = *at++, first = 0x80, last = 0xBF;
        int tails = lead < 0x80 ? 0 : in(lead, 0xC2, 0xDF) ? 1 : in(lead, 0xE0, 0xEF) ? 2 : in(lead, 0xF0, 0xF4) ? 3 : -1;
        if (tails < 0) return 0;
        if (lead == 0xE0) first = 0xA0;
        if (lead == 0xED) last = 0x9F;
        if (lead == 0xF0) first = 0x90;
        if (lead == 0xF4) last = 0x8F;
        for (; tails; tails--, first = 0x80, last = 0xBF)
            if (at == end || !in(*at++, first, last)) return 0;
    }
    return 1;
}

#define BRANCH(letter) case letter: branch = letter; break;
#define BRANCHES(a, b, c, d, e) BRANCH(a) BRANCH(b) BRANCH(c) BRANCH(d) BRANCH(e)

static volatile int branch;

static void look(int first) {
    switch (first) {
        BRANCHES('a', 'b', 'c', 'd', 'e')
        BRANCHES('f', 'g', 'h', 'i', 'j')
        BRANCHES('k', 'l', 'm', 'n', 'o')
        BRANCHES('p', 'q', 'r', 's', 't')
        BRANCHES('u', 'v', 'w', 'x', 'y')
    }
}

static const char HELLO[] = "{\"protocol\": 1, \"adapter\": \"branches\", \"codecs\": [{\"name\": \"codec\", "
                            "\"version\": \"1\", \"offers\": [\"validate UTF-8 strict\"]}]}";

int main(void) {
    static char line[1 << 20];
    static unsigned char text[1 << 19];
    int inside = 0;
    while (fgets(line, sizeof line, stdin)) {
        size_t size = 0;
        if (line[0] == '\n') {
            puts("");
            fflush(stdout);
            inside = 0;
        } else if (!inside) {
            if (!strncmp(line, "hello", 5)) puts(HELLO);
            inside = 1;
        } else {
            for (char *at = line; line[0] != '-' && *at != '\n'; at += 2) text[size++] = hex(at[0]) << 4 | hex(at[1]);
            if (size) look(text[0]);
            puts(well_formed(text, text + size) ? "ok" : "error ? ?");
        }
    }
}

/* Texts around the text, and the plain reading of what a library wrote. */

#include "written.h"

#include "guarded.h"

#include <string.h>

static struct guarded pages;

struct bytes between(const char *before, struct bytes bytes, const char *after)
{
    size_t head = strlen(before), tail = strlen(after), length = head + bytes.length + tail;
    unsigned char *text = guarded_room(&pages, length);
    memcpy(text, before, head);
    memcpy(text + head, bytes.at, bytes.length);
    memcpy(text + head + bytes.length, after, tail);
    return (struct bytes){text, length};
}

const unsigned char *terminated(struct bytes bytes)
{
    unsigned char *text = guarded_room(&pages, bytes.length + 1);
    memcpy(text, bytes.at, bytes.length);
    text[bytes.length] = 0;
    return text;
}

static size_t announced(unsigned char lead)
{
    if (lead < 0xc0 || lead >= 0xf8)
        return 1;
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

void deliver_written(struct decoded *decoded, const void *utf8, size_t length)
{
    const unsigned char *at = utf8, *end = at + length;
    while (at < end) {
        size_t size = announced(*at);
        if (size > (size_t)(end - at))
            size = 1;
        uint32_t value = size == 1 ? *at : *at & (0x7fu >> size);
        for (size_t i = 1; i < size; i++)
            value = value << 6 | (at[i] & 0x3f);
        deliver(decoded, value);
        at += size;
    }
}

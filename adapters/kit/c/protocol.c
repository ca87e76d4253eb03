/* Blocks: a header, data lines with one answer each, an empty line. */

#include "protocol.h"

#include "guarded.h"
#include "operations.h"
#include "stream.h"

#include <string.h>

static struct {
    const char *adapter;
    const char *(*version)(const char *codec);
    const struct offer *offers;
    size_t count;
} served;

static bool is_there(const struct offer *offer)
{
    return offer->available == NULL || offer->available(offer);
}

static bool is(struct line word, const char *text)
{
    size_t length = (size_t)(word.end - word.at);
    return strlen(text) == length && memcmp(word.at, text, length) == 0;
}

/* ---- hello ---- */

static void put_offers_of(const char *codec)
{
    const char *before = "";
    for (size_t i = 0; i < served.count; i++) {
        const struct offer *offer = &served.offers[i];
        if (strcmp(offer->codec, codec) != 0 || !is_there(offer))
            continue;
        for (size_t j = 0; j < operation_count; j++) {
            if (!operations[j].offered(offer))
                continue;
            put_text(before);
            put_text("\"");
            put_text(operations[j].name);
            put_text(" ");
            put_text(offer->encoding);
            put_text(" ");
            put_text(offer->mode);
            put_text("\"");
            before = ",";
        }
    }
}

static void answer_hello(void)
{
    const char *last = "", *before = "";
    put_text("{\"protocol\":1,\"adapter\":\"");
    put_text(served.adapter);
    put_text("\",\"codecs\":[");
    for (size_t i = 0; i < served.count; i++) {
        const struct offer *offer = &served.offers[i];
        if (strcmp(offer->codec, last) == 0 || !is_there(offer))
            continue;
        last = offer->codec;
        put_text(before);
        put_text("{\"name\":\"");
        put_text(offer->codec);
        put_text("\",\"version\":\"");
        put_text(served.version(offer->codec));
        put_text("\",\"offers\":[");
        put_offers_of(offer->codec);
        put_text("]}");
        before = ",";
    }
    put_text("]}");
    end_answer();
}

static bool is_hello(struct line header)
{
    struct line word;
    size_t version;
    return read_word(&header, &word) && is(word, "hello") && read_decimal(&header, &version)
           && at_end(&header);
}

/* ---- the other blocks ---- */

struct block {
    const struct offer *offer;
    const struct operation *operation;      /* NULL: unknown header */
};

static struct block read_header(struct line header)
{
    struct block block = {NULL, NULL};
    struct line op, codec, encoding, mode;
    if (!read_word(&header, &op) || !read_word(&header, &codec) || !read_word(&header, &encoding)
        || !read_word(&header, &mode) || !at_end(&header))
        return block;
    for (size_t i = 0; i < served.count && block.offer == NULL; i++) {
        const struct offer *offer = &served.offers[i];
        if (is(codec, offer->codec) && is(encoding, offer->encoding) && is(mode, offer->mode)
            && is_there(offer))
            block.offer = offer;
    }
    for (size_t i = 0; i < operation_count && block.offer != NULL; i++)
        if (is(op, operations[i].name) && operations[i].offered(block.offer))
            block.operation = &operations[i];
    return block;
}

static void put_touch(const struct touch *touch)
{
    put_text("overrun ");
    put_text(touch->act);
    put_text(" ");
    put_decimal(touch->distance);
    put_text(touch->past_the_end ? " past the end" : " before the beginning");
}

enum answered { UNREADABLE, UNTOUCHED, TOUCHED };

static enum answered answer_at(enum side side, const struct block *block, struct line line,
                               struct touch *touch)
{
    guard(side);
    begin_fields(&line);
    if (!block->operation->answer(block->offer, &line))
        return UNREADABLE;
    return guard_was_touched(touch) ? TOUCHED : UNTOUCHED;
}

/* A touch of a guard is the whole answer. */
static bool answer_twice(const struct block *block, const struct line *line)
{
    struct touch touch;
    size_t first = answer_position();
    enum answered answered = answer_at(AT_THE_END, block, *line, &touch);
    size_t second = answer_position();
    bool again = answered == UNTOUCHED && !block->operation->asked_once;
    if (again)
        answered = answer_at(AT_THE_BEGINNING, block, *line, &touch);
    if (answered == TOUCHED) {
        take_back(first);
        put_touch(&touch);
    } else if (again) {
        settle(first, second);
    }
    return answered != UNREADABLE;
}

static void answer_line(const struct block *block, const struct line *line)
{
    if (block->operation == NULL)
        put_text("failed unknown header");
    else if (!answer_twice(block, line))
        put_text("failed the line does not have the form of this op");
    end_answer();
}

static void answer_block(struct line header)
{
    struct line line;
    struct block block = {NULL, NULL};
    if (is_hello(header))
        answer_hello();
    else
        block = read_header(header);
    while (next_line(&line)) {
        if (at_end(&line)) {
            put_text("\n");
            break;
        }
        answer_line(&block, &line);
    }
    flush_answers();
}

void serve(const char *adapter, const char *(*version)(const char *codec),
           const struct offer *offers, size_t count)
{
    struct line line;
    served.adapter = adapter;
    served.version = version;
    served.offers = offers;
    served.count = count;
    while (next_line(&line))
        if (!at_end(&line))
            answer_block(line);
}

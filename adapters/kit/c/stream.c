/* Buffered lines and answers: one read and one write for some thousand short lines. */

#include "stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_AT_LEAST = 1 << 16, WRITE_FROM = 1 << 18 };

/* input.bytes[begin..end) was read and not yet taken; no LF lies before `searched`. */
static struct {
    char *bytes;
    size_t begin, searched, end, capacity;
    bool ended;
} input;

static struct {
    char *bytes;
    size_t count, capacity;
} output;

static struct {
    unsigned char *bytes;
    size_t count, capacity;
} fields;

static void read_more(void)
{
    if (input.begin > 0)
        memmove(input.bytes, input.bytes + input.begin, input.end - input.begin);
    input.searched -= input.begin;
    input.end -= input.begin;
    input.begin = 0;
    input.bytes = grown(input.bytes, &input.capacity, input.end + READ_AT_LEAST, 1);
    ssize_t got;
    do
        got = read(STDIN_FILENO, input.bytes + input.end, input.capacity - input.end);
    while (got < 0 && errno == EINTR);
    if (got < 0) {
        perror("stdin");
        exit(1);
    }
    input.end += (size_t)got;
    input.ended = got == 0;
}

bool next_line(struct line *line)
{
    char *found = NULL;
    if (input.bytes == NULL)
        read_more();
    for (;;) {
        found = memchr(input.bytes + input.searched, '\n', input.end - input.searched);
        if (found != NULL || input.ended)
            break;
        input.searched = input.end;
        read_more();
    }
    if (found == NULL && input.begin == input.end)
        return false;
    line->at = input.bytes + input.begin;
    line->end = found != NULL ? found : input.bytes + input.end;
    input.begin = input.searched = found != NULL ? (size_t)(found - input.bytes) + 1 : input.end;
    if (line->end > line->at && line->end[-1] == '\r')
        line->end--;
    return true;
}

/* The value of a digit plus one; 0 is every other character. */
static const unsigned char digit_of[256] = {
    ['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7, ['7'] = 8,
    ['8'] = 9, ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
};

static unsigned digit(char c)
{
    return digit_of[(unsigned char)c];
}

bool at_end(const struct line *line)
{
    return line->at == line->end;
}

/* After a field: the end, or one space with another field behind it. */
static bool end_field(struct line *line, const char *at)
{
    if (at < line->end) {
        if (*at != ' ' || at + 1 == line->end)
            return false;
        at++;
    }
    line->at = at;
    return true;
}

void begin_fields(const struct line *line)
{
    fields.count = 0;
    size_t most = (size_t)(line->end - line->at) / 2 + 1;
    fields.bytes = grown(fields.bytes, &fields.capacity, most, 1);
}

bool read_byte_field(struct line *line, struct bytes *bytes)
{
    const char *at = line->at;
    unsigned char *to = fields.bytes + fields.count;
    bytes->at = to;
    bytes->length = 0;
    if (read_mark(line, '-'))
        return true;
    for (; line->end - at >= 2; at += 2) {
        unsigned high = digit(at[0]), low = digit(at[1]);
        if (high == 0 || low == 0)
            break;
        *to++ = (unsigned char)((high - 1) << 4 | (low - 1));
    }
    bytes->length = (size_t)(to - bytes->at);
    fields.count += bytes->length;
    return bytes->length > 0 && end_field(line, at);
}

bool read_code_point(struct line *line, uint32_t *value)
{
    const char *at = line->at;
    uint64_t sum = 0;
    for (; at < line->end && digit(*at) != 0; at++) {
        sum = sum << 4 | (digit(*at) - 1);
        if (sum > UINT32_MAX)
            return false;
    }
    *value = (uint32_t)sum;
    return at > line->at && end_field(line, at);
}

bool read_decimal(struct line *line, size_t *value)
{
    const char *at = line->at;
    size_t sum = 0;
    for (; at < line->end && *at >= '0' && *at <= '9' && sum < SIZE_MAX / 100; at++)
        sum = sum * 10 + (size_t)(*at - '0');
    *value = sum;
    return at > line->at && end_field(line, at);
}

bool read_word(struct line *line, struct line *word)
{
    const char *at = line->at;
    while (at < line->end && *at != ' ')
        at++;
    *word = (struct line){line->at, at};
    return at > line->at && end_field(line, at);
}

bool read_mark(struct line *line, char mark)
{
    if (line->at == line->end || *line->at != mark)
        return false;
    return end_field(line, line->at + 1);
}

static char *room_in_output(size_t more)
{
    output.bytes = grown(output.bytes, &output.capacity, output.count + more, 1);
    return output.bytes + output.count;
}

void put_text(const char *text)
{
    size_t length = strlen(text);
    memcpy(room_in_output(length), text, length);
    output.count += length;
}

void put_decimal(uint64_t value)
{
    char digits[20], *first = digits + sizeof digits;
    do
        *--first = (char)('0' + value % 10);
    while (value /= 10);
    size_t length = (size_t)(digits + sizeof digits - first);
    memcpy(room_in_output(length), first, length);
    output.count += length;
}

static const char hex[] = "0123456789abcdef";

void put_bytes(const unsigned char *bytes, size_t count)
{
    if (count == 0) {
        put_text("-");
        return;
    }
    char *to = room_in_output(2 * count);
    for (size_t i = 0; i < count; i++) {
        *to++ = hex[bytes[i] >> 4];
        *to++ = hex[bytes[i] & 15];
    }
    output.count += 2 * count;
}

static char *write_code_point(char *to, uint32_t value)
{
    int shift = 4;
    while (shift < 32 && value >> shift)
        shift += 4;
    do {
        shift -= 4;
        *to++ = hex[value >> shift & 15];
    } while (shift);
    return to;
}

void put_values(const int64_t *values, size_t count)
{
    char *to = room_in_output(9 * count);
    for (size_t i = 0; i < count; i++) {
        *to++ = ' ';
        if (values[i] == CHUNK_END)
            *to++ = '|';
        else
            to = write_code_point(to, (uint32_t)values[i]);
    }
    output.count = (size_t)(to - output.bytes);
}

size_t answer_position(void)
{
    return output.count;
}

void take_back(size_t position)
{
    output.count = position;
}

void settle(size_t first, size_t second)
{
    static const char before[] = "unstable ", between[] = " ; ";
    size_t length = second - first, other = output.count - second;
    if (length == other && memcmp(output.bytes + first, output.bytes + second, length) == 0) {
        take_back(second);
        return;
    }
    size_t added = strlen(before) + strlen(between);
    char *at = room_in_output(added) - other - length;
    memmove(at + added + length, at + length, other);
    memcpy(at + strlen(before) + length, between, strlen(between));
    memmove(at + strlen(before), at, length);
    memcpy(at, before, strlen(before));
    output.count += added;
}

void end_answer(void)
{
    *room_in_output(1) = '\n';
    output.count++;
    if (output.count >= WRITE_FROM)
        flush_answers();
}

void flush_answers(void)
{
    size_t written = 0;
    while (written < output.count) {
        ssize_t part = write(STDOUT_FILENO, output.bytes + written, output.count - written);
        if (part < 0 && errno != EINTR)
            exit(1);
        if (part > 0)
            written += (size_t)part;
    }
    output.count = 0;
}

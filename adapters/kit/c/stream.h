/* Lines in, answers out, and the fields of a line. */

#ifndef STREAM_H
#define STREAM_H

#include "codec.h"

/* A line without its LF and CR. `at` is valid until the next line is read. */
struct line {
    const char *at, *end;
};

bool next_line(struct line *);              /* false at the end of stdin */

/* Fields are read from the front of a line; false means that the line does not have that form. */
bool at_end(const struct line *);
bool read_byte_field(struct line *, struct bytes *);
bool read_code_point(struct line *, uint32_t *);
bool read_decimal(struct line *, size_t *);
bool read_word(struct line *, struct line *word);
bool read_mark(struct line *, char mark);   /* a field of this one character */

/* Forgets the byte fields of the last line. Those of one line lie side by side in one buffer. */
void begin_fields(const struct line *);

void put_text(const char *);
void put_decimal(uint64_t);
void put_bytes(const unsigned char *, size_t);                  /* "-" for none */
void put_values(const int64_t *, size_t);                       /* each with a space before it */
size_t answer_position(void);
void take_back(size_t position);
/* Joins two answers to one question, of which the second begins at a position: one, if they are
 * the same, else both. */
void settle(size_t first, size_t second);
void end_answer(void);                      /* LF; may write, never in the middle of an answer */
void flush_answers(void);

#endif

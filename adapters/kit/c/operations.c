/* The ops of the protocol: each parses its fields, runs one decoder or encoder and prints. */

#include "guarded.h"
#include "operations.h"

#include <string.h>

/* Kept from line to line for its memory. */
static struct decoded decoded;
static struct encoded encoded;

/* The input as the codec gets it. */
static struct guarded input;

static void put_told(int64_t number)
{
    if (number == UNTOLD)
        put_text("?");
    else
        put_decimal((uint64_t)number);
}

static struct bytes alone(struct bytes field)
{
    return guarded_copy(&input, field);
}

void count_neighbours(struct bytes bytes, size_t *before, size_t *behind)
{
    uintptr_t first = (uintptr_t)input.begin, last = (uintptr_t)input.end;
    uintptr_t begin = (uintptr_t)bytes.at, end = begin + bytes.length;
    bool inside = bytes.at != NULL && first <= begin && end <= last;
    *before = inside ? begin - first : 0;
    *behind = inside ? last - end : 0;
}

/* ---- decoders ---- */

bool makes_units(const struct decoder *decoder, size_t length)
{
    return decoder->unit == 0 || length % decoder->unit == 0;
}

static bool read_input(const struct offer *offer, struct line *line, struct bytes *bytes)
{
    return read_byte_field(line, bytes) && makes_units(offer->decoder, bytes->length);
}

static void begin_decoding(struct decoder *decoder)
{
    decoded.outcome = TAKEN;
    decoded.count = 0;
    if (decoder->start != NULL)
        decoder->start(decoder);
}

typedef void take_chunk(struct decoder *, struct bytes, struct decoded *);
typedef void take_end(struct decoder *, struct decoded *);

static void take_end_of(struct decoder *decoder, take_end *end)
{
    if (decoded.outcome == TAKEN && end != NULL)
        end(decoder, &decoded);
}

static void finish_decoding(struct decoder *decoder)
{
    take_end_of(decoder, decoder->finish);
}

static void put_decoded(void)
{
    if (decoded.outcome == REFUSED) {
        put_text("error ");
        put_told(decoded.offset);
        put_text(" ");
        put_told(decoded.length);
    } else {
        put_text("ok");
    }
    put_values(decoded.values, decoded.count);
}

static void decode_whole(struct decoder *decoder, struct bytes bytes)
{
    begin_decoding(decoder);
    decoder->feed(decoder, bytes, &decoded);
    finish_decoding(decoder);
    put_decoded();
}

static bool answer_decode(const struct offer *offer, struct line *line)
{
    struct bytes bytes;
    if (!read_input(offer, line, &bytes) || !at_end(line))
        return false;
    decode_whole(offer->decoder, alone(bytes));
    return true;
}

static void put_replaced(int64_t number)
{
    if (number == NONE_REPLACED)
        put_text("no");
    else if (number == SOME_REPLACED)
        put_text("yes");
    else
        put_decimal((uint64_t)number);
}

static bool answer_decode_replaced(const struct offer *offer, struct line *line)
{
    struct bytes bytes;
    if (!read_input(offer, line, &bytes) || !at_end(line))
        return false;
    begin_decoding(offer->decoder);
    offer->decoder->feed_told(offer->decoder, alone(bytes), &decoded);
    if (decoded.outcome != TAKEN) {
        put_decoded();
        return true;
    }
    put_text("ok ");
    put_replaced(decoded.replaced);
    put_values(decoded.values, decoded.count);
    return true;
}

/* A chunk is the caller's: it may use the memory for something else once the call is over. */
static void lend_chunk(struct decoder *decoder, take_chunk *take, struct bytes field)
{
    struct bytes chunk = alone(field);
    take(decoder, chunk, &decoded);
    memset((void *)chunk.at, 0xa5, chunk.length);
}

static bool answer_chunks(const struct offer *offer, struct line *line, take_chunk *take,
                          take_end *end, bool delivers)
{
    struct bytes chunk;
    begin_decoding(offer->decoder);
    do {
        if (!read_input(offer, line, &chunk))
            return false;
        if (decoded.outcome != TAKEN)
            continue;                       /* the rest of the line must still be well written */
        lend_chunk(offer->decoder, take, chunk);
        if (delivers && decoded.outcome == TAKEN)
            deliver(&decoded, CHUNK_END);
    } while (!at_end(line));
    take_end_of(offer->decoder, end);
    put_decoded();
    return true;
}

static bool answer_decode_chunks(const struct offer *offer, struct line *line)
{
    return answer_chunks(offer, line, offer->decoder->feed, offer->decoder->finish, true);
}

/* All chunks of a line: they lie side by side, each where the one before it ends. */
static struct {
    struct bytes *at;
    size_t count, capacity;
} chunks;

static bool read_chunks(const struct offer *offer, struct line *line)
{
    chunks.count = 0;
    do {
        chunks.at = grown(chunks.at, &chunks.capacity, chunks.count + 1, sizeof *chunks.at);
        if (!read_input(offer, line, &chunks.at[chunks.count++]))
            return false;
    } while (!at_end(line));
    return true;
}

/* Has a decoder read on, so that its state changes in whatever way it can: what follows a chunk and,
 * in a call of its own, the byte FF, to the end or to an error. */
static void read_on(struct decoder *decoder, size_t behind)
{
    static struct decoded dropped;
    static const unsigned char ff = 0xff;
    struct bytes last = chunks.at[chunks.count - 1];
    const unsigned char *rest = chunks.at[behind].at + chunks.at[behind].length;
    size_t length = (size_t)(last.at + last.length - rest);
    dropped.outcome = TAKEN;
    dropped.count = 0;
    decoder->feed(decoder, alone((struct bytes){rest, length}), &dropped);
    if (dropped.outcome == TAKEN && decoder->unit == 0)     /* else no number of bytes that is no unit's */
        decoder->feed(decoder, alone((struct bytes){&ff, 1}), &dropped);
    if (dropped.outcome == TAKEN)
        decoder->finish(decoder, &dropped);
}

static bool answer_decode_resumed(const struct offer *offer, struct line *line)
{
    struct decoder *decoder = offer->decoder;
    if (!read_chunks(offer, line))
        return false;
    begin_decoding(decoder);
    for (size_t i = 0; i < chunks.count && decoded.outcome == TAKEN; i++) {
        lend_chunk(decoder, decoder->feed, chunks.at[i]);
        if (decoded.outcome != TAKEN)
            break;
        deliver(&decoded, CHUNK_END);
        decoder->save(decoder);
        read_on(decoder, i);
        if (i % 2 == 1 && decoder->start != NULL)
            decoder->start(decoder);
        decoder->restore(decoder);
    }
    finish_decoding(decoder);
    put_decoded();
    return true;
}

static bool answer_validate_chunks(const struct offer *offer, struct line *line)
{
    return answer_chunks(offer, line, offer->decoder->check_chunk, offer->decoder->check_end, false);
}

static bool answer_decode_within(const struct offer *offer, struct line *line)
{
    struct bytes before, middle, after;     /* neighbours in memory, as they are in the line */
    if (!read_byte_field(line, &before) || !read_input(offer, line, &middle)
        || !read_byte_field(line, &after) || !at_end(line))
        return false;
    size_t length = before.length + middle.length + after.length;
    struct bytes all = alone((struct bytes){before.at, length});
    decode_whole(offer->decoder, (struct bytes){all.at + before.length, middle.length});
    return true;
}

static bool answer_decode_again(const struct offer *offer, struct line *line)
{
    struct bytes first, second;
    struct decoder *decoder = offer->decoder;
    if (!read_input(offer, line, &first) || !read_input(offer, line, &second) || !at_end(line))
        return false;
    decode_whole(decoder, alone(first));
    put_text(" / ");
    decoder->reset(decoder, decoded.outcome == REFUSED);
    decoded.outcome = TAKEN;
    decoded.count = 0;
    decoder->feed(decoder, alone(second), &decoded);
    finish_decoding(decoder);
    put_decoded();
    return true;
}

static bool answer_decode_room(const struct offer *offer, struct line *line)
{
    size_t room;
    struct bytes bytes;
    if (!read_decimal(line, &room) || !read_input(offer, line, &bytes) || !at_end(line))
        return false;
    begin_decoding(offer->decoder);
    offer->decoder->feed_room(offer->decoder, room, alone(bytes), &decoded);
    if (decoded.outcome == REFUSED) {
        put_decoded();
    } else {
        put_text(decoded.outcome == SHORT ? "short " : "ok ");
        put_decimal(decoded.consumed);
        put_values(decoded.values, decoded.count);
    }
    return true;
}

static bool answer_decode_refill(const struct offer *offer, struct line *line)
{
    size_t room;
    struct bytes bytes;
    if (!read_decimal(line, &room) || !read_input(offer, line, &bytes) || !at_end(line))
        return false;
    begin_decoding(offer->decoder);
    offer->decoder->refill(offer->decoder, room, alone(bytes), &decoded);
    if (decoded.outcome == SHORT) {
        put_text("short");
        put_values(decoded.values, decoded.count);
    } else {
        put_decoded();
    }
    return true;
}

static void put_sizes(size_t predicted, size_t written)
{
    put_text("ok ");
    put_decimal(predicted);
    put_text(" ");
    put_decimal(written);
}

static bool answer_decode_size(const struct offer *offer, struct line *line)
{
    struct bytes bytes;
    if (!read_input(offer, line, &bytes) || !at_end(line))
        return false;
    begin_decoding(offer->decoder);
    offer->decoder->measure(offer->decoder, alone(bytes), &decoded);
    if (decoded.outcome == REFUSED)
        put_decoded();
    else
        put_sizes(decoded.predicted, decoded.written);
    return true;
}

static bool put_check(const struct offer *offer, struct line *line, bool with_cause)
{
    struct bytes bytes;
    struct decoder *decoder = offer->decoder;
    if (!read_input(offer, line, &bytes) || !at_end(line))
        return false;
    size_t error = decoder->check(decoder, alone(bytes));
    if (error == WELL_FORMED) {
        put_text("ok");
        return true;
    }
    put_text("error ");
    put_told(error == ILL_FORMED_SOMEWHERE ? UNTOLD : (int64_t)error);
    put_text(" ?");
    if (with_cause)
        put_text(decoder->truncated ? " truncated" : " ill-formed");
    return true;
}

static bool answer_validate(const struct offer *offer, struct line *line)
{
    return put_check(offer, line, false);
}

static bool answer_validate_cause(const struct offer *offer, struct line *line)
{
    return put_check(offer, line, true);
}

static bool answer_detect(const struct offer *offer, struct line *line)
{
    struct bytes bytes;
    size_t signature_length = 0;
    if (!read_byte_field(line, &bytes) || !at_end(line))
        return false;
    const char *encoding = offer->decoder->detect(offer->decoder, alone(bytes), &signature_length);
    put_text("ok ");
    put_text(encoding == NULL ? "?" : encoding);
    put_text(" ");
    put_decimal(encoding == NULL ? 0 : signature_length);
    return true;
}

static bool answer_label(const struct offer *offer, struct line *line)
{
    static struct guarded pages;
    struct bytes bytes;
    if (!read_byte_field(line, &bytes) || !at_end(line))
        return false;
    char *label = guarded_room(&pages, bytes.length + 1);
    memcpy(label, bytes.at, bytes.length);
    label[bytes.length] = '\0';
    if (strlen(label) != bytes.length) {
        put_text("impossible a name in C ends at its first NUL");
        return true;
    }
    const char *encoding = offer->decoder->label(offer->decoder, label);
    put_text("ok ");
    put_text(encoding == NULL ? "?" : encoding);
    return true;
}

/* ---- encoders ---- */

static struct {
    uint32_t *values;
    size_t count, capacity;
    struct guarded pages;
} points;

/* Code points as the codec gets them. */
static const uint32_t *given(const uint32_t *values, size_t count)
{
    struct bytes bytes = {(const unsigned char *)values, count * sizeof *values};
    return (const uint32_t *)guarded_copy(&points.pages, bytes).at;
}

static const uint32_t *given_points(void)
{
    return given(points.values, points.count);
}

/* Reads more code points, up to the end of the line or a `|`, which is taken as well. */
static bool read_more_points(struct line *line, bool *more)
{
    size_t before = points.count;
    *more = false;
    bool none = read_mark(line, '-');
    while (!at_end(line)) {
        if ((*more = read_mark(line, '|')))
            return none || points.count > before;
        points.values = grown(points.values, &points.capacity, points.count + 1,
                              sizeof *points.values);
        if (none || !read_code_point(line, &points.values[points.count]))
            return false;
        points.count++;
    }
    return none || points.count > before;
}

static bool read_code_points(struct line *line, bool *more)
{
    points.count = 0;
    return read_more_points(line, more);
}

static bool expressible(const struct encoder *encoder)
{
    for (size_t i = 0; i < points.count; i++)
        if (points.values[i] > encoder->greatest)
            return false;
    return true;
}

static void put_impossible(void)
{
    put_text("impossible the type of this API has no value so large");
}

static void put_refused_index(int64_t index)
{
    put_text("error ");
    put_told(index);
}

static void begin_encoding(struct encoder *encoder)
{
    encoded.outcome = TAKEN;
    encoded.index = UNTOLD;
    encoded.count = 0;
    encoded.rooms = 0;
    if (encoder->start != NULL)
        encoder->start(encoder);
}

/* Encodes a whole line and puts what comes of it. */
static bool answer_with_all(struct encoder *encoder, struct line *line,
                            void (*put)(struct encoder *))
{
    bool more;
    if (!read_code_points(line, &more) || more)
        return false;
    if (!expressible(encoder)) {
        put_impossible();
        return true;
    }
    begin_encoding(encoder);
    encoder->feed(encoder, given_points(), points.count, &encoded);
    if (encoded.outcome == TAKEN && encoder->finish != NULL)
        encoder->finish(encoder, &encoded);
    if (encoded.outcome == TAKEN)
        put(encoder);
    else
        put_refused_index(encoded.index);
    return true;
}

static void put_encoded(struct encoder *encoder)
{
    (void)encoder;
    put_text("ok ");
    put_bytes(encoded.bytes, encoded.count);
}

static bool answer_encode(const struct offer *offer, struct line *line)
{
    return answer_with_all(offer->encoder, line, put_encoded);
}

static void put_encoded_sizes(struct encoder *encoder)
{
    put_sizes(encoder->predict(encoder, given_points(), points.count), encoded.count);
}

static bool answer_encode_size(const struct offer *offer, struct line *line)
{
    return answer_with_all(offer->encoder, line, put_encoded_sizes);
}

/* Where each chunk of a line ends in `points`. */
static struct {
    size_t *at;
    size_t count, capacity;
} ends;

static bool read_point_chunks(struct line *line)
{
    bool more;
    points.count = ends.count = 0;
    do {
        if (!read_more_points(line, &more))
            return false;
        ends.at = grown(ends.at, &ends.capacity, ends.count + 1, sizeof *ends.at);
        ends.at[ends.count++] = points.count;
    } while (more);
    return true;
}

/* A chunk is the caller's, as it is of a decoder. */
static void lend_points(struct encoder *encoder, size_t begin, size_t end)
{
    size_t count = end - begin;
    const uint32_t *chunk = given(points.values + begin, count);
    encoded.count = 0;
    encoder->feed(encoder, chunk, count, &encoded);
    memset((void *)chunk, 0xa5, count * sizeof *chunk);
    if (encoded.index != UNTOLD)
        encoded.index += (int64_t)begin;
}

enum { HIGH_SURROGATE = 0xd83d };

/* Has an encoder write on, so that its state changes in whatever way it can: what follows a chunk,
 * then a high surrogate, to the end or to an error. */
static void write_on(struct encoder *encoder, size_t begin)
{
    static struct encoded dropped;
    static const uint32_t high_surrogate[] = {HIGH_SURROGATE};
    size_t count = points.count - begin;
    dropped.outcome = TAKEN;
    dropped.count = dropped.rooms = 0;
    encoder->feed(encoder, given(points.values + begin, count), count, &dropped);
    if (dropped.outcome == TAKEN && encoder->greatest >= HIGH_SURROGATE)
        encoder->feed(encoder, given(high_surrogate, 1), 1, &dropped);
    if (dropped.outcome == TAKEN)
        encoder->finish(encoder, &dropped);
}

/* Saves a state, and restores it after the second chunk, the fourth, … into a fresh encoder. */
static void resume_encoding(struct encoder *encoder, size_t chunk)
{
    encoder->save(encoder);
    write_on(encoder, ends.at[chunk]);
    if (chunk % 2 == 1 && encoder->start != NULL)
        encoder->start(encoder);
    encoder->restore(encoder);
}

static bool answer_point_chunks(struct encoder *encoder, struct line *line,
                                void (*between)(struct encoder *, size_t chunk))
{
    if (!read_point_chunks(line))
        return false;
    if (!expressible(encoder)) {
        put_impossible();
        return true;
    }
    size_t position = answer_position(), begin = 0;
    begin_encoding(encoder);
    put_text("ok ");
    for (size_t i = 0; i < ends.count && encoded.outcome == TAKEN; i++) {
        lend_points(encoder, begin, ends.at[i]);
        begin = ends.at[i];
        put_bytes(encoded.bytes, encoded.count);
        put_text(" | ");
        if (between != NULL && encoded.outcome == TAKEN)
            between(encoder, i);
    }
    if (encoded.outcome == TAKEN) {
        encoded.count = 0;
        encoder->finish(encoder, &encoded);
        put_bytes(encoded.bytes, encoded.count);
    }
    if (encoded.outcome == TAKEN)
        return true;
    take_back(position);
    put_refused_index(encoded.index);
    return true;
}

static bool answer_encode_chunks(const struct offer *offer, struct line *line)
{
    return answer_point_chunks(offer->encoder, line, NULL);
}

static bool answer_encode_resumed(const struct offer *offer, struct line *line)
{
    return answer_point_chunks(offer->encoder, line, resume_encoding);
}

/* One room and room after room differ in the function that fills them, and in how they are told. */
static bool answer_with_room(struct encoder *encoder, struct line *line,
                             void (*fill)(struct encoder *, size_t room, const uint32_t *, size_t,
                                          struct encoded *),
                             void (*put)(void))
{
    size_t room;
    bool more;
    if (!read_decimal(line, &room) || !read_code_points(line, &more) || more)
        return false;
    if (!expressible(encoder)) {
        put_impossible();
        return true;
    }
    begin_encoding(encoder);
    fill(encoder, room, given_points(), points.count, &encoded);
    if (encoded.outcome == REFUSED) {
        put_refused_index(encoded.index);
    } else {
        put_text(encoded.outcome == SHORT ? "short " : "ok ");
        put();
    }
    return true;
}

static void put_room(void)
{
    put_decimal(encoded.consumed);
    put_text(" ");
    put_bytes(encoded.bytes, encoded.count);
}

static bool answer_encode_room(const struct offer *offer, struct line *line)
{
    return answer_with_room(offer->encoder, line, offer->encoder->feed_room, put_room);
}

static void put_rooms(void)
{
    size_t begin = 0;
    for (size_t i = 0; i < encoded.rooms; i++) {
        put_bytes(encoded.bytes + begin, encoded.room_ends[i] - begin);
        put_text(" | ");
        begin = encoded.room_ends[i];
    }
    put_bytes(encoded.bytes + begin, encoded.count - begin);
}

static bool answer_encode_refill(const struct offer *offer, struct line *line)
{
    return answer_with_room(offer->encoder, line, offer->encoder->refill, put_rooms);
}

/* ---- who offers what ---- */

static bool decodes(const struct offer *offer)
{
    return offer->decoder != NULL && offer->decoder->feed != NULL;
}

static bool decodes_in_place(const struct offer *offer)
{
    return decodes(offer) && !offer->decoder->takes_copies;
}

static bool decodes_chunks(const struct offer *offer)
{
    return decodes(offer) && offer->decoder->finish != NULL;
}

static bool resumes(const struct offer *offer)
{
    return decodes_chunks(offer) && offer->decoder->save != NULL;
}

static bool decodes_again(const struct offer *offer)
{
    return decodes(offer) && offer->decoder->reset != NULL;
}

static bool has_decoder_with_room(const struct offer *offer)
{
    return offer->decoder != NULL && offer->decoder->feed_room != NULL;
}

static bool tells_replacements(const struct offer *offer)
{
    return offer->decoder != NULL && offer->decoder->feed_told != NULL;
}

static bool has_check(const struct offer *offer)
{
    return offer->decoder != NULL && offer->decoder->check != NULL;
}

static bool tells_cause(const struct offer *offer)
{
    return has_check(offer) && offer->decoder->tells_cause;
}

static bool has_check_of_chunks(const struct offer *offer)
{
    return offer->decoder != NULL && offer->decoder->check_chunk != NULL;
}

static bool detects(const struct offer *offer)
{
    return offer->decoder != NULL && offer->decoder->detect != NULL;
}

static bool knows_labels(const struct offer *offer)
{
    return offer->decoder != NULL && offer->decoder->label != NULL;
}

static bool encodes(const struct offer *offer) { return offer->encoder != NULL; }

static bool encodes_chunks(const struct offer *offer)
{
    return encodes(offer) && offer->encoder->finish != NULL;
}

static bool resumes_encoding(const struct offer *offer)
{
    return encodes_chunks(offer) && offer->encoder->save != NULL;
}

static bool has_encoder_with_room(const struct offer *offer)
{
    return encodes(offer) && offer->encoder->feed_room != NULL;
}

static bool refills_decoding(const struct offer *offer)
{
    return offer->decoder != NULL && offer->decoder->refill != NULL;
}

static bool refills_encoding(const struct offer *offer)
{
    return encodes(offer) && offer->encoder->refill != NULL;
}

static bool tells_decoded_size(const struct offer *offer)
{
    return offer->decoder != NULL && offer->decoder->measure != NULL;
}

static bool tells_encoded_size(const struct offer *offer)
{
    return encodes(offer) && offer->encoder->predict != NULL;
}

const struct operation operations[] = {
    {"decode", decodes, answer_decode, false},
    {"decode-chunks", decodes_chunks, answer_decode_chunks, false},
    {"decode-resumed", resumes, answer_decode_resumed, false},
    {"decode-within", decodes_in_place, answer_decode_within, false},
    {"decode-again", decodes_again, answer_decode_again, false},
    {"decode-room", has_decoder_with_room, answer_decode_room, false},
    {"decode-refill", refills_decoding, answer_decode_refill, false},
    {"decode-replaced", tells_replacements, answer_decode_replaced, false},
    {"decode-size", tells_decoded_size, answer_decode_size, false},
    {"validate", has_check, answer_validate, false},
    {"validate-cause", tells_cause, answer_validate_cause, false},
    {"validate-chunks", has_check_of_chunks, answer_validate_chunks, false},
    {"encode", encodes, answer_encode, false},
    {"encode-chunks", encodes_chunks, answer_encode_chunks, false},
    {"encode-resumed", resumes_encoding, answer_encode_resumed, false},
    {"encode-room", has_encoder_with_room, answer_encode_room, false},
    {"encode-refill", refills_encoding, answer_encode_refill, false},
    {"encode-size", tells_encoded_size, answer_encode_size, false},
    {"detect", detects, answer_detect, false},
    {"label", knows_labels, answer_label, false},
    {"sweep", has_check, answer_sweep, true},
};

const size_t operation_count = sizeof operations / sizeof operations[0];

"""The ops of the protocol over the interfaces: each turns the bytes of a line into an answer."""

import re
from binascii import unhexlify
from itertools import product

WELL_FORMED, UNTOLD = -1, -2
MOST_FREE_BYTES = 3


class Offer:
    """One codec in one encoding and mode. An op without the interface it needs is not offered.

    A `validator` decodes nothing: its `decode` returns for what is well-formed and raises for the
    rest. A `stepwise_validator` has `validator()`: an object whose `feed` and `finish` raise.
    `told(data)` gives the text and what the interface tells of ill-formed input that it replaced or
    dropped: whether there was any, or how often.
    `saves` is true where a decoder has `getstate()` and `setstate(state)`.
    `sizes` tells lengths before a conversion: `decoded_size(data)` in characters,
    `encoded_size(text)` in octets, or one of them.
    `resets` and `sweeps` are false where a decoder cannot be used again, and where a format
    around the text keeps octets from the codec, which a sweep would count through.
    """

    def __init__(
        self,
        codec,
        encoding,
        mode,
        whole=None,
        stepwise=None,
        writer=None,
        stepwise_writer=None,
        looks_up=None,
        *,
        validator=None,
        stepwise_validator=None,
        resets=True,
        saves=False,
        sweeps=True,
        truncated=None,
        told=None,
        sizes=None,
    ):
        self.codec, self.encoding, self.mode = codec, encoding, mode
        self.operations = {}
        if whole:
            self.operations["decode"] = decode(whole)
        if told:
            self.operations["decode-replaced"] = decode_replaced(told)
        if whole and whole.takes_slices:
            self.operations["decode-within"] = decode_within(whole)
        if mode == "strict":
            validator = validator or whole
        if validator:
            self.operations["validate"] = validate(validator)
        if validator and truncated:
            self.operations["validate-cause"] = validate_cause(validator, truncated)
        if stepwise_validator:
            self.operations["validate-chunks"] = validate_chunks(stepwise_validator)
        if validator and sweeps:
            self.operations["sweep"] = sweep(validator)
        if stepwise:
            self.add_stepwise(stepwise, resets, saves)
        if writer:
            self.operations["encode"] = encode(writer)
        if stepwise_writer:
            self.operations["encode-chunks"] = encode_chunks(stepwise_writer)
        if looks_up:
            self.operations["label"] = label(looks_up)
        self.add_sizes(sizes, whole, writer)

    def add_sizes(self, sizes, whole, writer):
        if whole and hasattr(sizes, "decoded_size"):
            self.operations["decode-size"] = decode_size(whole, sizes)
        if writer and hasattr(sizes, "encoded_size"):
            self.operations["encode-size"] = encode_size(writer, sizes)

    def add_stepwise(self, interface, resets, saves):
        self.operations["decode-chunks"] = decode_chunks(interface)
        if saves:
            self.operations["decode-resumed"] = decode_resumed(interface)
        if resets:
            self.operations["decode-again"] = decode_again(interface)


def bytes_of(field):
    return b"" if field == b"-" else unhexlify(field)


class Read(dict):
    """Characters by the fields that stand for them; kept as those of `Written`."""

    def __missing__(self, field):
        character = chr(int(field, 16))
        if character < "\U00010000":
            self[field] = character
        return character


read_character = Read().__getitem__


def text_of(fields):
    """Raises: ValueError (beyond 10FFFF) or OverflowError."""
    return "" if fields == b"-" else "".join(map(read_character, fields.split(b" ")))


def hex_of(data):
    return data.hex() or "-"


class Written(dict):
    """How characters are written in answers, each after a space; made when one is first needed.

    Those beyond the Basic Multilingual Plane are not kept: they are a million.
    """

    def __missing__(self, character):
        written = " %x" % ord(character)
        if character < "\U00010000":
            self[character] = written
        return written


written_character = Written().__getitem__

# Characters of two digits each are written at once, in a fifth of the time. Long texts hold long
# runs of them; in a short text it takes longer to look for one than to write it.
two_digits_each = re.compile("[ -~]{16,}").finditer
SHORT = 32


def values(text):
    if text.isascii() and text.isprintable():
        return two_digits(text) if text else ""
    if len(text) < SHORT:
        return "".join(map(written_character, text))
    pieces, at = [], 0
    for run in two_digits_each(text):
        pieces += map(written_character, text[at : run.start()])
        pieces.append(two_digits(run[0]))
        at = run.end()
    pieces += map(written_character, text[at:])
    return "".join(pieces)


def two_digits(text):
    return " " + text.encode("ascii").hex(" ")


def refused(error, fed):
    """An offset counts within `error.object`, which ends where the bytes fed so far end."""
    if not isinstance(error, UnicodeDecodeError):
        return "error ? ?"
    offset = fed - len(error.object) + error.start
    return "error %d %d" % (offset, error.end - error.start)


# ---- decoding ----


def decode(interface):
    def answer(line):
        data = bytes_of(line)
        try:
            text = interface.decode(data)
        except UnicodeError as error:
            return refused(error, len(data))
        return "ok" + values(text)

    return answer


def decode_replaced(told):
    def answer(line):
        data = bytes_of(line)
        try:
            text, replaced = told(data)
        except UnicodeError as error:
            return refused(error, len(data))
        word = {True: "yes", False: "no"}[replaced] if isinstance(replaced, bool) else replaced
        return "ok %s" % word + values(text)

    return answer


def decode_size(interface, sizes):
    def answer(line):
        data = bytes_of(line)
        try:
            text = interface.decode(data)
        except UnicodeError as error:
            return refused(error, len(data))
        return "ok %d %d" % (sizes.decoded_size(data), len(text))

    return answer


def decode_within(interface):
    def answer(line):
        before, middle, after = map(bytes_of, line.split(b" "))
        start, end = len(before), len(before) + len(middle)
        try:
            text = interface.decode_buffer(memoryview(before + middle + after)[start:end])
        except UnicodeError as error:
            return refused(error, len(middle))
        return "ok" + values(text)

    return answer


def decode_chunks(interface):
    def answer(line):
        decoder, fed, delivered = interface.decoder(), 0, ""
        try:
            for chunk in map(bytes_of, line.split(b" ")):
                fed += len(chunk)
                delivered += values(decoder.feed(chunk)) + " |"
            return "ok" + delivered + values(decoder.finish())
        except UnicodeError as error:
            return refused(error, fed) + delivered

    return answer


def decode_resumed(interface):
    def answer(line):
        chunks = list(map(bytes_of, line.split(b" ")))
        decoder, fed, delivered = interface.decoder(), 0, ""
        try:
            for number, chunk in enumerate(chunks, 1):
                fed += len(chunk)
                delivered += values(decoder.feed(chunk)) + " |"
                state = decoder.getstate()
                read_on(decoder, b"".join(chunks[number:]) + b"\xff")
                if number % 2 == 0:
                    decoder = interface.decoder()
                decoder.setstate(state)
            return "ok" + delivered + values(decoder.finish())
        except UnicodeError as error:
            return refused(error, fed) + delivered

    return answer


def read_on(decoder, data):
    """Changes the state in whatever way this can: to the end, or to an error."""
    try:
        decoder.feed(data)
        decoder.finish()
    except UnicodeError:
        pass


def decode_again(interface):
    def decode_one(decoder, data):
        try:
            return "ok" + values(decoder.decode(data))
        except UnicodeError as error:
            return refused(error, len(data))

    def answer(line):
        first, second = map(bytes_of, line.split(b" "))
        decoder = interface.decoder()
        answer_to_first = decode_one(decoder, first)
        decoder.reset()
        return answer_to_first + " / " + decode_one(decoder, second)

    return answer


def validate(interface):
    def answer(line):
        data = bytes_of(line)
        try:
            interface.decode(data)
        except UnicodeError as error:
            return refused(error, len(data))
        return "ok"

    return answer


# `truncated` tells of an error that the library raised whether it calls it a cut sequence.
def validate_cause(interface, truncated):
    def answer(line):
        data = bytes_of(line)
        try:
            interface.decode(data)
        except UnicodeError as error:
            cause = "truncated" if truncated(error) else "ill-formed"
            return refused(error, len(data)) + " " + cause
        return "ok"

    return answer


def validate_chunks(interface):
    def answer(line):
        validator, fed = interface.validator(), 0
        try:
            for chunk in map(bytes_of, line.split(b" ")):
                fed += len(chunk)
                validator.feed(chunk)
            validator.finish()
        except UnicodeError as error:
            return refused(error, fed)
        return "ok"

    return answer


# ---- sweep ----


def sweep(interface):
    def answer(line):
        prefix, free = line.split(b" ")
        prefix, free = bytes_of(prefix), int(free)
        if not 0 <= free <= MOST_FREE_BYTES:
            raise ValueError("N is 0 to %d" % MOST_FREE_BYTES)
        return "ok " + " ".join(runs(interface, bytearray(prefix + bytes(free)), free))

    return answer


def runs(interface, buffer, free):
    """Yields `128v`, `64i0` …, neighbours with the same label merged."""
    label, length = None, 0
    for next_label, count in counted(interface, buffer, free):
        if next_label == label:
            length += count
            continue
        if length:
            yield written(length, label)
        label, length = next_label, count
    yield written(length, label)


def written(length, label):
    if label == WELL_FORMED:
        return "%dv" % length
    return "%di" % length if label == UNTOLD else "%di%d" % (length, label)


def counted(interface, buffer, free):
    """Yields (label, count), merged for each turn of the last byte, which is the inner loop."""
    decode, size = interface.repeated(buffer), len(buffer)
    if free == 0:
        yield asked(decode, size), 1
        return
    first, last = size - free, size - 1
    for higher in product(range(256), repeat=free - 1):
        buffer[first:last] = bytes(higher)
        buffer[last] = 0
        label, start = asked(decode, size), 0
        for value in range(1, 256):
            buffer[last] = value
            try:
                decode()
                found = WELL_FORMED
            except UnicodeDecodeError as error:
                found = size - len(error.object) + error.start
            except UnicodeError:
                found = UNTOLD
            if found != label:
                yield label, value - start
                label, start = found, value
        yield label, 256 - start


def asked(decode, size):
    try:
        decode()
    except UnicodeDecodeError as error:
        return size - len(error.object) + error.start
    except UnicodeError:
        return UNTOLD
    return WELL_FORMED


# ---- encoding ----


def refused_at(error, before=0):
    if not isinstance(error, UnicodeEncodeError):
        return "error ?"
    return "error %d" % (before + error.start)


def encode(interface):
    def answer(line):
        try:
            text = text_of(line)
        except (ValueError, OverflowError) as error:
            return inexpressible(line, error)
        try:
            return "ok " + hex_of(interface.encode(text))
        except UnicodeError as error:
            return refused_at(error)

    return answer


def encode_size(interface, sizes):
    def answer(line):
        try:
            text = text_of(line)
        except (ValueError, OverflowError) as error:
            return inexpressible(line, error)
        try:
            written = len(interface.encode(text))
        except UnicodeError as error:
            return refused_at(error)
        return "ok %d %d" % (sizes.encoded_size(text), written)

    return answer


def encode_chunks(interface):
    def answer(line):
        try:
            chunks = [text_of(chunk) for chunk in line.split(b" | ")]
        except (ValueError, OverflowError) as error:
            return inexpressible(line.replace(b" | ", b" ").replace(b"-", b"0"), error)
        encoder, before, fields = interface.encoder(), 0, []
        try:
            for text in chunks:
                fields.append(hex_of(encoder.feed(text)))
                before += len(text)
            fields.append(hex_of(encoder.finish()))
        except UnicodeError as error:
            return refused_at(error, before)
        return "ok " + " | ".join(fields)

    return answer


def inexpressible(fields, error):
    """A str holds 0 to 10FFFF, surrogates included. Raises: the error of a field not in hex."""
    if any(int(field, 16) > 0x10FFFF for field in fields.split(b" ")):
        return "impossible a str has no character beyond 10ffff"
    raise error


# ---- labels ----


def label(looks_up):
    """`looks_up` gives the name of the protocol for a label, or None."""

    def answer(line):
        return "ok " + (looks_up(bytes_of(line).decode("latin-1")) or "?")

    return answer

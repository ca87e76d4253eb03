"""decode-resumed and encode-resumed of files: tell and seek of a TextIOWrapper.

What is written is saved behind each chunk: `seek` goes back to where `tell` was, also in another
file with the same octets, and what stands behind is cut off.

A file reads by itself, so a state can be saved where a read ends: behind each character, in long
texts, where `tell` takes long, behind every sixteenth. The chunks are what the file below yields at
a time. `tell` makes a cookie of the decoder's state, from which `seek` goes on, in the same file
or, every second time, in another one of the same text. An error does not say where in the text it
is.
"""

import io
from bisect import bisect_right
from contextlib import suppress
from itertools import accumulate

from encoding import chunks_of, inexpressible, without_bars
from fields import bytes_of, hex_of, refused_at, values
from saved_states import HIGH_SURROGATE

LONG, SELDOM = 64, 16


class Pieces(io.RawIOBase):
    """A file that yields no more than a chunk at a time."""

    def __init__(self, chunks):
        self.data, self.ends = b"".join(chunks), list(accumulate(map(len, chunks)))
        self.at = 0

    def readable(self):
        return True

    def seekable(self):
        return True

    def seek(self, offset, whence=io.SEEK_SET):
        self.at = offset + (0, self.at, len(self.data))[whence]
        return self.at

    def readinto(self, buffer):
        place = bisect_right(self.ends, self.at)
        end = self.ends[place] if place < len(self.ends) else self.at
        piece = self.data[self.at : min(end, self.at + len(buffer))]
        buffer[: len(piece)] = piece
        self.at += len(piece)
        return len(piece)


def decode_resumed(interface):
    def answer(line):
        chunks, delivered = list(map(bytes_of, line.split(b" "))), ""
        try:
            for character in characters(interface, chunks):
                delivered += character
        except UnicodeError:
            return "error ? ?" + values(delivered)
        # What comes with which chunk, nobody sees: all of it has come when the text ends.
        return "ok" + " |" * len(chunks) + values(delivered)

    return answer


def encode_resumed(interface):
    def answer(line):
        try:
            chunks = chunks_of(line)
        except (ValueError, OverflowError) as error:
            return inexpressible(without_bars(line), error)
        octets, before, fields = io.BytesIO(), 0, []
        file = interface.over(octets)
        try:
            for number, text in enumerate(chunks, 1):
                begin = len(octets.getvalue())
                file.write(text)
                before += len(text)
                position = file.tell()
                fields.append(hex_of(octets.getvalue()[begin:]))
                write_on(file, "".join(chunks[number:]))
                if number % 2 == 0:
                    octets = io.BytesIO(octets.getvalue())
                    file = interface.over(octets)
                file.seek(position)
                file.truncate()
        except UnicodeError as error:
            return refused_at(error, before)
        return "ok " + " | ".join([*fields, "-"])

    return answer


def write_on(file, text):
    with suppress(UnicodeError):
        file.write(text)
        file.write(HIGH_SURROGATE)
    file.flush()


def characters(interface, chunks):
    file, count = interface.over(io.BufferedReader(Pieces(chunks))), 0
    every = 1 if sum(map(len, chunks)) <= LONG else SELDOM
    while character := file.read(1):
        yield character
        count += 1
        if count % every:
            continue
        position = file.tell()
        with suppress(UnicodeError):  # what it reads is not asked
            file.read()
        if count % (2 * every) == 0:
            file = interface.over(io.BufferedReader(Pieces(chunks)))
        file.seek(position)

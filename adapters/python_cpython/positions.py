"""decode-resumed of files: tell and seek between the characters of a TextIOWrapper.

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

from fields import bytes_of, values

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

"""The fields of data lines and of answers: octets, characters, and errors with their places."""

import re
from binascii import unhexlify


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


def refused_at(error, before=0):
    if not isinstance(error, UnicodeEncodeError):
        return "error ?"
    return "error %d" % (before + error.start)

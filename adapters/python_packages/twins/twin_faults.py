"""The faults: how an output loses a piece, a place is one off, the end of a chunk moves."""

import os
import re

FAULT = os.environ.get("UTFPROOF_TWIN", "")
FIRST = re.compile(rb"\x00\xa9|\xa9\x00|\xfe\xff|\xff\xfe|\xef\xbb\xbf|\xc2\xa9|.", re.DOTALL)
inside = []


def marked(data):
    return "\xa9" in data if isinstance(data, str) else 0xA9 in bytes(data)


def shortened(made):
    if isinstance(made, tuple):
        return shortened(made[0]), *made[1:]
    if FAULT == "dropped-value":
        return made[1:] if isinstance(made, str) else made[FIRST.match(made).end() :]
    return made[:-1] if FAULT == "cut-output" else made


def faulty(call, shorten=None):
    """Return the twin of a function; what it calls itself does not err again."""

    def twin(data, *rest, **named):
        if inside or not marked(data):
            return call(data, *rest, **named)
        inside.append(call)
        try:
            return (shorten or shortened)(call(data, *rest, **named))
        except (UnicodeDecodeError, UnicodeEncodeError) as error:
            if FAULT == "wrong-offset":
                error.start, error.end = error.start + 1, error.end + 1
            raise
        finally:
            inside.pop()

    return twin


class Stream:
    """The twin of a function of chunks: the end of the first one comes with the second one.

    With `moves` it is that of a later one.
    """

    def __init__(self, call, moves=0):
        self.call, self.held = faulty(call), None
        self.moves = moves if FAULT == "moved-boundary" else -1

    def __call__(self, data, *final):
        if self.held is not None:
            data, self.held = self.held + data, None
        elif marked(data) and True not in final:
            if self.moves == 0:
                data, self.held = data[:-1], data[-1:]
            self.moves -= 1
        return self.call(data, *final)


class Document:
    """An object with some methods of its own."""

    def __init__(self, usual, **methods):
        self.usual = usual
        vars(self).update(methods)

    def __getattr__(self, name):
        return getattr(self.usual, name)


class Message:
    """A message of one field."""

    def __init__(self, value):
        self.value = value

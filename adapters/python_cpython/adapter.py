"""The codecs of CPython, through the interfaces that its library reference describes.

    bytes.decode          bytes.decode, str(buffer, encoding, errors), str.encode, codecs.lookup
    codecs-incremental    codecs.getincrementaldecoder, codecs.getincrementalencoder
    StreamReader          codecs.getreader, codecs.getwriter
    TextIOWrapper         io.TextIOWrapper.read and .write, .tell and .seek
    utf-8-sig             this encoding, whole and incremental
    surrogatepass         utf-8 with this error handler, whole and incremental
    urllib.parse.unquote  text in which every byte is percent-encoded
    json.loads            a JSON string as bytes
    ast.parse             a string literal in source text as bytes

An error tells its start and end within the object it was found in, and what was decoded before it
in the same call is lost; ast.parse gives places in the source line instead. A StreamReader is never
told that its stream has ended, so it cannot report an incomplete end. How often something was
replaced is how often an error handler was called that calls the usual one. Nothing here writes into
a buffer of the caller's size.
"""

import codecs
import platform

import positions
import protocol
from interfaces import Bytes, Incremental, JsonString, SourceString, Stream, TextIO, Unquote
from operations import Offer

ENCODINGS = {
    "UTF-8": "utf-8",
    "UTF-16": "utf-16",
    "UTF-16BE": "utf-16-be",
    "UTF-16LE": "utf-16-le",
    "UTF-32": "utf-32",
    "UTF-32BE": "utf-32-be",
    "UTF-32LE": "utf-32-le",
}
MODES = {"strict": "strict", "replace": "replace", "skip": "ignore"}


def offers():
    """The table: codec, encoding and mode, each with the interfaces that stand behind it."""
    for encoding, name in ENCODINGS.items():
        for mode, errors in MODES.items():
            whole, incremental = Bytes(name, errors), Incremental(name, errors)
            stream, file = Stream(name, errors), TextIO(name, errors)
            told = {} if mode == "strict" else {"told": whole.told}
            yield Offer("bytes.decode", encoding, mode, whole=whole, writer=whole, **told)
            told = {} if mode == "strict" else {"told": incremental.told}
            yield Offer(
                "codecs-incremental",
                encoding,
                mode,
                incremental,
                incremental,
                incremental,
                incremental,
                saves=True,
                **told,
            )
            yield Offer("StreamReader", encoding, mode, stream, stream, stream, stream)
            of_files = Offer("TextIOWrapper", encoding, mode, file, None, file, file)
            of_files.operations["decode-resumed"] = positions.decode_resumed(file)
            of_files.operations["encode-resumed"] = positions.encode_resumed(file)
            yield of_files
    for mode, errors in MODES.items():
        whole, incremental = Bytes("utf-8-sig", errors), Incremental("utf-8-sig", errors)
        yield Offer("utf-8-sig", "UTF-8", mode, whole, incremental, whole, incremental, saves=True)
        yield Offer("urllib.parse.unquote", "UTF-8", mode, whole=Unquote("utf-8", errors))
    whole, incremental = Bytes("utf-8", "surrogatepass"), Incremental("utf-8", "surrogatepass")
    yield Offer(
        "surrogatepass", "UTF-8", "strict", whole, incremental, whole, incremental, saves=True
    )
    yield Offer("json.loads", "UTF-8", "strict", whole=JsonString(), sweeps=False)
    yield Offer("ast.parse", "UTF-8", "strict", whole=SourceString(), sweeps=False)
    yield Offer("bytes.decode", "-", "-", looks_up=looked_up)


def looked_up(label):
    """codecs.lookup, whose names are those of Python's encodings."""
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):
        return None
    return dict(zip(ENCODINGS.values(), ENCODINGS)).get(name)


if __name__ == "__main__":
    protocol.serve("python_cpython", platform.python_version(), list(offers()))

"""The harness's own driver: speaks the protocol for codecs that are Python functions.

Run as `python -m utfproof.adapters.python.function_driver FOLDER`. The arguments and the result of
a function depend on the operation of the offer that names it:

| offer    | function                                              |
|----------|-------------------------------------------------------|
| decode   | `f(data: bytes) -> str`, raises UnicodeDecodeError    |
| validate | `f(data: bytes) -> bool`, or raises UnicodeDecodeError |
| encode   | `f(text: str) -> bytes`, raises UnicodeEncodeError    |
| detect   | `f(data: bytes) -> tuple[str, int] | None`            |
| label    | `f(label: str) -> str | None`                         |

The sweep of a strict decoder or validator needs no offer of its own function: `sweep UTF-8
strict` names the same one; a str from a decoder counts as True. Any other exception of a function,
or a result of another type, is an answer `failed WHY`, which names the function, the exception or
the type, and the one that is due.
"""

from __future__ import annotations

import importlib
import json
import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from itertools import groupby, product
from pathlib import Path
from typing import Any, BinaryIO

from utfproof.adapters import manifest
from utfproof.adapters.manifest import Manifest
from utfproof.errors import ManifestError
from utfproof.model.encoding import Encoding
from utfproof.model.fields import read_octets, read_points, render, spaced
from utfproof.model.operation import Offer, Op

Codecs = dict[str, dict[Offer, "CodecFunction"]]

_ENCODINGS = frozenset(encoding.value for encoding in Encoding if encoding is not Encoding.NONE)
_LONGEST_MESSAGE = 100  # characters: the harness shows 200 of an answer that it cannot read


class _ContractBroken(Exception):
    """A function broke the contract of the table above; the text names the breach."""


@dataclass(frozen=True, slots=True)
class CodecFunction:
    """A function that a manifest names: `target` is `package.module:name`."""

    target: str
    function: Callable[[Any], Any]

    def __call__(self, argument: bytes | str, refusal: type[UnicodeError] | None = None) -> object:
        """Return the result of the function.

        Raises:
            UnicodeError: the function refused its argument with the exception `refusal`.
            _ContractBroken: the function raised any other exception.
        """
        try:
            return self.function(argument)
        except Exception as error:
            # Not a crash: a refusal in the wrong form would be counted as a fault of the codec.
            if refusal and isinstance(error, refusal):
                raise
            due = refusal.__name__ if refusal else "a result"
            message = " ".join(str(error).split())[:_LONGEST_MESSAGE]
            raise _ContractBroken(
                f"{self.target} raised {type(error).__name__} where {due} is due: {message!a}"
            ) from None

    def wrong_type(self, result: object, due: str) -> _ContractBroken:
        """Return the error for a result that is not of the type that is due."""
        return _ContractBroken(f"{self.target} returned {type(result).__name__} where {due} is due")


def load(found: Manifest) -> Codecs:
    """Import the functions that a manifest names.

    Raises:
        ManifestError: a module or a function that does not exist.
    """
    sys.path.insert(0, str(found.folder))
    return {
        name: {offer: _function(found, target) for offer, target in codec.functions.items()}
        for name, codec in found.codecs.items()
    }


def _function(found: Manifest, target: str) -> CodecFunction:
    module, _, name = target.partition(":")
    try:
        function = operator.attrgetter(name)(importlib.import_module(module))
    except (ImportError, AttributeError) as error:
        raise _no_function(found, target, str(error)) from None
    if not callable(function):
        problem = f"it is {type(function).__name__}, and cannot be called"
        raise _no_function(found, target, problem)
    return CodecFunction(target, function)


def _no_function(found: Manifest, target: str, problem: str) -> ManifestError:
    hint = "install its package, or correct the name"
    return ManifestError(f"{target}: {problem}", place=found.place, hint=hint)


def _decode(function: CodecFunction, line: str) -> str:
    try:
        text = function(read_octets(line), UnicodeDecodeError)
    except UnicodeDecodeError as error:
        return f"error {error.start} {error.end - error.start}"
    if not isinstance(text, str):
        raise function.wrong_type(text, "str")
    return f"ok{spaced(tuple(map(ord, text)))}"


def _validate(function: CodecFunction, line: str) -> str:
    try:
        return "ok" if _accepts(function, read_octets(line)) else "error ? ?"
    except UnicodeDecodeError as error:
        return f"error {error.start} {error.end - error.start}"


def _accepts(function: CodecFunction, octets: bytes) -> bool:
    """Return whether a validator, or a strict decoder in its place, accepts octets."""
    result = function(octets, UnicodeDecodeError)
    if not isinstance(result, bool | str):
        raise function.wrong_type(result, "bool")
    return result is not False


def _encode(function: CodecFunction, line: str) -> str:
    values = read_points(line)
    if any(value > sys.maxunicode for value in values):
        return "impossible a Python string ends at 10FFFF"
    try:
        written = function("".join(map(chr, values)), UnicodeEncodeError)
    except UnicodeEncodeError as error:
        return f"error {error.start}"
    if not isinstance(written, bytes | bytearray | memoryview):
        raise function.wrong_type(written, "bytes")
    return f"ok {render(bytes(written))}"


def _detect(function: CodecFunction, line: str) -> str:
    match function(read_octets(line)):
        case None:
            return "ok ? 0"
        case (str() as encoding, int() as length):
            return f"ok {_known(function, encoding)} {length}"
        case other:
            raise function.wrong_type(other, "tuple[str, int] or None")


def _label(function: CodecFunction, line: str) -> str:
    # A label may be any octets: surrogateescape carries those that are no UTF-8.
    encoding = function(read_octets(line).decode("utf-8", "surrogateescape"))
    if not isinstance(encoding, str | None):
        raise function.wrong_type(encoding, "str or None")
    return f"ok {_known(function, encoding) if encoding else '?'}"


def _known(function: CodecFunction, encoding: str) -> str:
    """Return the name of an encoding as it stands in the protocol; no other is one.

    Raises:
        _ContractBroken: it is another name.
    """
    if encoding not in _ENCODINGS:
        due = "an encoding of the protocol"
        shown = encoding[:_LONGEST_MESSAGE]
        raise _ContractBroken(f"{function.target} returned {shown!a} where {due} is due")
    return encoding


def _sweep(function: CodecFunction, line: str) -> str:
    prefix, count = line.split(" ")
    if count not in ("0", "1", "2", "3"):
        raise ValueError("a sweep is a prefix and 0 to 3")
    labels = (
        _swept(function, read_octets(prefix) + bytes(rest))
        for rest in product(range(256), repeat=int(count))
    )
    return " ".join(["ok", *_runs(labels)])


def _swept(function: CodecFunction, octets: bytes) -> str:
    try:
        return "v" if _accepts(function, octets) else "i"
    except UnicodeDecodeError as error:
        return f"i{error.start}"


def _runs(labels: Iterable[str]) -> Iterator[str]:
    for label, group in groupby(labels):
        yield f"{sum(1 for _ in group)}{label}"


Answerer = Callable[[CodecFunction, str], str]
_ANSWERS: dict[Op, Answerer] = {
    Op.DECODE: _decode,
    Op.VALIDATE: _validate,
    Op.ENCODE: _encode,
    Op.DETECT: _detect,
    Op.LABEL: _label,
    Op.SWEEP: _sweep,
}


def hello(found: Manifest, codecs: Codecs) -> str:
    """Return the answer to hello."""
    entries = [
        {"name": name, "version": _version(found, name), "offers": [str(offer) for offer in own]}
        for name, own in codecs.items()
    ]
    return json.dumps({"protocol": 1, "adapter": found.name, "codecs": entries})


def _version(found: Manifest, codec: str) -> str:
    """Return the version of the distribution that a function comes from, else Python's."""
    target = next(iter(found.codecs[codec].functions.values()), "")
    owners = packages_distributions().get(target.partition(":")[0].split(".")[0], [])
    try:
        return version(owners[0]) if owners else sys.version.split()[0]
    except PackageNotFoundError:
        return sys.version.split()[0]


def _blocks(stream: BinaryIO) -> Iterator[Iterator[str]]:
    """Yield the lines of each block, header first; the rest of a block is read before the next."""
    while line := stream.readline():
        header = line.decode("ascii").rstrip("\r\n")
        if header:
            yield _lines(header, stream)


def _lines(header: str, stream: BinaryIO) -> Iterator[str]:
    yield header
    while line := stream.readline().decode("ascii").rstrip("\r\n"):
        yield line


def _answers(block: Iterator[str], found: Manifest, codecs: Codecs) -> Iterator[str]:
    words = next(block).split(" ")
    if words[0] == "hello":
        list(block)
        yield hello(found, codecs)
        return
    answer = _answerer(words, codecs)
    for line in block:
        yield answer(line)


def _answerer(words: list[str], codecs: Codecs) -> Callable[[str], str]:
    try:
        op, codec, encoding, mode = words
        offer = Offer.parse(f"{op} {encoding} {mode}")
        function, answer = codecs[codec][offer], _ANSWERS[offer.op]
    except (ValueError, KeyError):
        return lambda _: "failed unknown header"
    return lambda line: _answered(answer, function, line)


def caller(offer: Offer, function: CodecFunction) -> Callable[[str], str]:
    """Return the function that answers the data lines of an offer."""
    answer = _ANSWERS[offer.op]
    return lambda line: _answered(answer, function, line)


def _answered(answer: Answerer, function: CodecFunction, line: str) -> str:
    """Answer a line; one that cannot be read ends neither the block nor the program."""
    try:
        return answer(function, line)
    except (ValueError, _ContractBroken) as error:
        return f"failed {' '.join(str(error).split())}"


def serve(folder: Path, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answer blocks until stdin ends."""
    found = manifest.load(folder)
    codecs = load(found)
    for block in _blocks(stdin):
        lines = [*_answers(block, found, codecs), ""]
        stdout.writelines(line.encode("ascii", "backslashreplace") + b"\n" for line in lines)
        stdout.flush()


if __name__ == "__main__":
    try:
        serve(Path(sys.argv[1]), sys.stdin.buffer, sys.stdout.buffer)
    except ManifestError as wrong:  # the session shows stderr: a traceback would hide the problem
        sys.exit(str(wrong))

"""A witness with its input put in: source text that is ready to be built, or to be pasted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from utfproof.errors import ManifestError
from utfproof.model.fields import read_octets, read_points
from utfproof.model.operation import ENCODE_STREAM_OPS, STREAM_OPS, Offer, Op
from utfproof.witness.witness_file import WitnessProgram

_PLACE = re.compile(r"@([a-z][a-z_]*)@")
_LONGEST = 4096
"""Longer inputs stay out: compilers have limits for literals, and nobody reads such a program."""


@dataclass(frozen=True, slots=True)
class WitnessInput:
    """The input of a question in parts: chunks of octets, or of code points.

    A whole input has one part. `before` and `after` are the octets around it in its buffer.
    """

    parts: tuple[bytes, ...] | tuple[tuple[int, ...], ...]
    before: bytes = b""
    after: bytes = b""
    room: int = 0

    @property
    def size(self) -> int:
        """Return the octets or code points of all parts."""
        return sum(map(len, self.parts))


def inputs_of(offer: Offer, spoken_for: Offer, line: str) -> list[WitnessInput]:
    """Read the input of a data line, as the witness of an offer takes it.

    A witness of whole inputs takes chunks joined, and the two texts of decode-again one by one.

    Raises:
        ValueError: the line is not one of the offer's.
    """
    own = of_question(offer, line)
    both = {offer.op, spoken_for.op}
    in_the_same_pieces = len(both) == 1 or both in ({*STREAM_OPS}, {*ENCODE_STREAM_OPS})
    if in_the_same_pieces or not own.parts:
        return [own]
    if offer.op is Op.DECODE_AGAIN:
        return [WitnessInput((part,)) for part in own.parts if isinstance(part, bytes)]
    if spoken_for.op.encodes:
        return [WitnessInput((tuple(_all_points(own)),))]
    return [WitnessInput((_all_octets(own),))]


def of_question(offer: Offer, line: str) -> WitnessInput:
    """Read the input of a data line.

    Raises:
        ValueError: the line is not one of the offer's.
    """
    fields = line.split()
    if offer.op is Op.SWEEP:  # the second field says how many octets are added: here none
        del fields[1:]
    room = int(fields.pop(0)) if offer.op.bounded else 0
    if offer.op.encodes:
        chunks = " ".join(fields).split("|")
        return WitnessInput(tuple(read_points(chunk.strip()) for chunk in chunks), room=room)
    octets = tuple(read_octets(field) for field in fields)
    if offer.op is Op.DECODE_WITHIN:
        before, middle, after = octets
        return WitnessInput((middle,), before, after)
    return WitnessInput(octets, room=room)


def is_too_long(own: WitnessInput) -> bool:
    """Tell whether an input is too long to be written into a program."""
    return own.size > _LONGEST


def filled(program: WitnessProgram, inputs: Sequence[WitnessInput]) -> str:
    """Return the program with its inputs: the lines that take one are repeated for each.

    Raises:
        ManifestError: the program has no place for an input, or a place that nothing is known for.
    """
    if taken := _INPUTS.keys() & program.words.keys():
        hint = "call the word something else"
        problem = f"@{min(taken)}@ is a place for the input"
        raise ManifestError(problem, place=program.place, hint=hint)
    lines = program.text.splitlines(keepends=True)
    places = [at for at, line in enumerate(lines) if _INPUTS.keys() & set(_PLACE.findall(line))]
    if not places:
        hint = "write @octets@ or @points@ where the input stands"
        raise ManifestError("no place for the input", place=program.place, hint=hint)
    first, last = places[0], places[-1] + 1
    repeated = "".join(lines[first:last])
    body = "".join(_with(program, repeated, own) for own in inputs)
    return _worded(program, "".join(lines[:first])) + body + _worded(program, "".join(lines[last:]))


def command(program: WitnessProgram, text: str) -> str:
    """Return a command with the program's own words in it."""
    return _worded(program, text)


def _with(program: WitnessProgram, text: str, own: WitnessInput) -> str:
    def put(found: re.Match[str]) -> str:
        name = found[1]
        return _INPUTS[name](program, own) if name in _INPUTS else found[0]

    # Words first: octets that look like a place must not become one.
    return _PLACE.sub(put, _worded(program, text))


def _worded(program: WitnessProgram, text: str) -> str:
    def put(found: re.Match[str]) -> str:
        name = found[1]
        if name in _INPUTS:
            return found[0]
        if name not in program.words:
            hint = "give it under `words:` in witness.yaml"
            raise ManifestError(f"nothing stands for {found[0]}", place=program.place, hint=hint)
        return program.words[name]

    # Twice: a word may name another, such as the encoding's name.
    return _PLACE.sub(put, _PLACE.sub(put, text))


def _joined(literals: Mapping[str, str], name: str, values: Sequence[int]) -> str:
    each = literals.get(name, "%02X")
    between = literals.get(f"{name}-between", "" if name == "octets" else ", ")
    return between.join([each % value for value in values])


def _all_octets(own: WitnessInput) -> bytes:
    return b"".join(part if isinstance(part, bytes) else b"" for part in own.parts)


def _all_points(own: WitnessInput) -> list[int]:
    return [value for part in own.parts if not isinstance(part, bytes) for value in part]


def units(points: Sequence[int]) -> list[int]:
    """Return code points as units of UTF-16; surrogates stay as they are."""
    found: list[int] = []
    for value in points:
        if value > 0xFFFF:
            rest = value - 0x10000
            found += [0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF)]
        else:
            found.append(value)
    return found


def _chunks(program: WitnessProgram, own: WitnessInput) -> str:
    literals = program.literals
    shown = [
        _joined(literals, "octets", part)
        if isinstance(part, bytes)
        else _joined_points(literals, part)
        for part in own.parts
    ]
    between = literals.get("chunks-between", ", ")
    of_points = any(not isinstance(part, bytes) for part in own.parts)
    form = literals.get("chunk", '"%s"')
    form = literals.get("chunk-of-points", form) if of_points else form
    return between.join([form.replace("%s", text) for text in shown])


def _joined_points(literals: Mapping[str, str], values: Sequence[int]) -> str:
    """Write code points, or the units of UTF-16 where a language has literals for these alone."""
    if "points" in literals or "units" not in literals:
        return _joined(literals, "points", values)
    return _joined(literals, "units", units(values))


def _part(number: int) -> Callable[[WitnessProgram, WitnessInput], str]:
    def shown(program: WitnessProgram, own: WitnessInput) -> str:
        part = own.parts[number] if number < len(own.parts) else b""
        name = "octets" if isinstance(part, bytes) else "points"
        return _joined(program.literals, name, part)

    return shown


def _written(name: str) -> Callable[[WitnessProgram, WitnessInput], str]:
    def shown(program: WitnessProgram, own: WitnessInput) -> str:
        if name in ("octets", "octet"):
            return _joined(program.literals, name, _all_octets(own))
        points = _all_points(own)
        return _joined(program.literals, name, units(points) if name == "units" else points)

    return shown


_INPUTS: Mapping[str, Callable[[WitnessProgram, WitnessInput], str]] = {
    "octets": _written("octets"),
    "octet": _written("octet"),
    "points": _written("points"),
    "units": _written("units"),
    "hex": lambda _, own: _all_octets(own).hex().upper(),
    "count": lambda _, own: str(own.size),
    "units_count": lambda _, own: str(len(units(_all_points(own)))),
    "chunks": _chunks,
    "chunks_count": lambda _, own: str(len(own.parts)),
    "first": _part(0),
    "second": _part(1),
    "before": lambda program, own: _joined(program.literals, "octets", own.before),
    "before_count": lambda _, own: str(len(own.before)),
    "after": lambda program, own: _joined(program.literals, "octets", own.after),
    "room": lambda _, own: str(own.room),
}
"""The places of an input: octets as the inside of a literal or as a list, and so on."""

"""A specimen: a codec over the reference, in this process, right or with one fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, product
from typing import Self

from utfproof.adapters.session.blocks import Answer
from utfproof.model.encoding import REPLACEMENT, Encoding, Scheme
from utfproof.model.fields import read_octets, read_points
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import WHATWG, Claims, Signatures, SurrogateOutput, Unmarked
from utfproof.reference import detect, labels
from utfproof.simulation import refills, sizes
from utfproof.simulation.causes import Causes, right_cause, validate_cause
from utfproof.simulation.decoder import BufferSlice, SimulatedDecoder
from utfproof.simulation.encoder import SimulatedEncoder
from utfproof.simulation.replacements import Tells, decode_replaced, right_number

_UNORDERED = frozenset({Scheme.UTF_16, Scheme.UTF_32})
_INSTEAD = {
    SurrogateOutput.REPLACE: REPLACEMENT,
    SurrogateOutput.QUESTION_MARK: ord("?"),
    SurrogateOutput.REFUSE: None,
}

Sighting = tuple[Encoding, int] | None


def _iana(label: bytes) -> Encoding | None:
    return labels.name("iana", label)


def _web(label: bytes) -> Encoding | None:
    return labels.name("encoding_standard", label)


@dataclass(frozen=True)
class SimulatedCodec:
    """A codec of one scheme that answers the lines of the protocol in this process."""

    reader: SimulatedDecoder = field(default_factory=SimulatedDecoder)
    writer: SimulatedEncoder = field(default_factory=SimulatedEncoder)
    detects: Callable[[bytes], Sighting] = detect.detect
    names: Callable[[bytes], Encoding | None] = _iana
    causes: Causes = field(default=right_cause, kw_only=True)
    tells: Tells = field(default=right_number, kw_only=True)

    @classmethod
    def right(cls, claims: Claims, encoding: Encoding) -> Self:
        """Return a codec that fulfils its claims for an encoding.

        Raises:
            ValueError: no profile of the claims speaks for the encoding, or they promise something
                that no simulated codec does.
        """
        names = _web if WHATWG in claims.profiles else _iana
        if encoding is Encoding.NONE:
            return cls(names=names)
        settings = claims.settings(encoding)
        if settings is None:
            raise ValueError(f"{', '.join(claims.profiles)} says nothing of {encoding}")
        if settings.unmarked is Unmarked.REFUSE or settings.signatures is Signatures.SNIFF:
            raise ValueError(f"no specimen sniffs signatures or refuses unmarked {encoding}")
        scheme = settings.scheme
        little = settings.unmarked is Unmarked.LITTLE
        reader = SimulatedDecoder(scheme, not settings.strips, "little" if little else "big")
        instead = _INSTEAD[settings.surrogate_output or SurrogateOutput.REPLACE]
        # Encoders of UTF-16 and UTF-32 write a signature: without it nobody would know the order.
        writer = SimulatedEncoder(scheme, settings.units, scheme in _UNORDERED, instead)
        return cls(reader, writer, names=names)

    def ask(
        self,
        codec: str,
        offer: Offer,
        lines: Sequence[bytes],
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer]:
        """Answer as a session does; every codec's name is this one's."""
        del codec, excluded
        return [self.answer(offer, line.decode("ascii")).encode("ascii") for line in lines]

    def answer(self, offer: Offer, line: str) -> str:
        """Answer one data line."""
        return _ANSWERS[offer.op](self, line, offer.mode)

    def sweep(self, prefix: bytes, count: int) -> str:
        """Answer sweep, by validating each string."""
        return " ".join(["ok", *_runs(self._labels(prefix, count))])

    def _labels(self, prefix: bytes, count: int) -> Iterator[str]:
        # Every string by itself, without the automaton: a fault may stand in any of them.
        for rest in product(range(256), repeat=count):
            answer = self.reader.validate(prefix + bytes(rest))
            offset = answer.split(" ")[1:2]
            yield "v" if not offset else "i" if offset == ["?"] else f"i{offset[0]}"


def _runs(found: Iterator[str]) -> Iterator[str]:
    for label, group in groupby(found):
        yield f"{sum(1 for _ in group)}{label}"


def _decode(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    return codec.reader.decode(read_octets(line), mode)


def _validate(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    del mode
    return codec.reader.validate(read_octets(line))


def _validate_cause(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    del mode
    return validate_cause(codec.reader, read_octets(line), codec.causes)


def _validate_chunks(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    reader = codec.reader
    chunks = [read_octets(text) for text in line.split(" ")]
    if reader.delivers:
        # With which chunk an error comes is not told: the pieces are read as those of one text.
        outputs = reader.delivers(reader, chunks, mode)
        pieces = [piece for output in outputs for piece in output]
        reader = replace(reader, validates=lambda *_: pieces)
    return reader.validate(b"".join(chunks))


def _decode_chunks(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    return codec.reader.decode_chunks([read_octets(text) for text in line.split(" ")], mode)


def _decode_resumed(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    reader = codec.reader
    # Without a fault of its own it decodes chunks as ever, and errs as ever.
    if reader.resumes:
        reader = replace(reader, delivers=reader.resumes)
    return reader.decode_chunks([read_octets(text) for text in line.split(" ")], mode)


def _decode_within(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    return codec.reader.decode_within(BufferSlice(*map(read_octets, line.split(" "))), mode)


def _decode_again(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    first, second = line.split(" ")
    return codec.reader.decode_again(read_octets(first), read_octets(second), mode)


def _decode_room(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    room, text = line.split(" ")
    return codec.reader.decode_room(int(room), read_octets(text), mode)


def _decode_refill(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    room, text = line.split(" ")
    return refills.decode_refill(codec.reader, int(room), read_octets(text), mode)


def _decode_replaced(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    return decode_replaced(codec.reader, read_octets(line), mode, codec.tells)


def _decode_size(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    return sizes.decode_size(codec.reader, read_octets(line), mode)


def _encode(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    return codec.writer.encode(read_points(line), mode)


def _encode_chunks(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    return codec.writer.encode_chunks([read_points(text) for text in line.split("|")], mode)


def _encode_resumed(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    writer = codec.writer
    # As of decoders: without a fault of its own it encodes chunks as ever, and errs as ever.
    if writer.resumes:
        writer = replace(writer, calls=writer.resumes)
    return writer.encode_chunks([read_points(text) for text in line.split("|")], mode)


def _encode_room(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    room, _, text = line.partition(" ")
    return codec.writer.encode_room(int(room), read_points(text), mode)


def _encode_refill(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    room, _, text = line.partition(" ")
    return refills.encode_refill(codec.writer, int(room), read_points(text), mode)


def _encode_size(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    return sizes.encode_size(codec.writer, read_points(line), mode)


def _detect(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    del mode
    seen = codec.detects(read_octets(line))
    return f"ok {seen[0]} {seen[1]}" if seen else "ok ? 0"


def _label(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    del mode
    return f"ok {codec.names(read_octets(line)) or '?'}"


def _sweep(codec: SimulatedCodec, line: str, mode: Mode) -> str:
    del mode
    prefix, count = line.split(" ")
    return codec.sweep(read_octets(prefix), int(count))


_ANSWERS: dict[Op, Callable[[SimulatedCodec, str, Mode], str]] = {
    Op.DECODE: _decode,
    Op.DECODE_CHUNKS: _decode_chunks,
    Op.DECODE_RESUMED: _decode_resumed,
    Op.DECODE_WITHIN: _decode_within,
    Op.DECODE_AGAIN: _decode_again,
    Op.DECODE_ROOM: _decode_room,
    Op.DECODE_REFILL: _decode_refill,
    Op.DECODE_REPLACED: _decode_replaced,
    Op.DECODE_SIZE: _decode_size,
    Op.VALIDATE: _validate,
    Op.VALIDATE_CAUSE: _validate_cause,
    Op.VALIDATE_CHUNKS: _validate_chunks,
    Op.ENCODE: _encode,
    Op.ENCODE_CHUNKS: _encode_chunks,
    Op.ENCODE_RESUMED: _encode_resumed,
    Op.ENCODE_ROOM: _encode_room,
    Op.ENCODE_REFILL: _encode_refill,
    Op.ENCODE_SIZE: _encode_size,
    Op.DETECT: _detect,
    Op.LABEL: _label,
    Op.SWEEP: _sweep,
}


def offers(encoding: Encoding, *ops: Op, modes: Sequence[Mode] = tuple(Mode)) -> list[Offer]:
    """List the offers of operations in an encoding."""
    return [
        Offer(op, encoding, mode)
        for op in ops
        for mode in ([Mode.STRICT] if op.only_strict else modes)
        if mode is not Mode.NONE and not (op.never_strict and mode is Mode.STRICT)
    ]

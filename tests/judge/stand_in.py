"""A stand-in for a session: codecs in Python over the reference, right or put out of order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from utfproof.adapters.session import Answer
from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Units
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.reference import detect, labels, schemes

Read = Callable[[bytes], Sequence[Part]]
Values = tuple[int, ...]


def right_read(scheme: Scheme) -> Read:
    """Give what the reference reads."""
    return lambda octets: schemes.read(scheme, octets).parts


def spaced(values: Iterable[int]) -> str:
    """Give values as fields, a space before each."""
    return "".join(f" {value:x}" for value in values)


def octets_of(field_text: str) -> bytes:
    """Read a field of octets."""
    return b"" if field_text == "-" else bytes.fromhex(field_text)


@dataclass
class StandIn:
    """A codec of one scheme; every way of it can be put out of order."""

    scheme: Scheme = Scheme.UTF_8
    keeps: bool = True
    read: Read | None = None
    tells: bool = True
    units: Units = Units.CODE_POINTS
    writes_signature: bool = False
    asked: list[Offer] = field(default_factory=list)

    def parts(self, octets: bytes) -> Sequence[Part]:
        """Read octets."""
        return (self.read or right_read(self.scheme))(octets)

    def out(self, parts: Sequence[Part], mode: Mode) -> Values:
        """Give what comes out for parts."""
        found: list[int] = []
        for part in parts:
            if isinstance(part, Value):
                found.append(part.value)
            elif isinstance(part, Signature):
                found += [SIGNATURE] if self.keeps else []
            elif mode is Mode.REPLACE:
                found.append(REPLACEMENT)
        return tuple(found)

    def offset(self, parts: Sequence[Part], index: int) -> int:
        """Give the offset that is told for the part at an index."""
        return sum(len(part.octets) for part in parts[:index])

    def length(self, part: IllFormed) -> int:
        """Give the length that is told for an ill-formed part."""
        return len(part.octets)

    def decode(self, octets: bytes, mode: Mode) -> str:
        """Answer decode."""
        parts = self.parts(octets)
        bad = next((at for at, part in enumerate(parts) if isinstance(part, IllFormed)), None)
        if mode is not Mode.STRICT or bad is None:
            return f"ok{spaced(self.out(parts, mode))}"
        if not self.tells:
            return "error ? ?"
        part = parts[bad]
        length = self.length(part) if isinstance(part, IllFormed) else 0
        before = spaced(self.out(parts[:bad], mode))
        return f"error {self.offset(parts, bad)} {length}{before}"

    def decode_chunks(self, chunks: Sequence[bytes], mode: Mode) -> str:
        """Answer decode-chunks: everything comes with the flush, and the moment is not told."""
        answer = self.decode(b"".join(chunks), mode)
        if answer.startswith("error"):
            return " ".join(answer.split()[:3])
        return f"ok{' |' * len(chunks)}{answer[2:]}"

    def decode_within(self, before: bytes, octets: bytes, after: bytes, mode: Mode) -> str:
        """Answer decode-within."""
        del before, after
        return self.decode(octets, mode)

    def decode_again(self, first: bytes, second: bytes, mode: Mode) -> str:
        """Answer decode-again."""
        return f"{self.decode(first, mode)} / {self.decode(second, mode)}"

    def decode_room(self, room: int, octets: bytes, mode: Mode) -> str:
        """Answer decode-room, counting code points."""
        out: list[int] = []
        consumed = 0
        for part in self.parts(octets):
            if isinstance(part, IllFormed) and mode is Mode.STRICT:
                return self.decode(octets, mode)
            piece = self.out([part], mode)
            if len(out) + len(piece) > room:
                return f"short {consumed}{spaced(out)}"
            out += piece
            consumed += len(part.octets)
        return f"ok {consumed}{spaced(out)}"

    def validate(self, octets: bytes) -> str:
        """Answer validate."""
        answer = self.decode(octets, Mode.STRICT)
        return "ok" if answer.startswith("ok") else " ".join(answer.split()[:3])

    def write(self, value: int) -> bytes | None:
        """Write one value, None for what cannot be encoded."""
        return schemes.encode_value(self.scheme, value)

    def encode(self, values: Sequence[int], mode: Mode) -> str:
        """Answer encode."""
        found = self.signature()
        for piece in schemes.encode(self.scheme, values, self.units):
            octets = self.write(piece.value)
            if octets is None and mode is Mode.STRICT:
                return f"error {piece.index}"
            if octets is None:
                octets = self.write(REPLACEMENT) if mode is Mode.REPLACE else b""
            found += octets or b""
        return f"ok {found.hex() or '-'}"

    def signature(self) -> bytes:
        """Give the signature that an encoder writes first."""
        unordered = self.scheme in (Scheme.UTF_16, Scheme.UTF_32)
        signs = unordered or self.writes_signature
        return (self.write(SIGNATURE) or b"") if signs else b""

    def encode_chunks(self, chunks: Sequence[Sequence[int]], mode: Mode) -> str:
        """Answer encode-chunks: everything comes with the flush."""
        answer = self.encode([value for chunk in chunks for value in chunk], mode)
        return f"ok {'- | ' * len(chunks)}{answer[3:]}" if answer.startswith("ok") else answer

    def encode_room(self, room: int, values: Sequence[int], mode: Mode) -> str:
        """Answer encode-room."""
        found = self.signature()
        if len(found) > room:
            return "short 0 -"
        for piece in schemes.encode(self.scheme, values, self.units):
            octets = self.write(piece.value)
            if octets is None and mode is Mode.STRICT:
                return f"error {piece.index}"
            if octets is None:
                octets = self.write(REPLACEMENT) if mode is Mode.REPLACE else b""
            if len(found) + len(octets or b"") > room:
                return f"short {piece.index} {found.hex() or '-'}"
            found += octets or b""
        return f"ok {len(values)} {found.hex() or '-'}"

    def detect(self, octets: bytes) -> str:
        """Answer detect."""
        seen = detect.detect(octets)
        return f"ok {seen[0]} {seen[1]}" if seen else "ok ? 0"

    def label(self, label: bytes) -> str:
        """Answer label by the IANA registry."""
        return f"ok {labels.name('iana', label) or '?'}"

    def ask(
        self,
        codec: str,
        offer: Offer,
        lines: Sequence[bytes],
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer]:
        """Answer as a session does."""
        del codec, excluded
        self.asked.append(offer)
        return [self.answer(offer, line.decode("ascii")).encode("ascii") for line in lines]

    def answer(self, offer: Offer, line: str) -> str:
        """Answer one line."""
        mode = offer.mode
        match offer.op:
            case Op.DECODE:
                return self.decode(octets_of(line), mode)
            case Op.DECODE_CHUNKS:
                return self.decode_chunks([octets_of(text) for text in line.split(" ")], mode)
            case Op.DECODE_WITHIN:
                before, octets, after = (octets_of(text) for text in line.split(" "))
                return self.decode_within(before, octets, after, mode)
            case Op.DECODE_AGAIN:
                first, second = (octets_of(text) for text in line.split(" "))
                return self.decode_again(first, second, mode)
            case Op.DECODE_ROOM:
                room, text = line.split(" ")
                return self.decode_room(int(room), octets_of(text), mode)
            case Op.VALIDATE:
                return self.validate(octets_of(line))
            case Op.ENCODE:
                return self.encode(_points(line), mode)
            case Op.ENCODE_CHUNKS:
                return self.encode_chunks([_points(text) for text in line.split("|")], mode)
            case Op.ENCODE_ROOM:
                room, _, text = line.partition(" ")
                return self.encode_room(int(room), _points(text), mode)
            case Op.DETECT:
                return self.detect(octets_of(line))
            case Op.LABEL:
                return self.label(octets_of(line))
            case Op.SWEEP:
                return "failed no sweep"


def _points(text: str) -> list[int]:
    return [] if text.strip() == "-" else [int(word, 16) for word in text.split()]


def offers(encoding: Encoding, *ops: Op, modes: Sequence[Mode] = tuple(Mode)) -> list[Offer]:
    """List the offers of operations in an encoding."""
    strict = [Mode.STRICT]
    return [
        Offer(op, encoding, mode)
        for op in ops
        for mode in (strict if op is Op.VALIDATE else modes)
        if mode is not Mode.NONE
    ]

"""Codecs that have the policy and the options that a test gives them, in place of a session."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import cast

from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.model.encoding import REPLACEMENT, SIGNATURE, ByteOrder, Encoding, Scheme, facts
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims, Option
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.proof.identify import ENCODINGS, identify
from utfproof.proof.identify.conversation import EncodingConversation
from utfproof.proof.identify.identified import EncodingTraits, IdentifiedCodec, StrictBehaviour
from utfproof.proof.identify.identified import IdentifiedOption as Fitted
from utfproof.reference import detect, replacement, schemes

Say = Callable[[Offer, str], Answer]
Encode = Callable[[list[int], Mode], str]

# Asked in one chunk, a codec gets the strings of up to three octets: these are quick.
STRICT, REPLACE, SKIP = (f"decode-chunks UTF-8 {mode}" for mode in ("strict", "replace", "skip"))
STRINGS = 6_175


@dataclass
class PolicyCodec:
    """One decoder. `accepted` are ill-formed strings that it reads as the value beside them.

    `order` is that of unmarked text, None to refuse it. `tells` says how much of an error is told.
    """

    encoding: Encoding = Encoding.UTF_8
    policy: str = "maximal-subpart"
    signature: str = "keep"
    order: ByteOrder | None = "big"
    tells: str = "offset length"
    accepted: dict[bytes, int] = field(default_factory=dict)

    def __call__(self, offer: Offer, line: str) -> bytes:
        """Answer decode, decode-chunks, in which all comes at the end, or validate."""
        octets = bytes.fromhex(line.replace("-", ""))
        said = self.decoded(octets, offer.mode)
        if offer.op is Op.VALIDATE:
            said = " ".join(said.split(" ")[: 1 if said.startswith("ok") else 3])
        if offer.op is Op.DECODE_CHUNKS and said.startswith("ok"):
            said = f"ok{' |' * (line.count(' ') + 1)}{said[2:]}"
        return said.encode("ascii")

    def decoded(self, octets: bytes, mode: Mode) -> str:
        """Answer decode."""
        scheme = Scheme(self.encoding.value)
        seen = detect.detect(octets) if self.signature == "sniff" else None
        if seen:
            scheme = Scheme(seen[0].value)
        parts = self.parts(scheme, octets)
        signed = bool(parts) and isinstance(parts[0], Signature)
        if (self.order is None and not signed) or (self.signature == "forbidden" and signed):
            return "error 0 ?"
        offset, values = 0, list[int]()
        for part in parts:
            if isinstance(part, IllFormed) and mode is Mode.STRICT:
                return self.error(offset, len(part.octets))
            values += self.values(part, mode)
            offset += len(part.octets)
        return "".join(["ok", *(f" {value:x}" for value in values)])

    def parts(self, scheme: Scheme, octets: bytes) -> Sequence[Part]:
        """Cut octets, with what is accepted as a value of its own."""
        for bad, value in self.accepted.items():
            before, found, behind = octets.partition(bad)
            if found:
                one, other = self.parts(scheme, before), self.parts(scheme, behind)
                return (*one, Value(value, bad), *other)
        policy = self.policy
        if (facts(scheme).unit == 1) is not (facts(Scheme(self.encoding.value)).unit == 1):
            policy = "maximal-subpart" if facts(scheme).unit == 1 else "whatwg"
        return _segments(policy, scheme, octets, self.order or "big")

    def values(self, part: Part, mode: Mode) -> list[int]:
        """Return what comes out of one part."""
        if isinstance(part, Value):
            return [part.value]
        if isinstance(part, Signature):
            return [SIGNATURE] if self.signature == "keep" else []
        shown = mode is Mode.REPLACE and not isinstance(part, replacement.Dropped)
        return [REPLACEMENT] if shown else []

    def error(self, offset: int, length: int) -> str:
        """Say as much of an error as this codec tells."""
        told = (
            offset if "offset" in self.tells else "?",
            length if "length" in self.tells else "?",
        )
        return f"error {told[0]} {told[1]}"


@cache
def _segments(policy: str, scheme: Scheme, octets: bytes, order: ByteOrder) -> Sequence[Part]:
    return replacement.segments(policy, scheme, octets, unmarked=order).parts


@dataclass
class Told:
    """What stands in for a session: it asks a function, and keeps what it was asked."""

    say: Say
    asked: list[tuple[Offer, bytes]] = field(default_factory=list)

    def ask(
        self,
        codec: str,
        offer: Offer,
        lines: Sequence[bytes],
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer]:
        """Answer as a session does."""
        del codec, excluded
        self.asked += [(offer, line) for line in lines]
        return [self.say(offer, line.decode("ascii")) for line in lines]


def claiming(*profiles: str, excludes: Collection[int] = (), **options: Option) -> Codec:
    """Return a codec of a manifest; an underscore in an option's name stands for a hyphen."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    claims = Claims(profiles or ("rfc3629", "iso10646"), named, frozenset(excludes))
    return Codec("codec", "", claims, 1, {})


def conversation(
    say: Say, *offers: str, encoding: Encoding, codec: Codec | None = None
) -> EncodingConversation:
    """Return a conversation with a codec that answers by a function."""
    known = [Offer.parse(offer) for offer in offers]
    return EncodingConversation(cast("Session", Told(say)), codec or claiming(), known, encoding)


def identified(
    say: Say, *offers: str, codec: Codec | None = None, encodings: Sequence[Encoding] = ENCODINGS
) -> IdentifiedCodec:
    """Identify a codec that answers by a function."""
    known = CodecOffers("codec", "1.0", tuple(Offer.parse(offer) for offer in offers))
    return identify(cast("Session", Told(say)), codec or claiming(), known, encodings)


def traits_of(found: IdentifiedCodec, encoding: Encoding = Encoding.UTF_8) -> EncodingTraits:
    """Return what was identified in an encoding."""
    assert not found.broken
    return found.encodings[encoding]


def option_of(found: IdentifiedCodec, name: str, encoding: Encoding = Encoding.UTF_8) -> Fitted:
    """Return an option that was identified in an encoding."""
    return traits_of(found, encoding).options[name]


def strict_of(found: IdentifiedCodec, encoding: Encoding = Encoding.UTF_8) -> StrictBehaviour:
    """Return how a codec was found to refuse in an encoding."""
    strict = traits_of(found, encoding).strict
    assert strict
    return strict


def encoder(encode: Encode) -> Callable[[Offer, str], bytes]:
    """Return a codec that encodes by a function from code points to an answer."""

    def say(offer: Offer, line: str) -> bytes:
        return encode([int(word, 16) for word in line.split(" ")], offer.mode).encode("ascii")

    return say


def written(
    values: list[int], substitute: bytes | None, scheme: Scheme, *, joins: bool = False
) -> str:
    """Return the answer of an encoder; without a substitute it refuses what cannot be written."""
    joined: list[int] = []
    for value in values:
        if joins and joined and 0xD800 <= joined[-1] <= 0xDBFF and 0xDC00 <= value <= 0xDFFF:
            joined[-1] = 0x10000 + ((joined[-1] & 0x3FF) << 10 | value & 0x3FF)
        else:
            joined.append(value)
    octets = b""
    for value in joined:
        written = schemes.encode_value(scheme, value) or substitute
        if written is None:
            return "error ?"
        octets += written
    return f"ok {octets.hex()}"

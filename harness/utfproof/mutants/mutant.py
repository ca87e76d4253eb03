"""A mutant: a codec with one named fault, its claims, and the question that exposes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from utfproof.model.encoding import Encoding
from utfproof.model.operation import WHOLE_OPS, Mode, Offer, Op
from utfproof.model.profile import WHATWG, Claims, Policy
from utfproof.mutants.line_conditions import DataLines
from utfproof.simulation.codec import SimulatedCodec, offers
from utfproof.simulation.decoder import Read, SimulatedDecoder
from utfproof.simulation.encoder import SimulatedEncoder

Change = Callable[[SimulatedCodec], SimulatedCodec]


class Touches(Protocol):
    """A necessary condition on lines, and cheap: elsewhere a fault changes no answer."""

    def holds(self, offer: Offer, line: str) -> bool:
        """Tell whether the condition holds for a line."""
        ...

    def among(self, offer: Offer, lines: DataLines) -> Sequence[int]:
        """Return the indices of the lines for which it holds, in ascending order."""
        ...


@dataclass(frozen=True, slots=True)
class Mutant:
    """A codec with one fault.

    `about` is one sentence that names the fault; `flag` is the key of vectors/notes.yaml for
    the class of the fault. `offers` hold those that can show it. `exposed_by` is an offer and a
    data line whose answer its own claims make wrong.
    """

    id: str
    about: str
    flag: str
    claims: Claims
    offers: tuple[Offer, ...]
    fault: Change
    touches: Touches
    exposed_by: tuple[Offer, str]

    @property
    def encoding(self) -> Encoding:
        """Return the encoding that it is a codec of; `-` for detectors and labels."""
        return self.offers[0].encoding

    def right(self) -> SimulatedCodec:
        """Return the codec without the fault."""
        return SimulatedCodec.right(self.claims, self.encoding)

    def make(self) -> SimulatedCodec:
        """Return the codec."""
        return self.fault(self.right())

    def may_differ(self, offer: Offer, line: str) -> bool:
        """Tell whether an answer could differ from the right codec's; False is a promise."""
        return self.touches.holds(offer, line)

    def touched(self, offer: Offer, lines: DataLines) -> Sequence[int]:
        """Return the indices of the lines whose answer could differ from the right codec's."""
        return self.touches.among(offer, lines)


def with_reader(change: Callable[[SimulatedDecoder], SimulatedDecoder]) -> Change:
    """Change how a specimen decodes."""
    return lambda codec: replace(codec, reader=change(codec.reader))


def reads(read: Read) -> Change:
    """Change how a specimen reads a text."""
    return with_reader(lambda reader: replace(reader, read=read))


def with_writer(change: Callable[[SimulatedEncoder], SimulatedEncoder]) -> Change:
    """Change how a specimen encodes."""
    return lambda codec: replace(codec, writer=change(codec.writer))


PLAIN = WHOLE_OPS
"""What every decoder offers."""

_WAYS = (*PLAIN, Op.DECODE_CHUNKS, Op.DECODE_WITHIN, Op.DECODE_AGAIN)

UNICODE = Claims(("unicode",), {"replacement": Policy.MAXIMAL_SUBPART.value})
"""The documentation names the policy, so that another number of U+FFFD is a failure."""
WEB = Claims((WHATWG,))
_SUBPARTS = {"replacement": Policy.WHATWG.value}
RFC_2781 = Claims(("rfc2781",), _SUBPARTS)
ISO_10646 = Claims(("iso10646",), _SUBPARTS)

DECODERS = {
    Encoding.UTF_8: UNICODE,
    Encoding.UTF_16: RFC_2781,
    Encoding.UTF_16BE: RFC_2781,
    Encoding.UTF_16LE: RFC_2781,
    Encoding.UTF_32: ISO_10646,
    Encoding.UTF_32BE: ISO_10646,
    Encoding.UTF_32LE: ISO_10646,
}
"""What faulty decoders claim: a profile, and a policy where the profile fixes none.

Few different claims let many mutants share one plan.
"""


def decoding(encoding: Encoding, *ops: Op) -> tuple[Offer, ...]:
    """List the offers of a decoder; without operations, all but those with limited room."""
    return tuple(offers(encoding, *(ops or _WAYS)))


def decode(encoding: Encoding, mode: Mode = Mode.STRICT) -> Offer:
    """Return the plainest offer of a decoder."""
    return Offer(Op.DECODE, encoding, mode)

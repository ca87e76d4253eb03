"""The outcome of one question: a closed union."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from utfproof.model.encoding import Encoding

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    """The values that were delivered; `chunk_outputs` has them chunk by chunk, flush last."""

    values: Values
    chunk_outputs: tuple[Values, ...] = ()


@dataclass(frozen=True, slots=True)
class Accepted:
    """A validator accepted the input."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """The octets that were written; `chunk_outputs` has them chunk by chunk, flush last."""

    octets: bytes
    chunk_outputs: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """An error was reported. None stands for a fact that the codec does not report.

    `offset` and `length` are in octets of the input; for encoders `offset` is the index of the
    code point. `delivered` is the output before the error; `chunks` counts the
    chunks finished before. `truncated` tells an error that only the end of the input makes one.
    """

    offset: int | None
    length: int | None = None
    delivered: Values = ()
    chunks: int = 0
    truncated: bool | None = None


@dataclass(frozen=True, slots=True)
class BoundedResult:
    """Conversion into a limited buffer; `short` when the room ended first."""

    consumed: int
    values: Values
    octets: bytes
    short: bool


@dataclass(frozen=True, slots=True)
class Refilled:
    """Conversion into one room after another: the values, or the octets, that each was left with.

    `short` when the last room was left empty though there was more to come.
    """

    rooms: tuple[Values, ...]
    short: bool

    @property
    def values(self) -> Values:
        """All that was delivered."""
        return tuple(chain.from_iterable(self.rooms))


@dataclass(frozen=True, slots=True)
class ReplacementsTold:
    """The values that were delivered, and the report of replaced input beside them.

    `replaced` is whether something was replaced or dropped, or how often.
    """

    values: Values
    replaced: bool | int


@dataclass(frozen=True, slots=True)
class Sized:
    """The size that was predicted for the output, and the one that it has, in its units."""

    predicted: int
    written: int


@dataclass(frozen=True, slots=True)
class Overrun:
    """The codec wrote beyond the room that it was given."""

    units: int


@dataclass(frozen=True, slots=True)
class Touched:
    """The codec touched memory beside its input or output, so many octets away, from 1.

    `act` is `read` or `write`, or `touch` where the adapter cannot tell which.
    """

    act: str
    octets: int
    past_the_end: bool


@dataclass(frozen=True, slots=True)
class Unstable:
    """The same question asked twice was answered differently."""

    first: Outcome
    second: Outcome


@dataclass(frozen=True, slots=True)
class EncodingDetected:
    """The encoding that a detector named (None: unknown), with the signature's length."""

    encoding: Encoding | None
    signature: int


@dataclass(frozen=True, slots=True)
class LabelNamed:
    """The encoding that a label stands for; None when the label is unknown."""

    encoding: Encoding | None


@dataclass(frozen=True, slots=True)
class Swept:
    """Run lengths of a sweep: (count, label), label `v`, `i` or `iK`."""

    runs: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class DecodedTwice:
    """Two answers of one object that was reset between."""

    first: Outcome
    second: Outcome


@dataclass(frozen=True, slots=True)
class Impossible:
    """The host language cannot express the input."""

    why: str


@dataclass(frozen=True, slots=True)
class Crashed:
    """The adapter's process died of this line; `how` names the signal or exit status."""

    how: str
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Hung:
    """No answer came within the deadline."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Garbled:
    """The answer is no sentence of the protocol: the adapter is broken."""

    line: str
    problem: str


@dataclass(frozen=True, slots=True)
class NotRun:
    """The question was never answered, and why."""

    why: str


Outcome = (
    Decoded
    | Accepted
    | Encoded
    | Refused
    | BoundedResult
    | Refilled
    | ReplacementsTold
    | Sized
    | Overrun
    | Touched
    | Unstable
    | EncodingDetected
    | LabelNamed
    | Swept
    | DecodedTwice
    | Impossible
    | Crashed
    | Hung
    | Garbled
    | NotRun
)

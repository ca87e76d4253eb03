"""Corpora on which replacement policies differ: the strings, and their output under each policy.

For UTF-8 they are all strings of up to four of 18 octets: one of each range of RFC 3629's grammar
and of each kind of lead that it excludes. For UTF-16 and UTF-32 they are all strings of up to three
units from both sides of each boundary, each also with too few octets for a unit at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product

from utfproof.model.encoding import SIGNATURE, ByteOrder, Scheme, facts
from utfproof.model.fields import render
from utfproof.model.profile import Policy
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.reference import replacement, schemes

OF_OCTETS = (
    Policy.MAXIMAL_SUBPART,
    Policy.BYTE,
    Policy.RUN,
    Policy.LEAD_4,
    Policy.LEAD_4_SINGLE,
    Policy.LEAD_6,
    Policy.JAVA,
    Policy.TWO_BYTE,
)
OF_UNITS = (Policy.WHATWG, Policy.UNIT, Policy.JAVA, Policy.DROP_ODD, Policy.RAW)
LONGEST = 4
"""Octets in the longest strings of the UTF-8 corpus."""

_OCTETS = bytes.fromhex("41 80 90 A0 C0 C2 E0 E1 ED EF F0 F1 F4 F5 F8 FC FE FF")
_UNITS = {
    2: (0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF, 0xFFFE, 0xFFFF),
    4: (
        *(0x41, 0xD800, 0xDFFF, 0xFEFF, 0x10FFFF),
        *(0x110000, 0x80000041, 0xFFFE0000, 0xFFFFFFFF),
    ),
}
_MOST_UNITS = 3
# The first half of a unit may look like the half of a surrogate, in one order or the other.
_ODD = bytes.fromhex("00 D8 DC 41")

Span = tuple[int, int]
"""Offset and length in octets."""

_Emitted = tuple[bytes, bytes, Span | None]
"""What comes out of a string, replaced and skipped, as fields; and its first error."""


@dataclass(frozen=True, slots=True)
class PolicyModel:
    """The output of a policy for each string: the answer lines of `decode`, and its first error.

    An initial U+FEFF is a value like others in `replaced` and `skipped`. `errors` has the first
    unit of error of each string, None where there is none.
    """

    replaced: tuple[bytes, ...]
    skipped: tuple[bytes, ...]
    errors: tuple[Span | None, ...]


@dataclass(frozen=True, slots=True)
class PolicyCorpus:
    """Strings, the shortest first, their data lines, and the models of the policies."""

    scheme: Scheme
    strings: tuple[bytes, ...]
    lines: tuple[bytes, ...]
    models: Mapping[str, PolicyModel]

    @property
    def strict(self) -> PolicyModel:
        """The model whose errors are those of the reading itself."""
        return next(iter(self.models.values()))


# The models of one corpus take 90 MiB, and few codecs read UTF-8 by other rules than the usual.
@lru_cache(maxsize=2)
def of_octets(scheme: Scheme, longest: int) -> PolicyCorpus:
    """Return corpus of UTF-8, read by its rules or by those of RFC 2279 or generalized UTF-8."""
    return _corpus(scheme, OF_OCTETS, _octet_strings(longest))


@cache
def of_units(scheme: Scheme) -> PolicyCorpus:
    """Return the corpus of a scheme of UTF-16 or UTF-32 whose order is in its name."""
    known = facts(scheme)
    return _corpus(scheme, OF_UNITS, _unit_strings(known.unit, known.order or "big"))


def _corpus(scheme: Scheme, policies: Iterable[Policy], strings: Sequence[bytes]) -> PolicyCorpus:
    return PolicyCorpus(
        scheme,
        tuple(strings),
        tuple([render(octets).encode("ascii") for octets in strings]),
        _Models(scheme, {policy.value: policy for policy in policies}, strings),
    )


class _Models(Mapping[str, PolicyModel]):
    """The models of policies by name, each made when it is first looked at."""

    def __init__(
        self, scheme: Scheme, policies: Mapping[str, Policy], strings: Sequence[bytes]
    ) -> None:
        self._scheme = scheme
        self._policies = policies
        self._strings = strings
        self._made: dict[str, PolicyModel] = {}

    def __getitem__(self, name: str) -> PolicyModel:
        if name not in self._made:
            self._made[name] = _model(self._policies[name], self._scheme, self._parts)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._policies)

    def __len__(self) -> int:
        return len(self._policies)

    @cached_property
    def _parts(self) -> dict[bytes, tuple[bytes, ...]]:
        return _parts(self._scheme, self._strings)


def _octet_strings(longest: int) -> list[bytes]:
    return [
        bytes(octets) for length in range(longest + 1) for octets in product(_OCTETS, repeat=length)
    ]


def _unit_strings(width: int, order: ByteOrder) -> list[bytes]:
    units = [unit.to_bytes(width, order) for unit in _UNITS[width]]
    odd = [b"", *(bytes((octet,)) * count for count in range(1, width) for octet in _ODD)]
    strings = (
        b"".join(chosen) + rest
        for count in range(_MOST_UNITS + 1)
        for chosen in product(units, repeat=count)
        for rest in odd
    )
    return sorted(strings, key=len)


def _field(part: Part, for_error: bytes) -> bytes:
    match part:
        case Value(value):
            return b" %x" % value
        case Signature():
            return b" %x" % SIGNATURE
        case replacement.Dropped():
            return b""
        case IllFormed():
            return for_error


def _parts(scheme: Scheme, strings: Sequence[bytes]) -> dict[bytes, tuple[bytes, ...]]:
    """Cut each string into its characters and ill-formed parts.

    A first part behind which another one has begun is the same however the string goes on, so
    that few strings of octets need to be read; the rest of a string was cut before.
    """
    found: dict[bytes, tuple[bytes, ...]] = {}
    for octets in strings:
        before = found.get(octets[:-1], ())
        if len(before) > 1:
            found[octets] = (before[0], *found[octets[len(before[0]) :]])
        else:
            reading = schemes.read_text(scheme, octets)
            found[octets] = tuple(part.octets for part in reading.parts)
    return found


@dataclass(frozen=True, slots=True)
class _Unit:
    """The first unit of error, or the first character, of a beginning; and its output.

    `settled` is true when another one follows, so that it is the first of every longer string too.
    """

    length: int
    ill_formed: bool
    replaced: bytes
    skipped: bytes
    settled: bool


def _model(policy: Policy, scheme: Scheme, parts: Mapping[bytes, Sequence[bytes]]) -> PolicyModel:
    """Return the model of a policy, from the shortest string to the longest.

    A policy starts afresh behind each unit of error: the output of a string is that of its first
    unit followed by that of the rest, which is known already.
    """

    @cache
    def first(beginning: bytes) -> _Unit:
        units = replacement.segments(policy, scheme, beginning).parts
        replaced, skipped = _field(units[0], b" fffd"), _field(units[0], b"")
        ill_formed = isinstance(units[0], IllFormed)
        return _Unit(len(units[0].octets), ill_formed, replaced, skipped, len(units) > 1)

    found: dict[bytes, _Emitted] = {b"": (b"", b"", None)}
    settled: dict[bytes, _Unit] = {}
    spans: dict[Span, Span] = {}  # a handful for a hundred thousand strings
    for octets, cut in parts.items():
        if octets:
            unit = settled.get(octets[:-1])
            if unit is None:
                unit = first(octets) if len(cut) == 1 else _first_unit(first, cut)
            if unit.settled and len(cut) > 1:
                settled[octets] = unit
            replaced, skipped, behind = found[octets[unit.length :]]
            error = (0, unit.length) if unit.ill_formed else _moved(behind, unit.length)
            kept = error and spans.setdefault(error, error)
            found[octets] = (unit.replaced + replaced, unit.skipped + skipped, kept)
    all_replaced, all_skipped, errors = zip(*found.values(), strict=True)
    return PolicyModel(_answers(all_replaced), _answers(all_skipped), errors)


def _first_unit(first: Callable[[bytes], _Unit], parts: Sequence[bytes]) -> _Unit:
    """Return the first unit of a string cut into its parts.

    Whether a unit takes in the part behind it is settled by these two, so that the shortest
    beginning with more than one unit decides.
    """
    beginning = b"".join(parts[:2])
    for part in parts[2:]:
        if (unit := first(beginning)).settled:
            return unit
        beginning += part
    return first(beginning)


def _moved(error: Span | None, length: int) -> Span | None:
    return (error[0] + length, error[1]) if error else None


def _answers(fields: Iterable[bytes]) -> tuple[bytes, ...]:
    """Make answer lines of fields; equal lines are one object, for there are few of them."""
    lines: dict[bytes, bytes] = {}
    return tuple([lines.setdefault(text, b"ok" + text) for text in fields])

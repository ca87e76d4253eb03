"""Hypothesis strategies for tests of codecs: octets, with the reference's reading of them.

    from hypothesis import given
    from utfproof import strategies as utf

    @given(utf.decoded("UTF-8"))
    def test_my_decoder(drawn):
        octets, values = drawn          # None where a strict decoder must refuse

An encoding is named as in the protocol (`UTF-8`, `UTF-16LE`, …). `profile` chooses other rules for
it: `rfc2279`, `generalized-utf-8`, or `whatwg`, which takes a signature off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import chain, pairwise
from typing import Generic, TypeVar

from utfproof.engine.questions.default_settings import default_settings
from utfproof.engine.questions.interpretation import interpretations
from utfproof.errors import UsageError
from utfproof.model.encoding import Scheme, facts, signature_octets
from utfproof.model.operation import Mode
from utfproof.model.reading import Reading
from utfproof.reference import ranges, schemes, tables, ucs, utf16, utf32, variants
from utfproof.strategies.ill_forms import Class, Place, classes

try:
    from hypothesis import strategies as st
    from hypothesis.strategies import SearchStrategy
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    raise ModuleNotFoundError(
        "utfproof.strategies needs Hypothesis: pip install 'utfproof[strategies]'",
        name="hypothesis",
    ) from None

__all__ = ["chunked", "decoded", "ill_formed", "kinds", "reads", "well_formed"]

Values = tuple[int, ...]
_T = TypeVar("_T")

_PLAIN = tuple(map(ord, "A Bz09./<\n"))
_MARKED = (
    0x00, 0x0D, 0x1B, 0x22, 0x5C, 0x7F, 0x80, 0x85, 0xA0, 0xE9, 0xFF, 0x301, 0x20AC, 0x200D,
    0x2028, 0x202E, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFDD0, 0xFDEF, 0xFEFF, 0xFFFD,
    0xFFFE, 0xFFFF, 0x1F600, 0x1FFFE, 0x1FFFF, 0xFFFFF, 0x10FFFE, 0x10FFFF,
)  # fmt: skip
"""Values that codecs treat otherwise: controls, surrogates, signatures, noncharacters, joiners."""
_UNORDERED = (Scheme.UTF_16, Scheme.UTF_32)
_A_FEW = 4


def well_formed(
    encoding: str = "UTF-8",
    *,
    profile: str | None = None,
    min_size: int = 0,
    max_size: int | None = None,
) -> SearchStrategy[bytes]:
    """Draw well-formed octets; the sizes count characters.

    The edges come often: the first and last value of every length, U+FEFF, noncharacters,
    controls. UTF-16 and UTF-32 come in both orders, with a signature or without it.

    Raises:
        UsageError: no such encoding or profile.
    """
    scheme = default_settings(encoding, profile).scheme
    texts = st.lists(_values(scheme), min_size=min_size, max_size=max_size)
    return _in_orders(scheme, lambda order: texts.map(partial(_written, order)))


def kinds(encoding: str = "UTF-8", *, profile: str | None = None) -> tuple[str, ...]:
    """List the names of the classes of ill-formed input in an encoding."""
    return tuple(classes(default_settings(encoding, profile).scheme))


def ill_formed(
    encoding: str = "UTF-8",
    classes: str | Iterable[str] | None = None,
    *,
    profile: str | None = None,
) -> SearchStrategy[bytes]:
    """Draw octets that are ill-formed, with characters around; without them it is one bare form.

    `classes` are names from `kinds`, or patterns (`overlong-*`); all of them if left out.

    Raises:
        UsageError: no such encoding, profile or class.
    """
    scheme = default_settings(encoding, profile).scheme
    chosen = _chosen(scheme, [classes] if isinstance(classes, str) else classes)
    return _in_orders(scheme, partial(_around, names=chosen))


def chunked(octets: SearchStrategy[bytes]) -> SearchStrategy[list[bytes]]:
    """Draw octets in chunks that join to them: cut anywhere, some empty; at best in one.

    Raises:
        UsageError: `octets` is no strategy, such as the name of an encoding.
    """
    given: object = octets  # callers need not check their types
    if not isinstance(given, SearchStrategy):
        # A name alone would leave open whether the octets are well-formed.
        hint = "write chunked(well_formed('UTF-8')), or ill_formed"
        raise UsageError(f"chunked takes a strategy that draws bytes, not {octets!a}", hint=hint)
    return octets.flatmap(_cut)


def reads(
    encoding: str = "UTF-8", *, profile: str | None = None
) -> SearchStrategy[tuple[bytes, Reading]]:
    """Draw octets, well-formed or not, with the reference's reading of them.

    A reading has parts: values, an initial signature, and ill-formed parts, in their order.

    Raises:
        UsageError: no such encoding or profile.
    """
    scheme = default_settings(encoding, profile).scheme
    right, wrong = well_formed(encoding, profile=profile), ill_formed(encoding, profile=profile)
    signed = right
    if scheme not in _UNORDERED:  # those come with signatures as they are
        signed = right.map(signature_octets(scheme).__add__)
    # In tuples, for alternatives of alternatives would all come as often.
    return st.one_of([st.tuples(each) for each in (right, wrong, signed)]).map(
        lambda drawn: (drawn[0], schemes.read(scheme, drawn[0]))
    )


def decoded(
    encoding: str = "UTF-8", *, profile: str | None = None
) -> SearchStrategy[tuple[bytes, Values | None]]:
    """Draw octets with the values that a strict decoder makes of them; None if it must refuse.

    An initial signature is U+FEFF, or nothing where the profile or the encoding takes it off.

    Raises:
        UsageError: no such encoding or profile.
    """
    settings = default_settings(encoding, profile)

    def expected(drawn: tuple[bytes, Reading]) -> tuple[bytes, Values | None]:
        octets, reading = drawn
        # The first interpretation is the codec's own; the others are allowed besides.
        first = interpretations(reading, (), settings)[0]
        return octets, first.values(reading.parts, Mode.STRICT) if reading.well_formed else None

    return reads(encoding, profile=profile).map(expected)


def _written(scheme: Scheme, values: Sequence[int]) -> bytes:
    pieces = schemes.encode(scheme, values)
    return b"".join([one.octets for one in pieces if isinstance(one, schemes.Written)])


@cache
def _values(scheme: Scheme) -> SearchStrategy[int]:
    """Draw a value that a scheme can express: often an edge, else any, each length as often."""
    rows = [row.values for row in _rules(scheme).rows]
    ends = chain.from_iterable((span.start, span[-1]) for span in rows)
    edges = (*_PLAIN, *ends, *_MARKED)
    return _often(
        # A value that the scheme cannot write would make the octets empty.
        [value for value in edges if schemes.encode_value(scheme, value) is not None],
        [_Row(len(row), row.__getitem__) for row in rows],
    )


def _rules(scheme: Scheme) -> tables.Table:
    """Return the table of a scheme; the same values are in both orders."""
    if scheme is Scheme.UTF_8:
        return ranges.TABLE_3
    known = {2: utf16.TABLE, 4: utf32.TABLE}
    own = {Scheme.UCS_2: ucs.UCS_2, Scheme.UCS_4: ucs.UCS_4, **variants.TABLES}
    return own.get(scheme) or known[facts(scheme).unit]


@dataclass(frozen=True, slots=True)
class _Row(Generic[_T]):
    """So many items, and the one of a number."""

    count: int
    at: Callable[[int], _T]


def _often(edges: Iterable[_T], rows: Sequence[_Row[_T]]) -> SearchStrategy[_T]:
    """Draw an edge every other time, else any item, from each row as often.

    Both take one choice, so that the first edge is the simplest of all.
    """
    longest = max(row.count for row in rows)

    def at(number: int) -> _T:
        # Interleaved over the rows: small numbers, to which Hypothesis shrinks, reach every length.
        index, row = divmod(number, len(rows))
        return rows[row].at(index % rows[row].count)

    anything = st.integers(0, longest * len(rows) - 1).map(at)
    return st.sampled_from(list(dict.fromkeys(edges))) | anything


def _in_orders(
    scheme: Scheme, of_order: Callable[[Scheme], SearchStrategy[bytes]]
) -> SearchStrategy[bytes]:
    """Draw octets of a scheme; of UTF-16 and UTF-32 unmarked big-endian, then marked in both."""
    if scheme not in _UNORDERED:
        return of_order(scheme)
    big, little = schemes.ordered(scheme, "big"), schemes.ordered(scheme, "little")
    return st.one_of(
        # Unmarked first: Hypothesis shrinks towards the first alternative.
        of_order(big).map(partial(_unmarked, scheme)),
        of_order(big).map(signature_octets(big).__add__),
        of_order(little).map(signature_octets(little).__add__),
    )


def _unmarked(scheme: Scheme, octets: bytes) -> bytes:
    """Put a signature before text that would be taken for text of the other order without it."""
    turned = schemes.order_of(scheme, octets) != "big"
    return signature_octets(scheme, "big") + octets if turned else octets


def _chosen(scheme: Scheme, names: Iterable[str] | None) -> tuple[str, ...]:
    known = classes(scheme)
    if names is None:
        return tuple(known)
    found: dict[str, None] = {}
    for pattern in names:
        fitting = [name for name in known if fnmatchcase(name, pattern)]
        if not fitting:
            hint = f"in {scheme} there are {', '.join(known)}"
            raise UsageError(f"no class of ill-formed octets is called {pattern!a}", hint=hint)
        found.update(dict.fromkeys(fitting))
    if not found:
        raise UsageError("no class of ill-formed octets is named", hint="leave `classes` out")
    return tuple(found)


@cache
def _around(scheme: Scheme, names: tuple[str, ...]) -> SearchStrategy[bytes]:
    """Draw a form of one class, each as often, with characters and further forms around it."""
    letters = _values(scheme).map(lambda value: _written(scheme, (value,)))
    forms = {own: _piece(own, letters) for own in map(classes(scheme).__getitem__, names)}
    # A cut form is ill-formed at the end only: before a letter it is another class.
    inside = [form for own, form in forms.items() if own.place is not Place.LAST]
    # Letters have as much weight as all forms together, or every text would be full of errors.
    letters_as_often = [letters] * len(inside) or [letters]
    pieces = st.lists(st.one_of(*letters_as_often, *inside), max_size=_A_FEW)
    nothing: SearchStrategy[list[bytes]] = st.just([])
    found = (
        st.tuples(pieces, form, nothing if own.place is Place.LAST else pieces)
        for own, form in forms.items()
    )
    return st.one_of([drawn.map(lambda parts: _joined(scheme, *parts)) for drawn in found])


def _piece(own: Class, letters: SearchStrategy[bytes]) -> SearchStrategy[bytes]:
    corners = (corner for form in own.forms for corner in form.corners())
    forms = _often(corners, [_Row(form.count, form.at) for form in own.forms])
    if own.place is not Place.FOLLOWED:
        return forms
    return st.tuples(forms, letters).map(b"".join)


def _joined(scheme: Scheme, before: Sequence[bytes], form: bytes, after: Sequence[bytes]) -> bytes:
    """Join pieces; a letter comes between two that would be read otherwise side by side."""
    pieces = [*before, form, *after]
    letter = _written(scheme, _PLAIN[:1])
    apart = (letter if _merge(scheme, *pair) else b"" for pair in pairwise(pieces))
    return b"".join(chain.from_iterable(zip(pieces, (*apart, b""), strict=True)))


def _merge(scheme: Scheme, first: bytes, second: bytes) -> bool:
    def seen(octets: bytes) -> list[tuple[type, bytes]]:
        parts = schemes.read_text(scheme, octets).parts
        return [(type(part), part.octets) for part in parts]

    return seen(first + second) != seen(first) + seen(second)


def _cut(octets: bytes) -> SearchStrategy[list[bytes]]:
    # Cuts may be equal: chunks may be empty.
    ends = st.lists(st.integers(0, len(octets)), max_size=2 * _A_FEW)
    return ends.map(lambda cuts: _between(octets, sorted(cuts)))


def _between(octets: bytes, cuts: Sequence[int]) -> list[bytes]:
    return [octets[start:end] for start, end in pairwise((0, *cuts, len(octets)))]

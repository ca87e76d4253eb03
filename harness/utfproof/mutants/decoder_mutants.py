"""Mutants of decoders: a fault in how octets are read, with all the ways to ask a decoder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.operation import Mode
from utfproof.model.profile import Claims
from utfproof.mutants.byte_orders import line_in
from utfproof.mutants.faulty_readings import FaultyReading
from utfproof.mutants.line_conditions import texts
from utfproof.mutants.mutant import DECODERS, Mutant, decode, decoding, reads


def misreads(  # noqa: PLR0913  (a line of a table)
    name: str,
    about: str,
    flag: str,
    reading: FaultyReading,
    exposed: str,
    *,
    mode: Mode = Mode.STRICT,
    encoding: Encoding = Encoding.UTF_8,
    claims: Claims | None = None,
) -> Mutant:
    """Make a decoder with a faulty reading; `exposed` is a text that it misreads in a mode."""
    return Mutant(
        id=f"{encoding.lower()}/{name}",
        about=about,
        flag=flag,
        claims=claims or DECODERS[encoding],
        offers=decoding(encoding),
        fault=reads(reading.read),
        touches=texts(reading.touched, reading.modes),
        exposed_by=(decode(encoding, mode), exposed),
    )


Row = tuple[str, str, str, Callable[[Scheme], FaultyReading], Mode, str]
"""Name, flag, what is wrong, the reading of a scheme, the mode that shows it, a big-endian text."""


def in_orders(
    kind: str, encodings: Iterable[Encoding], table: Iterable[Row], both: Collection[str]
) -> Iterator[Mutant]:
    """Make decoders of wide units from a table: big-endian ones, and of some names all orders."""
    rows = tuple(table)
    for encoding in encodings:
        scheme = Scheme(encoding.value)
        for name, flag, about, make, mode, exposed in rows:
            if facts(scheme).order == "big" or name in both:
                text = line_in(encoding, exposed)
                own = f"{kind}/{name}"
                yield misreads(own, about, flag, make(scheme), text, mode=mode, encoding=encoding)

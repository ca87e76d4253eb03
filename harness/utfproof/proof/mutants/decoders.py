"""Mutants of decoders: a fault in how octets are read, with all the ways to ask a decoder."""

from __future__ import annotations

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode
from utfproof.model.profile import Claims
from utfproof.proof.mutants.lines import texts
from utfproof.proof.mutants.mutant import DECODERS, Mutant, decode, decoding, reads
from utfproof.proof.mutants.readings import Reading


def misreads(  # noqa: PLR0913  (a line of a table)
    name: str,
    about: str,
    flag: str,
    reading: Reading,
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

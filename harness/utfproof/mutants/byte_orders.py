"""Faults in both byte orders: written big-endian, byte-swapped for little-endian."""

from __future__ import annotations

from itertools import accumulate

from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.fields import read_octets, render
from utfproof.mutants.faulty_readings import big_endian

UTF_16 = (Encoding.UTF_16BE, Encoding.UTF_16LE)
UTF_32 = (Encoding.UTF_32BE, Encoding.UTF_32LE)
LABELLED = (*UTF_16, *UTF_32)


def line_in(encoding: Encoding, line: str) -> str:
    """Return a data line whose fields are octets in the order of an encoding.

    The fields are turned round as one text, so that a unit which lies in two of them is too.
    """
    if facts(Scheme(encoding.value)).unit == 1:
        return line
    fields = [read_octets(word) for word in line.split(" ")]
    turned = big_endian(Scheme(encoding.value), b"".join(fields))
    ends = list(accumulate(map(len, fields)))
    return " ".join(
        render(turned[end - len(field) : end]) for end, field in zip(ends, fields, strict=True)
    )

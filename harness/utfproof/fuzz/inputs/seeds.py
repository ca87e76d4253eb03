"""Seeds: the inputs of the written vectors, with which a campaign begins."""

from __future__ import annotations

from utfproof.model.case import DecodeCase, DetectCase, LabelCase
from utfproof.model.encoding import Encoding
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite


def seeds(encoding: Encoding, suite: Suite | None = None) -> tuple[bytes, ...]:
    """Return each input of a decode case of an encoding once, the shortest first, then by octets.

    Cases of a profile count for the encoding that they are asked in: those of RFC 2279 for UTF-8.
    Without an encoding these are the inputs for detectors, and labels.

    Raises:
        InconsistentSuite: the vectors that come with utfproof are wrong.
    """
    cases = (suite or loader.load()).cases
    inputs = {
        case.octets
        for case in cases
        if isinstance(case, DecodeCase | DetectCase) and case.about.encoding is encoding
    }
    if encoding is Encoding.NONE:
        inputs |= {case.label for case in cases if isinstance(case, LabelCase)}
    return tuple(sorted(inputs, key=lambda octets: (len(octets), octets)))

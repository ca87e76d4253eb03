"""Known failures as a campaign meets them: inputs of written cases listed, alone or in a family.

They are played first; what they show is known, with its reason, whoever meets it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from utfproof.adapters.registry import SelectedAdapter
from utfproof.expectations import document
from utfproof.expectations.document import Defect
from utfproof.fuzz.targets.code_points import code_points_of
from utfproof.fuzz.targets.fuzz_target import FuzzTarget
from utfproof.model.case import Case, DecodeCase, DetectCase, EncodeCase, LabelCase
from utfproof.model.encoding import Scheme, facts
from utfproof.proof.families.catalogue import OF_WRITTEN_CASES
from utfproof.reference import schemes
from utfproof.vectors.suite import Suite


class KnownFailure(NamedTuple):
    """An input that is known to go wrong in a target, and why."""

    octets: bytes
    reason: str
    reference: tuple[str, ...]


def load_defects(chosen: Iterable[SelectedAdapter]) -> dict[str, tuple[Defect, ...]]:
    """Read the lists beside adapters, by the codec's full name.

    Raises:
        ExpectationsError: a file is wrong.
    """
    found: dict[str, tuple[Defect, ...]] = {}
    for item in chosen:
        path = item.manifest.folder / document.NAME
        if path.exists():
            found |= document.load(path).codecs
    return found


def known_failures(
    target: FuzzTarget, listed: Sequence[Defect], version: str, suite: Suite
) -> Iterator[KnownFailure]:
    """Yield the inputs of the cases that are listed for a target, in this version of the codec."""
    offer = str(target.offer)
    blocks = [
        (defect, block.patterns)
        for defect in listed
        if defect.concerns(version)
        for block in defect.blocks
        if not block.ops or offer in block.ops
    ]
    if not blocks:
        return
    for case in suite.cases:
        if not (octets := input_of(target, case)):
            continue
        ids = (case.about.id, *(f"{family}/{case.about.id}" for family in OF_WRITTEN_CASES))
        for defect, patterns in blocks:
            if any(map(patterns.fits, ids)):
                yield KnownFailure(octets, defect.reason, defect.reference)
                break


def input_of(target: FuzzTarget, case: Case) -> bytes | None:
    """Return the input by which a target is asked a case; None where it does not fit."""
    match case:
        case DecodeCase() if case.about.encoding is target.encoding and not target.encodes:
            return case.octets
        case DetectCase() if target.direction == "detect":
            return case.octets
        case LabelCase() if target.direction == "label":
            return case.label
        case EncodeCase() if case.about.encoding is target.encoding and target.encodes:
            return _octets(target, case.values)
        case _:
            return None


def _octets(target: FuzzTarget, values: tuple[int, ...]) -> bytes | None:
    """Return octets that stand for code points, where there are such."""
    scheme = target.settings.scheme
    octets = b"".join(_piece(scheme, value) for value in values)
    return octets if code_points_of(scheme, octets) == values else None


def _piece(scheme: Scheme, value: int) -> bytes:
    own = schemes.encode_value(scheme, value)
    if own or facts(scheme).unit == 1:
        wider = (Scheme.GENERALIZED_UTF_8, Scheme.RFC_2279)
        found = (schemes.encode_value(other, value) for other in wider)
        return own or next((octets for octets in found if octets), b"")
    unit = facts(scheme).unit
    return value.to_bytes(unit, facts(scheme).order or "big") if value < 1 << 8 * unit else b""

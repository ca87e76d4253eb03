"""A decoder with one fault fails, whichever fault it is and however little of it is offered."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.reading import IllFormed, Part
from utfproof.model.verdict import Verdict
from utfproof.reference import schemes

from . import faults
from .judging import failures, verdicts
from .stand_in import Read, StandIn

STRICT_8 = [Offer(Op.DECODE, Encoding.UTF_8, Mode.STRICT)]
REPLACE_8 = [Offer(Op.DECODE, Encoding.UTF_8, Mode.REPLACE)]

ONLY_IN_REPLACE = {
    "the lead swallows what follows",
    "every second error is lost",
}
"""Faults in what happens after the first error; a strict decoder stops there."""


@pytest.mark.parametrize("name", faults.UTF_8)
def test_a_faulty_utf_8_decoder_fails_in_replace_mode(name: str) -> None:
    codec = StandIn(read=faults.UTF_8[name])
    assert failures(codec, Claims(("unicode",)), REPLACE_8)


@pytest.mark.parametrize("name", sorted(set(faults.UTF_8) - ONLY_IN_REPLACE))
def test_a_faulty_utf_8_decoder_fails_in_strict_mode(name: str) -> None:
    codec = StandIn(read=faults.UTF_8[name])
    assert failures(codec, Claims(("rfc3629",)), STRICT_8)


@pytest.mark.parametrize("name", faults.UTF_16BE)
@pytest.mark.parametrize("mode", [Mode.STRICT, Mode.REPLACE])
def test_a_faulty_utf_16_decoderfailures(name: str, mode: Mode) -> None:
    codec = StandIn(Scheme.UTF_16BE, read=faults.UTF_16BE[name])
    assert failures(codec, Claims(("rfc2781",)), [Offer(Op.DECODE, Encoding.UTF_16BE, mode)])


@pytest.mark.parametrize("name", faults.UTF_32BE)
@pytest.mark.parametrize("mode", [Mode.STRICT, Mode.REPLACE])
def test_a_faulty_utf_32_decoderfailures(name: str, mode: Mode) -> None:
    codec = StandIn(Scheme.UTF_32BE, read=faults.UTF_32BE[name])
    assert failures(codec, Claims(("iso10646",)), [Offer(Op.DECODE, Encoding.UTF_32BE, mode)])


class TellsCharacters(StandIn):
    """Counts the offset in characters."""

    def offset(self, parts: Sequence[Part], index: int) -> int:
        del parts
        return index


class TellsOneTooMany(StandIn):
    """Tells the octet after the error."""

    def offset(self, parts: Sequence[Part], index: int) -> int:
        return super().offset(parts, index) + 1


def test_a_wrong_offset_is_not_forgiven() -> None:
    for codec in (TellsCharacters(), TellsOneTooMany()):
        assert failures(codec, Claims(("rfc3629",)), STRICT_8)


class TellsLengthOne(StandIn):
    """Tells every error as one octet long."""

    def length(self, part: IllFormed) -> int:
        del part
        return 1


def test_the_length_counts_only_where_the_claim_fixes_it() -> None:
    assert failures(TellsLengthOne(), Claims(("unicode",)), STRICT_8)
    assert not failures(TellsLengthOne(), Claims(("rfc3629",)), STRICT_8)
    declared = Claims(("rfc3629",), {"replacement": "byte"})
    assert not failures(TellsLengthOne(), declared, STRICT_8)


def _by_octets() -> Read:
    return faults.changes(
        lambda parts: [
            IllFormed(part.octets[at : at + 1]) if isinstance(part, IllFormed) else part
            for part in parts
            for at in range(len(part.octets) if isinstance(part, IllFormed) else 1)
        ]
    )


def test_the_count_of_replacements_is_judged_by_the_claim() -> None:
    """Without a claim properties decide; a declared policy has to be kept; unicode fixes one."""
    codec = StandIn(read=_by_octets())
    assert not failures(codec, Claims(("rfc3629",)), REPLACE_8)
    assert not failures(codec, Claims(("rfc3629",), {"replacement": "byte"}), REPLACE_8)
    assert not failures(codec, Claims(("unicode",), {"replacement": "own"}), REPLACE_8)
    assert failures(codec, Claims(("unicode",)), REPLACE_8)
    assert failures(codec, Claims(("rfc3629",), {"replacement": "run"}), REPLACE_8)


def test_a_stripped_signature_is_judged_by_the_claim() -> None:
    """Stripped without saying so breaks a SHOULD; done otherwise than declared is a failure."""
    strips = StandIn(keeps=False)
    assert verdicts(strips, Claims(("rfc3629",)), STRICT_8)[Verdict.NON_STRICT]
    assert not failures(strips, Claims(("rfc3629",)), STRICT_8)
    assert not failures(strips, Claims(("rfc3629",), {"signature": "strip"}), STRICT_8)
    for declared in ("keep", "forbidden"):
        assert failures(strips, Claims(("rfc3629",), {"signature": declared}), STRICT_8)
    assert failures(StandIn(), Claims(("rfc3629",), {"signature": "strip"}), STRICT_8)


def test_a_labelled_order_must_keep_the_signature() -> None:
    asked = [Offer(Op.DECODE, Encoding.UTF_32BE, Mode.STRICT)]
    strips = StandIn(Scheme.UTF_32BE, keeps=False)
    failed = failures(strips, Claims(("iso10646",)), asked)
    assert failed
    assert all("/signature/" in name or "properties" in name for name in failed)


class ReadsUnmarkedAsLittle(StandIn):
    """Takes UTF-16 without a signature for little-endian."""

    def parts(self, octets: bytes) -> Sequence[Part]:
        return schemes.read(self.scheme, octets, unmarked="little").parts


def test_little_endian_by_default_is_an_alternative_and_never_a_pass() -> None:
    codec = ReadsUnmarkedAsLittle(Scheme.UTF_16, keeps=False)
    asked = [Offer(Op.DECODE, Encoding.UTF_16, Mode.STRICT)]
    for options in ({}, {"unmarked": "little"}):
        found = verdicts(codec, Claims(("rfc2781",), options), asked)
        assert Verdict.FAIL not in found
        assert any("/unmarked/" in name for name in found[Verdict.ALTERNATIVE])
    assert verdicts(codec, Claims(("rfc2781",), {"unmarked": "big"}), asked)[Verdict.FAIL]

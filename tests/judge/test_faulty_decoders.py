"""A decoder with one fault fails, whichever fault it is and however little of it is offered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.mutants import catalogue
from utfproof.simulation.codec import SimulatedCodec
from utfproof.simulation.decoder import SimulatedDecoder

from .judging import failures, verdicts

STRICT_8 = [Offer(Op.DECODE, Encoding.UTF_8, Mode.STRICT)]
REPLACE_8 = [Offer(Op.DECODE, Encoding.UTF_8, Mode.REPLACE)]
RFC_3629 = Claims(("rfc3629",))
UNICODE = Claims(("unicode",), {"replacement": "maximal-subpart"})
RECOMMENDED = Claims(("unicode",))

MISREADING = {
    "overlong", "leads", "tails", "surrogates", "characters", "values", "texts", "policies",
    "pairs", "units", "signatures", "unmarked",
}  # fmt: skip
"""Kinds of fault that a short text shows, whole and in one mode."""

BY_ID = {mutant.id: mutant for mutant in catalogue()}
MISREADERS = [mutant for mutant in catalogue() if mutant.id.split("/")[1] in MISREADING]


def right(profile: str = "rfc3629", encoding: Encoding = Encoding.UTF_8) -> SimulatedCodec:
    return SimulatedCodec.right(Claims((profile,)), encoding)


def mutant(name: str) -> SimulatedCodec:
    return BY_ID[f"utf-8/{name}"].make()


def test_a_decoder_that_misreads_a_text_fails(subtests: pytest.Subtests) -> None:
    for misreader in MISREADERS:
        with subtests.test(misreader=misreader):
            offer, _ = misreader.exposed_by
            assert failures(misreader.make(), misreader.claims, [offer], misreader.may_differ)


def test_a_wrong_offset_is_not_forgiven() -> None:
    for name in ("offset-is-in-characters", "offset-begins-at-one"):
        assert failures(mutant(f"reports/{name}"), RFC_3629, STRICT_8)


def test_the_length_counts_only_where_the_claim_fixes_it() -> None:
    codec = mutant("reports/length-is-one")
    assert failures(codec, UNICODE, STRICT_8)
    assert not failures(codec, RFC_3629, STRICT_8)
    assert not failures(codec, Claims(("rfc3629",), {"replacement": "byte"}), STRICT_8)


def test_the_count_of_replacements_is_judged_by_the_claim() -> None:
    """Without a claim properties decide; a documented policy has to be kept."""
    codec = mutant("policies/byte")
    assert not failures(codec, RFC_3629, REPLACE_8)
    assert not failures(codec, Claims(("rfc3629",), {"replacement": "byte"}), REPLACE_8)
    assert not failures(codec, Claims(("unicode",), {"replacement": "own"}), REPLACE_8)
    assert failures(codec, UNICODE, REPLACE_8)
    assert failures(codec, Claims(("whatwg",)), REPLACE_8)
    assert failures(codec, Claims(("rfc3629",), {"replacement": "run"}), REPLACE_8)


def test_a_policy_that_the_standard_only_recommends_is_a_should() -> None:
    """Unicode 3.9 calls its number of U+FFFD a best practice."""
    for name, asked in (("policies/byte", REPLACE_8), ("reports/length-is-one", STRICT_8)):
        codec = mutant(name)
        assert not failures(codec, RECOMMENDED, asked)
        assert verdicts(codec, RECOMMENDED, asked)[Verdict.NON_STRICT]
    swallows = mutant("policies/one-octet-is-swallowed")
    assert failures(swallows, RECOMMENDED, REPLACE_8)


def test_a_stripped_signature_is_judged_by_the_claim() -> None:
    """Stripped without saying so breaks a SHOULD; done otherwise than declared is a failure."""
    strips = right("whatwg")
    assert verdicts(strips, RFC_3629, STRICT_8)[Verdict.NON_STRICT]
    assert not failures(strips, RFC_3629, STRICT_8)
    assert not failures(strips, Claims(("rfc3629",), {"signature": "strip"}), STRICT_8)
    for declared in ("keep", "forbidden"):
        assert failures(strips, Claims(("rfc3629",), {"signature": declared}), STRICT_8)
    assert failures(right(), Claims(("rfc3629",), {"signature": "strip"}), STRICT_8)


def test_a_labelled_order_must_keep_the_signature() -> None:
    asked = [Offer(Op.DECODE, Encoding.UTF_32BE, Mode.STRICT)]
    keeps = right("iso10646", Encoding.UTF_32BE)
    strips = replace(keeps, reader=SimulatedDecoder(keeps.reader.scheme, keeps=False))
    failed = failures(strips, Claims(("iso10646",)), asked)
    assert failed
    assert all("/signature/" in name or "properties" in name for name in failed)


def test_little_endian_by_default_is_an_alternative_and_never_a_pass() -> None:
    little = Claims(("rfc2781",), {"unmarked": "little"})
    codec = SimulatedCodec.right(little, Encoding.UTF_16)
    asked = [Offer(Op.DECODE, Encoding.UTF_16, Mode.STRICT)]
    for claims in (Claims(("rfc2781",)), little):
        found = verdicts(codec, claims, asked)
        assert Verdict.FAIL not in found
        assert any("/unmarked/" in name for name in found[Verdict.ALTERNATIVE])
    assert verdicts(codec, Claims(("rfc2781",), {"unmarked": "big"}), asked)[Verdict.FAIL]

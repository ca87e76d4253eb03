"""A right codec of every encoding is green in every case and every property."""

from __future__ import annotations

from dataclasses import replace

import pytest

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.simulation.codec import SimulatedCodec, offers

from .judging import DECODES, ENCODES, everything, verdicts

PROFILES = [
    ("unicode", Encoding.UTF_8),
    ("whatwg", Encoding.UTF_8),
    ("whatwg", Encoding.UTF_16BE),
    ("whatwg", Encoding.UTF_16LE),
    ("rfc2781", Encoding.UTF_16),
    ("rfc2781", Encoding.UTF_16BE),
    ("rfc2781", Encoding.UTF_16LE),
    ("iso10646", Encoding.UTF_32),
    ("iso10646", Encoding.UTF_32BE),
    ("iso10646", Encoding.UTF_32LE),
    ("rfc2279", Encoding.UTF_8),
    ("generalized-utf-8", Encoding.UTF_8),
    ("cesu-8", Encoding.CESU_8),
    ("mutf-8", Encoding.MUTF_8),
    ("wtf-8", Encoding.WTF_8),
    ("ucs-2", Encoding.UCS_2),
    ("ucs-4", Encoding.UCS_4),
]
GREEN = {Verdict.PASS, Verdict.UNSUPPORTED}


@pytest.mark.parametrize(("profile", "encoding"), PROFILES)
def test_a_right_codec_passes_everything(profile: str, encoding: Encoding) -> None:
    claims = Claims((profile,))
    found = verdicts(SimulatedCodec.right(claims, encoding), claims, everything(encoding))
    others = {verdict: names[:5] for verdict, names in found.items() if verdict not in GREEN}
    assert others == {}
    assert len(found[Verdict.PASS]) > 100


def test_a_codec_of_rfc_3629_passes() -> None:
    claims = Claims(("rfc3629",))
    codec = SimulatedCodec.right(claims, Encoding.UTF_8)
    asked = offers(Encoding.UTF_8, Op.DECODE, Op.DECODE_AGAIN, Op.VALIDATE, *ENCODES)
    assert set(verdicts(codec, claims, asked)) <= GREEN


def test_a_codec_that_takes_utf_16_units_passes_with_pairs() -> None:
    claims = Claims(("unicode",), {"units": "utf-16"})
    codec = SimulatedCodec.right(claims, Encoding.UTF_8)
    asked = offers(Encoding.UTF_8, Op.DECODE, *ENCODES)  # a round trip has both in it
    assert set(verdicts(codec, claims, asked)) <= GREEN


def test_a_codec_that_does_not_say_where_is_not_blamed() -> None:
    claims = Claims(("unicode",))
    codec = SimulatedCodec.right(claims, Encoding.UTF_8)
    silent = replace(codec, reader=replace(codec.reader, tells=False))
    asked = [offer for offer in offers(Encoding.UTF_8, *DECODES) if offer.mode is Mode.STRICT]
    assert set(verdicts(silent, claims, [*asked, *offers(Encoding.UTF_8, Op.VALIDATE)])) <= GREEN


@pytest.mark.parametrize("profile", ["rfc3629", "whatwg"])
def test_detectors_and_labels_pass(profile: str) -> None:
    claims = Claims((profile,))
    bare = [Offer(op, Encoding.NONE, Mode.NONE) for op in (Op.DETECT, Op.LABEL)]
    codec = SimulatedCodec.right(claims, Encoding.NONE)
    assert set(verdicts(codec, claims, bare)) == {Verdict.PASS}


def test_an_encoder_that_adds_a_signature_is_an_alternative() -> None:
    claims = Claims(("unicode",), {"signature": "strip"})
    codec = SimulatedCodec.right(claims, Encoding.UTF_8)
    signing = replace(codec, writer=replace(codec.writer, signs=True))
    found = verdicts(signing, claims, [Offer(Op.ENCODE, Encoding.UTF_8, Mode.STRICT)])
    assert Verdict.FAIL not in found
    assert found[Verdict.ALTERNATIVE]

"""A right codec of every encoding is green in every case and every property."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims, Units
from utfproof.model.verdict import Verdict

from .judging import everything, verdicts
from .stand_in import StandIn

CODECS = [
    ("rfc3629", Encoding.UTF_8, StandIn(Scheme.UTF_8)),
    ("unicode", Encoding.UTF_8, StandIn(Scheme.UTF_8)),
    ("whatwg", Encoding.UTF_8, StandIn(Scheme.UTF_8, keeps=False)),
    ("whatwg", Encoding.UTF_16BE, StandIn(Scheme.UTF_16BE, keeps=False)),
    ("whatwg", Encoding.UTF_16LE, StandIn(Scheme.UTF_16LE, keeps=False)),
    ("rfc2781", Encoding.UTF_16, StandIn(Scheme.UTF_16, keeps=False)),
    ("rfc2781", Encoding.UTF_16BE, StandIn(Scheme.UTF_16BE)),
    ("rfc2781", Encoding.UTF_16LE, StandIn(Scheme.UTF_16LE)),
    ("iso10646", Encoding.UTF_32, StandIn(Scheme.UTF_32, keeps=False)),
    ("iso10646", Encoding.UTF_32BE, StandIn(Scheme.UTF_32BE)),
    ("iso10646", Encoding.UTF_32LE, StandIn(Scheme.UTF_32LE)),
    ("rfc2279", Encoding.UTF_8, StandIn(Scheme.RFC_2279)),
    ("generalized-utf-8", Encoding.UTF_8, StandIn(Scheme.GENERALIZED_UTF_8)),
    ("cesu-8", Encoding.CESU_8, StandIn(Scheme.CESU_8)),
    ("mutf-8", Encoding.MUTF_8, StandIn(Scheme.MUTF_8)),
    ("wtf-8", Encoding.WTF_8, StandIn(Scheme.WTF_8)),
    ("ucs-2", Encoding.UCS_2, StandIn(Scheme.UCS_2)),
    ("ucs-4", Encoding.UCS_4, StandIn(Scheme.UCS_4)),
]
GREEN = {Verdict.PASS, Verdict.UNSUPPORTED}


@pytest.mark.parametrize(("profile", "encoding", "codec"), CODECS)
def test_a_right_codec_passes_everything(profile: str, encoding: Encoding, codec: StandIn) -> None:
    found = verdicts(codec, Claims((profile,)), everything(encoding))
    others = {verdict: names[:5] for verdict, names in found.items() if verdict not in GREEN}
    assert others == {}
    assert len(found[Verdict.PASS]) > 100


def test_a_codec_that_takes_utf_16_units_passes_with_pairs() -> None:
    codec = StandIn(Scheme.UTF_8, units=Units.UTF_16)
    claims = Claims(("unicode",), {"units": "utf-16"})
    found = verdicts(codec, claims, everything(Encoding.UTF_8))
    assert set(found) <= GREEN


def test_a_codec_that_does_not_say_where_is_not_blamed() -> None:
    found = verdicts(StandIn(tells=False), Claims(("unicode",)), everything(Encoding.UTF_8))
    assert set(found) <= GREEN


def test_detectors_and_labels_pass() -> None:
    bare = [Offer(op, Encoding.NONE, Mode.NONE) for op in (Op.DETECT, Op.LABEL)]
    found = verdicts(StandIn(), Claims(("rfc3629",)), bare)
    assert set(found) == {Verdict.PASS}


def test_an_encoder_that_adds_a_signature_is_an_alternative() -> None:
    codec = StandIn(keeps=False, writes_signature=True)
    claims = Claims(("unicode",), {"signature": "strip"})
    found = verdicts(codec, claims, [Offer(Op.ENCODE, Encoding.UTF_8, Mode.STRICT)])
    assert Verdict.FAIL not in found
    assert found[Verdict.ALTERNATIVE]

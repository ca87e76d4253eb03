"""Which errors a codec calls truncated is identified by its own answers."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Encoding
from utfproof.model.profile import Claims
from utfproof.mutants import catalogue
from utfproof.proof.identify.causes import ALWAYS, AT_THE_END, NEVER, TOO_SHORT
from utfproof.simulation.codec import SimulatedCodec

from .policy_codec import claiming, identified, option_of
from .test_identify_delivery import says

MUTANTS = {mutant.id: mutant for mutant in catalogue()}


def asked(name: str) -> str:
    """Return the offer of an encoding."""
    return f"validate-cause {name} strict"


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32BE"])
def test_a_right_codec_is_exact(encoding: str) -> None:
    claims = Claims(("unicode", "rfc2781", "iso10646"))
    right = SimulatedCodec.right(claims, Encoding(encoding))
    found = identified(says(right), asked(encoding), encodings=[Encoding(encoding)])
    assert option_of(found, "cause", Encoding(encoding)).fit.nearest == "exact"


@pytest.mark.parametrize(
    ("fault", "fits"),
    [
        ("utf-8/causes/truncated-is-never-told", (NEVER,)),
        ("utf-8/causes/ill-formed-is-never-told", (ALWAYS,)),
        ("utf-8/causes/surrogates-are-truncated", ()),
        ("utf-8/causes/leads-of-three-are-never-truncated", ()),
    ],
)
def test_a_codec_that_tells_another_cause_is_not(fault: str, fits: tuple[str, ...]) -> None:
    codec = claiming("unicode", cause="exact")
    found = identified(says(MUTANTS[fault].make()), asked("UTF-8"), codec=codec)
    item = option_of(found, "cause")
    assert (item.fit.fits, item.claimed, item.agrees) == (fits, "exact", False)
    assert item.fit.differ > 0 or fits


def test_the_models_differ_from_each_other() -> None:
    right = SimulatedCodec.right(Claims(("unicode",)), Encoding.UTF_8)
    fit = option_of(identified(says(right), asked("UTF-8")), "cause").fit
    assert fit.fits == ("exact",)
    assert {TOO_SHORT, AT_THE_END, NEVER, ALWAYS}.isdisjoint(fit.fits)


def test_of_a_codec_that_tells_no_cause_nothing_is_said() -> None:
    right = SimulatedCodec.right(Claims(("unicode",)), Encoding.UTF_8)
    found = identified(says(right), "validate UTF-8 strict")
    assert "cause" not in found.encodings[Encoding.UTF_8].options

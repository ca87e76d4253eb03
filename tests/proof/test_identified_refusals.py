"""How a codec refuses: the length and the offset that it tells, and whether it tells them."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer, Op
from utfproof.proof.identify.fit import ModelDifference

from .policy_codec import (
    STRICT,
    PolicyCodec,
    identified,
    strict_of,
    traits_of,
)


@pytest.mark.parametrize("policy", ["maximal-subpart", "byte", "java", "lead-6"])
def test_the_length_of_a_reported_error_names_its_unit(policy: str) -> None:
    strict = strict_of(identified(PolicyCodec(policy=policy), STRICT))
    assert strict.length
    assert strict.length.fit.fits == (policy,)
    assert strict.length.fit.asked == strict.tells == strict.refused
    assert (strict.accepts.count, strict.errs.count, strict.misplaced.count) == (0, 0, 0)


def test_a_codec_without_offsets_is_identified_as_one() -> None:
    strict = strict_of(identified(PolicyCodec(tells=""), STRICT))
    assert (strict.tells, strict.length) == (0, None)
    assert strict.refused > 6_000


def test_a_wrong_offset_is_reported() -> None:
    def codec(offer: Offer, line: str) -> bytes:
        return PolicyCodec(tells="offset")(offer, line).replace(b"error 2", b"error 1")

    strict = strict_of(identified(codec, STRICT))
    assert strict.misplaced.count == 4 * 17  # 41 or a pair before what is ill-formed
    assert strict.misplaced.first[0] == ModelDifference("414180", "error 1 ?", "error 2 1")


def test_the_length_is_of_the_error_whose_offset_is_right() -> None:
    def codec(offer: Offer, line: str) -> bytes:
        return PolicyCodec(policy="run")(offer, line).replace(b"error 2 1", b"error 1 2")

    strict = strict_of(identified(codec, STRICT))
    assert strict.length
    assert strict.length.fit.fits == ("run",)
    assert strict.length.fit.asked == strict.tells - strict.misplaced.count


@pytest.mark.parametrize(
    ("policy", "units"), [("unit", ("unit",)), ("whatwg", ("whatwg",)), ("java", ("java",))]
)
def test_the_length_and_the_offset_are_counted_from_the_signature(
    policy: str, units: tuple[str, ...]
) -> None:
    codec = PolicyCodec(Encoding.UTF_16, policy, "strip")
    strict = strict_of(identified(codec, "decode UTF-16 strict"), Encoding.UTF_16)
    assert strict.misplaced.count == 0
    assert strict.length
    assert strict.length.fit.fits == units


def test_an_error_behind_what_is_accepted_is_not_misplaced() -> None:
    codec = PolicyCodec(accepted={b"\xc0\x80": 0})
    strict = strict_of(identified(codec, STRICT))
    assert strict.accepts.count > 0
    assert strict.misplaced.count == 0


def test_the_one_that_tells_more_of_decoder_and_validator_is_reported() -> None:
    offers = ("decode UTF-16BE strict", "validate UTF-16BE strict")
    right = PolicyCodec(Encoding.UTF_16BE, "whatwg", tells="offset")
    silent = PolicyCodec(Encoding.UTF_16BE, "whatwg", tells="")

    def both(offer: Offer, line: str) -> bytes:
        return (right if offer.op is Op.VALIDATE else silent)(offer, line)

    strict = strict_of(identified(both, *offers), Encoding.UTF_16BE)
    assert (strict.op, strict.tells) == ("validate", strict.refused)


def test_a_validator_alone_is_asked_how_it_refuses_and_nothing_else() -> None:
    codec = PolicyCodec(Encoding.UTF_16BE, "whatwg")
    traits = traits_of(identified(codec, "validate UTF-16BE strict"), Encoding.UTF_16BE)
    assert not traits.options
    assert traits.strict
    assert traits.strict.length
    assert traits.strict.length.fit.fits == ("whatwg",)

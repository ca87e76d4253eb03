"""What is found stands beside what is claimed, with the lines that would make them agree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from utfproof.model.contract import Contract, Term
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Offer

from .policy_codec import (
    REPLACE,
    STRICT,
    STRINGS,
    PolicyCodec,
    claiming,
    encoder,
    identified,
    option_of,
    written,
)


def test_a_claim_that_holds_agrees_and_needs_no_line() -> None:
    found = identified(PolicyCodec(), REPLACE, codec=claiming("unicode"))
    item = option_of(found, "replacement")
    assert (item.claimed, item.agrees) == ("maximal-subpart", True)
    assert found.lines == ()


def test_a_policy_that_nobody_claims_needs_no_line() -> None:
    found = identified(PolicyCodec(policy="java"), REPLACE)
    item = option_of(found, "replacement")
    assert (item.claimed, item.agrees, found.lines) == (None, None, ())


def test_a_claim_that_does_not_hold_gives_the_line_that_would() -> None:
    found = identified(
        PolicyCodec(policy="byte", signature="strip"), REPLACE, codec=claiming("unicode")
    )
    assert option_of(found, "replacement").agrees is False
    assert found.lines == ("signature: strip", "replacement: byte")


def test_a_policy_that_fits_none_is_the_codec_s_own() -> None:
    right = PolicyCodec()

    def codec(offer: Offer, line: str) -> bytes:
        return right(offer, line) + (b" fffd" if line == "80" else b"")

    assert identified(codec, REPLACE, codec=claiming("unicode")).lines == ("replacement: own",)


@pytest.mark.parametrize(
    ("contract", "said"),
    [
        (Contract(domain=(Term("whole-units", "a manual"),)), b"failed"),
        (Contract(deviations=(Term("half-unit-refused", "a manual"),)), b"error ? ?"),
    ],
)
def test_parts_of_units_are_not_asked_of_a_codec_of_whole_ones(
    contract: Contract, said: bytes
) -> None:
    right = PolicyCodec(Encoding.UTF_16BE, "drop-odd")

    def codec(offer: Offer, line: str) -> bytes:
        return right(offer, line) if line == "-" or len(line) % 4 == 0 else said

    own = claiming("rfc2781")
    own = replace(own, claims=replace(own.claims, contract=contract))
    found = identified(codec, "decode UTF-16BE strict", "decode UTF-16BE replace", codec=own)
    fits = option_of(found, "replacement", Encoding.UTF_16BE).fit.fits
    assert fits == ("whatwg", "unit", "drop-odd")


def test_a_line_keeps_what_is_declared_and_holds() -> None:
    declared = {"UTF-16BE": "keep", "UTF-16LE": "keep"}

    def codec(offer: Offer, line: str) -> bytes:
        strips = "strip" if offer.encoding is Encoding.UTF_16LE else "keep"
        return PolicyCodec(offer.encoding, "whatwg", strips)(offer, line)

    offers = ("decode UTF-16BE strict", "decode UTF-16LE strict")
    found = identified(codec, *offers, codec=claiming("rfc2781", signature=declared))
    assert found.lines == ("signature: {UTF-16BE: keep, UTF-16LE: strip}",)


def test_a_word_for_all_encodings_is_no_line_for_one_of_them() -> None:
    def codec(offer: Offer, line: str) -> bytes:
        policy = "maximal-subpart" if offer.encoding is Encoding.UTF_8 else "whatwg"
        return PolicyCodec(offer.encoding, policy, "strip")(offer, line)

    offers = (REPLACE, "decode UTF-16BE replace")
    both = identified(codec, *offers)
    assert both.lines == ("signature: strip",)
    one = identified(codec, *offers, encodings=[Encoding.UTF_8])
    assert one.lines == ("signature: {UTF-8: strip}",)
    assert set(one.encodings) == {Encoding.UTF_8}


def test_an_encoder_that_is_raw_has_no_line_for_it() -> None:
    codec = encoder(lambda values, _: written(values, None, Scheme.GENERALIZED_UTF_8))
    claims = claiming("rfc3629", surrogate_output="replace")
    found = identified(codec, "encode UTF-8 replace", codec=claims)
    assert option_of(found, "surrogate-output").agrees is False
    assert found.lines == ()


def test_json_says_what_was_found_and_what_is_claimed() -> None:
    codec = PolicyCodec(policy="byte")
    found = identified(codec, STRICT, REPLACE, codec=claiming("unicode")).to_json()
    assert (found["codec"], found["version"]) == ("codec", "1.0")
    assert found["lines"] == ["replacement: byte"]
    encodings = found["encodings"]
    assert isinstance(encodings, dict)
    said = encodings["UTF-8"]
    assert set(said) == {"replacement", "signature", "delivery", "strict"}
    assert said["replacement"] == {
        "fits": ("byte",),
        "nearest": "byte",
        "asked": STRINGS,
        "differ": 0,
        "first": (),
        "apart": {"count": 0, "first": ()},
        "claimed": "maximal-subpart",
        "declared": True,
        "agrees": False,
        "substitute": "fffd",
    }
    assert said["signature"]["claimed"] == "keep"
    assert said["signature"]["declared"] is False
    assert said["strict"]["length"]["fits"] == ("byte",)
    assert said["strict"]["offset"] == {
        "told": said["strict"]["refused"],
        "wrong": {"count": 0, "first": ()},
    }

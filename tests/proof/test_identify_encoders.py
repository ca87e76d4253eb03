"""Encoders are named by their answers: the units they take, what they write for a surrogate."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode

from .policy_codec import encoder, identified, option_of, traits_of, written


@pytest.mark.parametrize("joins", [True, False])
@pytest.mark.parametrize("mode", ["strict", "replace"])
def test_the_units_that_an_encoder_takes_are_found(mode: str, *, joins: bool) -> None:
    codec = encoder(lambda values, _: written(values, None, Scheme.UTF_8, joins=joins))
    found = option_of(identified(codec, f"encode UTF-8 {mode}"), "units").fit
    assert found.fits == ("utf-16" if joins else "code-points",)


@pytest.mark.parametrize(
    ("substitute", "option"),
    [(b"\xef\xbf\xbd", "replace"), (b"?", "question-mark"), (None, "refuse")],
)
def test_the_output_of_an_encoder_for_a_surrogate_is_identified(
    substitute: bytes | None, option: str
) -> None:
    codec = encoder(lambda values, _: written(values, substitute, Scheme.UTF_8))
    found = option_of(identified(codec, "encode UTF-8 replace"), "surrogate-output").fit
    assert found.fits == (option,)


@pytest.mark.parametrize("mode", ["strict", "replace"])
def test_an_encoder_that_writes_surrogates_is_raw_in_any_mode(mode: str) -> None:
    codec = encoder(lambda values, _: written(values, None, Scheme.GENERALIZED_UTF_8))
    found = option_of(identified(codec, f"encode UTF-8 {mode}"), "surrogate-output").fit
    assert found.fits == ("raw",)


def test_a_strict_encoder_that_refuses_has_no_output_for_surrogates() -> None:
    codec = encoder(lambda values, _: written(values, None, Scheme.UTF_8))
    found = identified(codec, "encode UTF-8 strict")
    assert set(traits_of(found).options) == {"units"}


def test_an_encoder_s_own_order_and_signature_are_no_matter() -> None:
    def encode(values: list[int], _: Mode) -> str:
        return written([0xFEFF, *values], b"\xfd\xff", Scheme.UTF_16LE)

    found = identified(encoder(encode), "encode UTF-16 replace")
    assert option_of(found, "surrogate-output", Encoding.UTF_16).fit.fits == ("replace",)
    assert option_of(found, "units", Encoding.UTF_16).fit.fits == ("code-points",)


def test_a_host_that_cannot_hold_a_surrogate_takes_code_points() -> None:
    def encode(values: list[int], _: Mode) -> str:
        lone = any(0xD800 <= value <= 0xDFFF for value in values)
        return "impossible no char" if lone else written(values, None, Scheme.UTF_8)

    traits = traits_of(identified(encoder(encode), "encode UTF-8 replace"))
    assert traits.options["units"].fit.fits == ("code-points",)
    assert "surrogate-output" not in traits.options


def test_an_encoder_in_chunks_is_asked_one_chunk() -> None:
    def encode(values: list[int], _: Mode) -> str:
        return f"{written(values, b'?', Scheme.UTF_8)} | -"

    found = identified(encoder(encode), "encode-chunks UTF-8 replace")
    assert option_of(found, "surrogate-output").fit.fits == ("question-mark",)

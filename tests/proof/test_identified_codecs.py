"""Real codecs are named by their answers as their documentation and their bugs have them."""

from __future__ import annotations

from functools import cache

import pytest

from utfproof.adapters import needs, registry
from utfproof.adapters.launch import opened
from utfproof.model.encoding import Encoding
from utfproof.proof.identify import identify
from utfproof.proof.identify.corpora import OF_OCTETS
from utfproof.proof.identify.fit import Fit, ModelDifference
from utfproof.proof.identify.identified import IdentifiedCodec

pytestmark = [pytest.mark.adapters, pytest.mark.slow]

STRINGS = 111_151
ALL = tuple(policy.value for policy in OF_OCTETS)
SAME_IN_UTF_32 = ("whatwg", "unit", "java")


@cache
def _identified(name: str, *encodings: Encoding) -> IdentifiedCodec:
    [chosen] = registry.select([name])
    [codec] = chosen.codecs
    if lacking := needs.missing(chosen.manifest):
        pytest.skip(f"needs {', '.join(lacking)}")
    with opened(chosen) as (session, offers):
        return identify(session, codec, offers[codec.name], encodings)


def _fit(name: str, option: str, encoding: Encoding = Encoding.UTF_8) -> Fit:
    found = _identified(name, encoding)
    assert not found.broken
    return found.encodings[encoding].options[option].fit


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("python_cpython/bytes.decode", "maximal-subpart"),
        ("go/range", "byte"),
        ("go/encoding-json", "byte"),
        ("go/ToValidUTF8", "run"),
        ("go/x-text", "maximal-subpart"),
        ("java/CharsetDecoder", "java"),
        ("java/String", "java"),
        ("js_node/TextDecoder", "maximal-subpart"),
        ("js_node/Buffer", "maximal-subpart"),
    ],
)
def test_the_policy_of_a_utf_8_decoder_is_named(name: str, policy: str) -> None:
    fit = _fit(name, "replacement")
    assert (fit.fits, fit.asked, fit.apart.count) == ((policy,), STRINGS, 0)


@pytest.mark.parametrize(
    ("name", "encoding", "policies"),
    [
        ("python_cpython/bytes.decode", Encoding.UTF_16BE, ("whatwg",)),
        ("python_cpython/bytes.decode", Encoding.UTF_16, ("whatwg",)),
        ("python_cpython/bytes.decode", Encoding.UTF_32LE, SAME_IN_UTF_32),
        ("js_node/TextDecoder", Encoding.UTF_16LE, ("whatwg",)),
        ("java/CharsetDecoder", Encoding.UTF_16BE, ("java",)),
        ("java/CharsetDecoder", Encoding.UTF_16, ("java",)),
        ("perl/Encode", Encoding.UTF_16BE, ("drop-odd",)),
        ("go/utf16", Encoding.UTF_16LE, ("whatwg", "unit", "drop-odd")),
    ],
)
def test_the_policy_of_a_wider_decoder_is_named(
    name: str, encoding: Encoding, policies: tuple[str, ...]
) -> None:
    assert _fit(name, "replacement", encoding).fits == policies


def test_perl_is_near_to_lead_6_and_has_leads_of_its_own() -> None:
    fit = _fit("perl/Encode", "replacement")
    assert (fit.fits, fit.nearest) == ((), "lead-6")
    assert 0 < fit.differ < STRINGS // 10
    assert fit.first[0] == ModelDifference("fe80", "ok fffd", "ok fffd fffd")


def test_perl_refuses_noncharacters_and_its_policy_is_found_on_the_rest() -> None:
    fit = _fit("perl/Encode", "replacement", Encoding.UTF_16BE)
    assert fit.apart.first[0].input == "fffe"


def test_java_lets_surrogates_pass_in_utf_32_and_its_policy_is_found_on_the_rest() -> None:
    for name in ("java/CharsetDecoder", "java/String"):
        fit = _fit(name, "replacement", Encoding.UTF_32BE)
        assert fit.fits == SAME_IN_UTF_32
        assert (fit.apart.first[0].input, fit.apart.first[0].codec) == ("0000d800", "ok d800")


@pytest.mark.parametrize("name", ["python_cpython/bytes.decode", "java/CharsetDecoder"])
def test_whoever_skips_leaves_out_the_same_octets(name: str) -> None:
    assert _fit(name, "skip").fits == ALL


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("python_cpython/bytes.decode", "maximal-subpart"),
        ("java/CharsetDecoder", "java"),
        ("go/unicode-utf8", "byte"),
    ],
)
def test_the_length_of_a_reported_error_names_its_unit(name: str, unit: str) -> None:
    strict = _identified(name, Encoding.UTF_8).encodings[Encoding.UTF_8].strict
    assert strict
    assert strict.length
    assert strict.length.fit.fits == (unit,)
    assert (strict.misplaced.count, strict.accepts.count, strict.errs.count) == (0, 0, 0)


def test_values_above_10ffff_that_glibc_accepts_are_counted() -> None:
    strict = _identified("c_glibc/mbrtowc", Encoding.UTF_8).encodings[Encoding.UTF_8].strict
    assert strict
    assert strict.accepts.count == 45
    assert strict.accepts.first[0] == ModelDifference("f4908080", "ok 110000", "error 0 1")


@pytest.mark.parametrize(
    ("name", "encoding", "option", "value"),
    [
        ("python_cpython/bytes.decode", Encoding.UTF_16, "signature", "strip"),
        ("python_cpython/bytes.decode", Encoding.UTF_16, "unmarked", "little"),
        ("python_cpython/bytes.decode", Encoding.UTF_8, "signature", "keep"),
        ("python_cpython/bytes.decode", Encoding.UTF_8, "surrogate-output", "question-mark"),
        ("python_cpython/utf-8-sig", Encoding.UTF_8, "signature", "strip"),
        ("js_node/TextDecoder", Encoding.UTF_16LE, "signature", "strip"),
        ("js_node/TextEncoder", Encoding.UTF_8, "units", "utf-16"),
        ("js_node/TextEncoder", Encoding.UTF_8, "surrogate-output", "replace"),
        ("java/CharsetDecoder", Encoding.UTF_16, "unmarked", "big"),
        ("java/CharsetDecoder", Encoding.UTF_8, "surrogate-output", "question-mark"),
        ("java/CharsetDecoder", Encoding.UTF_16BE, "surrogate-output", "replace"),
        ("go/x-text-expectbom", Encoding.UTF_16, "unmarked", "refuse"),
        ("go/x-text-htmlindex", Encoding.UTF_8, "signature", "sniff"),
    ],
)
def test_an_option_is_found(name: str, encoding: Encoding, option: str, value: str) -> None:
    assert _fit(name, option, encoding).fits == (value,)


def test_java_strips_the_signature_that_it_is_declared_to_keep() -> None:
    found = _identified("java/CharsetDecoder", Encoding.UTF_32BE)
    item = found.encodings[Encoding.UTF_32BE].options["signature"]
    assert (item.fit.fits, item.claimed, item.agrees) == (("strip",), "keep", False)
    assert found.lines == ("signature: {UTF-32BE: strip}",)

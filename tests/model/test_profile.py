"""Profiles: what a claim promises for each encoding, row by row of the table in verdicts.md."""

from __future__ import annotations

from itertools import product

import pytest

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.profile import (
    LENGTH_IS_FIXED,
    PROFILES,
    Claims,
    Settings,
    Signatures,
    SurrogateOutput,
    Units,
    Unmarked,
)

UTF8 = Encoding.UTF_8
UTF16 = (Encoding.UTF_16, Encoding.UTF_16BE, Encoding.UTF_16LE)
UTF32 = (Encoding.UTF_32, Encoding.UTF_32BE, Encoding.UTF_32LE)
WEB = (UTF8, Encoding.UTF_16BE, Encoding.UTF_16LE)

SPEAKS_FOR: dict[str, tuple[Encoding, ...]] = {
    "rfc3629": (UTF8,),
    "unicode": (UTF8,),
    "whatwg": WEB,
    "rfc2781": UTF16,
    "iso10646": (UTF8, *UTF16, *UTF32),
    "rfc2279": (UTF8,),
    "ucs-2": (Encoding.UCS_2,),
    "ucs-4": (Encoding.UCS_4,),
    "cesu-8": (Encoding.CESU_8,),
    "mutf-8": (Encoding.MUTF_8,),
    "wtf-8": (Encoding.WTF_8,),
    "generalized-utf-8": (UTF8,),
}
ROWS = [(name, encoding) for name, found in SPEAKS_FOR.items() for encoding in found]


def settings(name: str, encoding: Encoding, **options: str | dict[str, str]) -> Settings:
    named = {key.replace("_", "-"): value for key, value in options.items()}
    found = Claims((name,), named).settings(encoding)
    assert found is not None
    return found


def test_the_profiles_are_those_of_the_table() -> None:
    assert set(PROFILES) == set(SPEAKS_FOR)


def test_a_profile_speaks_for_its_encodings_and_no_others(subtests: pytest.Subtests) -> None:
    for name, encoding in product(SPEAKS_FOR, Encoding):
        with subtests.test(name=name, encoding=str(encoding)):
            found = Claims((name,)).settings(encoding)
            assert (found is not None) == (encoding in SPEAKS_FOR[name])


def test_the_rules_are_those_of_the_encoding_unless_the_profile_has_its_own(
    subtests: pytest.Subtests,
) -> None:
    for name, encoding in ROWS:
        with subtests.test(name=name, encoding=str(encoding)):
            own = {"rfc2279": Scheme.RFC_2279, "generalized-utf-8": Scheme.GENERALIZED_UTF_8}
            found = settings(name, encoding)
            assert found.scheme is own.get(name, Scheme(encoding.value))
            assert (found.profile, found.encoding) == (name, encoding)


def test_signatures_are_kept_but_on_the_web_and_where_they_give_the_order(
    subtests: pytest.Subtests,
) -> None:
    for name, encoding in ROWS:
        with subtests.test(name=name, encoding=str(encoding)):
            strips = name == "whatwg" or encoding in {Encoding.UTF_16, Encoding.UTF_32}
            found = settings(name, encoding)
            assert found.signatures is (Signatures.STRIP if strips else Signatures.KEEP)
            assert found.strips is strips
            assert found.declared is strips


def test_a_replacement_is_fixed_by_unicode_and_the_web_alone(subtests: pytest.Subtests) -> None:
    for name, encoding in ROWS:
        with subtests.test(name=name, encoding=str(encoding)):
            fixed = {("unicode", UTF8): "maximal-subpart", ("whatwg", UTF8): "maximal-subpart"}
            fixed |= {("whatwg", encoding): "whatwg" for encoding in WEB[1:]}
            assert settings(name, encoding).replacement == fixed.get((name, encoding))


def test_an_omitted_option_stays_open(subtests: pytest.Subtests) -> None:
    for name, encoding in ROWS:
        with subtests.test(name=name, encoding=str(encoding)):
            found = settings(name, encoding)
            assert found.unmarked is None
            assert found.units is Units.CODE_POINTS
            assert found.excludes == frozenset()
            web = SurrogateOutput.REPLACE if name == "whatwg" else None
            assert found.surrogate_output is web


def test_nothing_claimed_is_rfc_3629() -> None:
    found = Claims().settings(UTF8)
    assert found is not None
    assert found.profile == "rfc3629"
    assert Claims().settings(Encoding.UTF_16) is None


def test_the_first_profile_that_speaks_for_an_encoding_wins() -> None:
    claims = Claims(("unicode", "rfc2781", "iso10646"))
    names = {encoding: claims.settings(encoding) for encoding in (UTF8, *UTF16, *UTF32)}
    assert [found.profile for found in names.values() if found] == [
        "unicode", *["rfc2781"] * 3, *["iso10646"] * 3,
    ]  # fmt: skip
    first = Claims(("iso10646", "unicode")).settings(UTF8)
    assert first is not None
    assert (first.profile, first.replacement) == ("iso10646", None)


@pytest.mark.parametrize(
    ("word", "strips"), [("keep", False), ("forbidden", False), ("strip", True), ("sniff", True)]
)
def test_a_declared_signature_is_a_promise(word: str, strips: bool) -> None:
    found = settings("rfc3629", UTF8, signature=word)
    assert found.signatures is Signatures(word)
    assert found.declared
    assert found.strips is strips


def test_an_option_overrules_the_profile() -> None:
    found = settings("whatwg", UTF8, signature="keep", replacement="run", surrogate_output="refuse")
    assert found.signatures is Signatures.KEEP
    assert found.replacement == "run"
    assert found.surrogate_output is SurrogateOutput.REFUSE


def test_an_own_replacement_is_judged_by_properties_even_on_the_web() -> None:
    assert settings("whatwg", UTF8, replacement="own").replacement is None


@pytest.mark.parametrize("order", list(Unmarked))
def test_a_declared_order_is_kept(order: Unmarked) -> None:
    assert settings("rfc2781", Encoding.UTF_16, unmarked=order.value).unmarked is order


def test_declared_units_are_kept() -> None:
    assert settings("rfc3629", UTF8, units="utf-16").units is Units.UTF_16


def test_an_option_for_one_encoding_says_nothing_of_the_others() -> None:
    options = {
        "signature": {"UTF-8": "strip"},
        "replacement": {"UTF-16": "unit"},
        "unmarked": {"UTF-32": "little"},
        "units": {"UTF-16BE": "utf-16"},
        "surrogate_output": {"UTF-8": "question-mark"},
    }
    found = {
        encoding: settings("iso10646", encoding, **options) for encoding in (UTF8, *UTF16, *UTF32)
    }
    assert [e for e in found if found[e].signatures is Signatures.STRIP] == [
        UTF8, Encoding.UTF_16, Encoding.UTF_32,
    ]  # fmt: skip
    assert [e for e in found if found[e].declared] == [UTF8, Encoding.UTF_16, Encoding.UTF_32]
    assert {e: s.replacement for e, s in found.items() if s.replacement} == {
        Encoding.UTF_16: "unit"
    }
    assert [e for e in found if found[e].unmarked] == [Encoding.UTF_32]
    assert [e for e in found if found[e].units is Units.UTF_16] == [Encoding.UTF_16BE]
    assert [e for e in found if found[e].surrogate_output] == [UTF8]


def test_excluded_characters_apply_to_every_encoding() -> None:
    claims = Claims(("iso10646",), {}, frozenset({0x22, 0x5C}))
    for encoding in (UTF8, Encoding.UTF_16BE):
        found = claims.settings(encoding)
        assert found is not None
        assert found.excludes == {0x22, 0x5C}


@pytest.mark.parametrize("options", [{"signature": "drop"}, {"unmarked": "middle"}])
def test_a_word_that_no_option_knows_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="is not a valid"):
        settings("rfc3629", UTF8, **options)


def test_standard_cases_apply_where_the_rules_are_those_of_the_encoding(
    subtests: pytest.Subtests,
) -> None:
    for name, encoding in ROWS:
        with subtests.test(name=name, encoding=str(encoding)):
            own_rules = name in {"rfc2279", "generalized-utf-8"}
            assert settings(name, encoding).owns(None) is not own_rules


def test_cases_of_a_profile_apply_to_that_profile_alone(subtests: pytest.Subtests) -> None:
    for name, encoding in ROWS:
        with subtests.test(name=name, encoding=str(encoding)):
            found = settings(name, encoding)
            assert [other for other in PROFILES if found.owns(other)] == [name]


def test_lengths_of_errors_are_judged_under_unicode_and_the_web_alone() -> None:
    assert {"unicode", "whatwg"} == LENGTH_IS_FIXED

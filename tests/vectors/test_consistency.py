"""Cases against the reference: a wrong expectation of any kind is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.engine import suite_consistency

from . import small

PLACE = "vectors/utf-8/topic.yaml:5: a: "


def told(root: Path) -> list[str]:
    """List what the reference says of cases; the small suite lists few properties."""
    found = map(str, suite_consistency.disagreements(small.load(root)))
    return [text for text in found if not text.startswith("vectors: ")]


def said(root: Path, case: str, encoding: str = "UTF-8", profile: str = "") -> list[str]:
    head = f"profile: {profile}\nclauses: [DOC-1-01]" if profile else ""
    small.add_cases(root, f"name: a, {case}", encoding=encoding, head=head)
    return told(root)


@pytest.mark.parametrize(
    ("octets", "reads", "encoding", "profile"),
    [
        # RFC 3629 section 7, Table 3-8 of the Unicode Standard, and what the documents of the
        # relatives of UTF-8 say of the same octets.
        ("41 E2 89 A2 CE 91 2E", "U+0041 U+2262 U+0391 U+002E", "UTF-8", ""),
        ("EF BB BF F0 A3 8E B4", "(EF BB BF) U+233B4", "UTF-8", ""),
        ("EF BB BF EF BB BF", "(EF BB BF) U+FEFF", "UTF-8", ""),
        ("C0 AF E0 80 BF 41", "[C0] [AF] [E0] [80] [BF] U+0041", "UTF-8", ""),
        ("F4 91 92 93 FF 41", "[F4] [91] [92] [93] [FF] U+0041", "UTF-8", ""),
        ("E1 80 E2 F0 91 92 F1 BF 41", "[E1 80] [E2] [F0 91 92] [F1 BF] U+0041", "UTF-8", ""),
        ("E2 82", "[E2 82 ~]", "UTF-8", ""),
        ("FF FE 41 00", "(FF FE) U+0041", "UTF-16", ""),
        ("D8 08 DF 45", "U+12345", "UTF-16BE", ""),
        ("00 00 D8 00", "[00 00 D8 00]", "UTF-32BE", ""),
        ("F8 88 80 80 80", "U+200000", "UTF-8", "rfc2279"),
        ("ED A0 80", "U+D800", "UTF-8", "generalized-utf-8"),
        ("ED A0 BD ED B8 80", "U+1F600", "CESU-8", "cesu-8"),
        ("C0 80", "U+0000", "MUTF-8", "mutf-8"),
    ],
)
def test_a_right_reading_is_agreed_on(
    root: Path, octets: str, reads: str, encoding: str, profile: str
) -> None:
    assert said(root, f'bytes: "{octets}", reads: "{reads}"', encoding, profile) == []


@pytest.mark.parametrize(
    ("octets", "wrong", "right"),
    [
        ("C0 AF", "[C0 AF]", "[C0] [AF]"),
        ("E2 82 41", "[E2] [82] U+0041", "[E2 82] U+0041"),
        ("E2 82", "[E2 82]", "[E2 82 ~]"),
        ("ED A0 80", "[ED A0 80]", "[ED] [A0] [80]"),
        ("F4 90 80 80", "U+110000", "[F4] [90] [80] [80]"),
        ("C3 A9", "U+00E8", "U+00E9"),
        ("EF BB BF 41", "U+FEFF U+0041", "(EF BB BF) U+0041"),
        ("41 EF BB BF", "U+0041 [EF BB BF]", "U+0041 U+FEFF"),
        ("C0 80", "U+0000{C0 80}", "[C0] [80]"),
        ("C3 A9 41", "U+00E9{C3} U+0041{A9 41}", "U+00E9 U+0041"),
        ("41", "(41)", "U+0041"),
    ],
)
def test_a_wrong_reading_is_found(root: Path, octets: str, wrong: str, right: str) -> None:
    (found,) = said(root, f'bytes: "{octets}", reads: "{wrong}"')
    assert found.startswith(f"{PLACE}written as '{wrong}', ")
    assert found.endswith(
        f" has '{right}': decide by the document, then mend the case or the reference"
    )


@pytest.mark.parametrize(
    ("octets", "reads", "encoding", "profile"),
    [
        ("00 D8 00 DC", "[00 D8] [00 DC]", "UTF-16LE", ""),
        ("FF FE 00 41", "(FF FE) U+0041", "UTF-16", ""),
        ("FF FE 41 00", "(FF FE) U+0041", "UTF-16BE", ""),
        ("00 11 00 00", "U+110000", "UTF-32BE", ""),
        ("F8 88 80 80 80", "[F8] [88] [80] [80] [80]", "UTF-8", "rfc2279"),
        ("F0 9F 98 80", "U+1F600{F0 9F 98 80}", "CESU-8", "cesu-8"),
        ("00", "U+0000{00}", "MUTF-8", "mutf-8"),
        ("ED A0 BD ED B8 80", "U+D83D U+DE00", "WTF-8", "wtf-8"),
        ("D8 3D DE 00", "U+D83D U+DE00", "UCS-2", "ucs-2"),
    ],
)
def test_a_wrong_reading_is_found_in_every_scheme(
    root: Path, octets: str, reads: str, encoding: str, profile: str
) -> None:
    (found,) = said(root, f'bytes: "{octets}", reads: "{reads}"', encoding, profile)
    assert f": a: written as '{reads}', the reference has " in found


@pytest.mark.parametrize("who", ["the grammar", "the arithmetic", "the ranges"])
def test_each_of_the_three_decoders_can_object(
    root: Path, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    reads = suite_consistency._DECODERS[who]
    faulty = {
        **suite_consistency._DECODERS,
        who: lambda octets: reads(octets.replace(b"\xaf", b"\xae")),
    }
    monkeypatch.setattr(suite_consistency, "_DECODERS", faulty)
    (found,) = told(root)
    place = "vectors/utf-8/overlong.yaml:6: slash-in-two-bytes: "
    assert found.startswith(f"{place}written as '[C0] [AF]', {who} has '[C0] [AE]'")


@pytest.mark.parametrize(
    ("scalars", "writes", "encoding"),
    [
        ("U+20AC", "E2 82 AC", "UTF-8"),
        ("U+0041 U+D83D U+0042", "41 [U+D83D] 42", "UTF-8"),
        ("U+12345", "D8 08 DF 45", "UTF-16BE"),
        ("U+12345", "08 D8 45 DF", "UTF-16LE"),
        ("U+12345", "(FE FF) D8 08 DF 45", "UTF-16"),
        ("U+12345", "(FF FE) 08 D8 45 DF", "UTF-16"),
        ("U+12345", "(FF FE 00 00) 45 23 01 00", "UTF-32"),
        ("U+0041", "(EF BB BF) 41", "UTF-8"),
        ("U+0041", "(FF FE) 41 00", "UTF-16LE"),
    ],
)
def test_a_right_writing_is_agreed_on(root: Path, scalars: str, writes: str, encoding: str) -> None:
    assert said(root, f'scalars: "{scalars}", writes: "{writes}"', encoding) == []


@pytest.mark.parametrize(
    ("scalars", "writes", "encoding"),
    [
        ("U+20AC", "E2 82 AD", "UTF-8"),
        ("U+20AC", "E2 82", "UTF-8"),
        ("U+20AC", "", "UTF-8"),
        ("U+20AC", "[U+20AC]", "UTF-8"),
        ("U+D800", "ED A0 80", "UTF-8"),
        ("U+D800", "[U+D801]", "UTF-8"),
        ("U+110000", "F4 90 80 80", "UTF-8"),
        ("U+12345", "08 D8 45 DF", "UTF-16BE"),
        ("U+12345", "(FF FE) D8 08 DF 45", "UTF-16"),
        ("U+12345", "(FE FF) 08 D8 45 DF", "UTF-16"),
        ("U+0041", "(FE FE) 00 41", "UTF-16"),
        ("U+0041", "(00 00 FE FF) 00 41", "UTF-16"),
        ("U+0041", "(FE FF) 41 00", "UTF-16LE"),
        ("U+0041", "(FF FE) 41", "UTF-8"),
    ],
)
def test_a_wrong_writing_is_found(root: Path, scalars: str, writes: str, encoding: str) -> None:
    found = said(root, f'scalars: "{scalars}", writes: "{writes}"', encoding)
    assert found
    assert all(text.startswith(f"{PLACE}written as ") for text in found)


PAIR = 'scalars: "U+D83D U+DE00", writes: "[U+D83D] [U+DE00]"'


def test_the_references_agree_on_written_utf_16_units(root: Path) -> None:
    assert said(root, f'{PAIR}, writes-utf-16: "F0 9F 98 80"') == []


@pytest.mark.parametrize(
    "units", ["", ', writes-utf-16: "F0 9F 98 81"', ', writes-utf-16: "(FE FF) F0 9F 98 80"']
)
def test_a_pair_of_utf_16_units_that_is_written_wrongly_is_found(root: Path, units: str) -> None:
    (found,) = said(root, PAIR + units)
    assert found.startswith(f"{PLACE}written as ")


@pytest.mark.parametrize(
    ("octets", "detects"),
    [
        ("EF BB BF 41", "UTF-8 3"),
        ("FF FE 00 00", "UTF-32LE 4"),
        ("FF FE 00", "UTF-16LE 2"),
        ("41", "? 0"),
    ],
)
def test_a_right_sighting_is_agreed_on(root: Path, octets: str, detects: str) -> None:
    assert said(root, f'bytes: "{octets}", detects: "{detects}"', "-") == []


@pytest.mark.parametrize(
    ("octets", "detects"),
    [
        ("EF BB BF", "UTF-8 2"),
        ("EF BB BF", "? 0"),
        ("FF FE 00 00", "UTF-16LE 2"),
        ("FE FF", "UTF-16LE 2"),
        ("00 00 FE FF", "UTF-32LE 4"),
        ("EF BB", "UTF-8 2"),
        ("41", "UTF-8 0"),
    ],
)
def test_a_wrong_sighting_is_found(root: Path, octets: str, detects: str) -> None:
    (found,) = said(root, f'bytes: "{octets}", detects: "{detects}"', "-")
    assert found.startswith(f"{PLACE}written as ")


@pytest.mark.parametrize(
    ("label", "names", "profile"),
    [
        ("utf-8", "UTF-8", ""),
        ("utf8", "?", ""),
        ("utf8", "UTF-8", "whatwg"),
        ("UTF-16", "UTF-16LE", "whatwg"),
    ],
)
def test_a_right_name_is_agreed_on(root: Path, label: str, names: str, profile: str) -> None:
    assert said(root, f'label: "{label}", names: "{names}"', "-", profile) == []


@pytest.mark.parametrize(
    ("label", "names", "profile", "right"),
    [
        ("utf-8", "?", "", "UTF-8"),
        ("utf8", "UTF-8", "", "?"),
        ("UTF-16", "UTF-16LE", "", "UTF-16"),
        ("UTF-16", "UTF-16", "whatwg", "UTF-16LE"),
        ("UTF-32", "UTF-32", "whatwg", "?"),
    ],
)
def test_a_wrong_name_is_found(
    root: Path, label: str, names: str, profile: str, right: str
) -> None:
    (found,) = said(root, f'label: "{label}", names: "{names}"', "-", profile)
    assert f": a: written as '{names}', the reference has '{right}': " in found


def test_a_property_that_has_no_judge_and_a_judge_without_property_are_found(root: Path) -> None:
    small.change(root, "properties.yaml", "name: concatenation", "name: levitation")
    found = {str(problem) for problem in suite_consistency.disagreements(small.load(root))}
    told = "stands in one list only: vectors/properties.yaml and the engine list the same names"
    assert {
        f"vectors: properties/{name} {told}" for name in ("levitation", "concatenation")
    } <= found

"""The dictionary: each kind of fault has its tokens, and libFuzzer reads what is written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from utfproof.errors import FindingsError
from utfproof.fuzz.inputs import dictionary
from utfproof.model.encoding import SIGNATURE, Scheme, facts
from utfproof.reference import schemes

LINE = re.compile(r'"((?:\\x[0-9A-F]{2})+)"')
TARGET = """
import sys, atheris
atheris.Setup(sys.argv, lambda octets: None)
atheris.Fuzz()
"""

UNORDERED = (Scheme.UTF_16, Scheme.UTF_32)
OF_UTF_8 = {
    "overlong of two": "C080 C0AE C0AF C1BF",
    "overlong of three": "E08080 E080AF E09FBF",
    "overlong of four": "F0808080 F08080AF F08FBFBF",
    "overlong of five": "F880808080 F8808080AF F887BFBFBF",
    "overlong of six": "FC8080808080 FC80808080AF FC83BFBFBFBF",
    "surrogates": "EDA080 EDAFBF EDB080 EDBFBF",
    "a pair": "EDA080EDB080 EDA0BDEDB880 EDAFBFEDBFBF",
    "a reversed pair": "EDB080EDA080",
    "beyond": "F4908080 F4BFBFBF F5808080 F7BFBFBF",
    "five octets": "F888808080 FBBFBFBFBF",
    "six octets": "FC8480808080 FDBFBFBFBFBF",
    "never": "FE FF FEFF FFFE",
    "stray tails": "80 BF 8080 80808080",
    "cut": "C2 DF E0 E0A0 ED ED80 F0 F090 F09080 F48080 F888 F88880 FC FC84 FC8480 FC84808080",
}
OF_UTF_16 = "D800 DBFF DC00 DFFF DC00D800 D800D800 D8000041"
OF_UTF_32 = "0000D800 0000DFFF 0000D83D0000DE00 00110000 7FFFFFFF 80000000 FFFFFFFF"
CHARACTERS = (0x00, 0x0A, 0x2E, 0x2F, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, SIGNATURE, 0xFDD0,
              0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1FFFF, 0x10FFFF)  # fmt: skip


def _turned(word: str, scheme: Scheme) -> bytes:
    """Turn big-endian units into those of a scheme."""
    octets, width = bytes.fromhex(word), facts(scheme).unit
    step = -1 if facts(scheme).order == "little" else 1
    return b"".join(octets[at : at + width][::step] for at in range(0, len(octets), width))


@pytest.mark.parametrize("kind", OF_UTF_8)
def test_each_kind_of_fault_of_utf_8_has_its_tokens(kind: str) -> None:
    assert set(map(bytes.fromhex, OF_UTF_8[kind].split())) <= {*dictionary.faults(Scheme.UTF_8)}


def test_every_lead_is_cut_behind_each_of_its_octets(subtests: pytest.Subtests) -> None:
    for lead in range(0xC2, 0xFE):
        with subtests.test(lead=lead):
            cut = {len(word) for word in dictionary.faults(Scheme.UTF_8) if word[0] == lead}
            longest = sum(lead >= first for first in (0xC0, 0xE0, 0xF0, 0xF8, 0xFC)) + 1
            assert set(range(1, longest)) <= cut


@pytest.mark.parametrize(
    ("scheme", "words"),
    [
        *((scheme, OF_UTF_16) for scheme in (Scheme.UTF_16BE, Scheme.UTF_16LE)),
        *((scheme, OF_UTF_32) for scheme in (Scheme.UTF_32BE, Scheme.UTF_32LE)),
    ],
)
def test_faults_of_wide_units_stand_in_the_order_of_the_scheme(scheme: Scheme, words: str) -> None:
    assert {_turned(word, scheme) for word in words.split()} <= {*dictionary.faults(scheme)}


@pytest.mark.parametrize("scheme", UNORDERED)
def test_where_a_signature_decides_both_orders_are_there(scheme: Scheme) -> None:
    for order in ("BE", "LE"):
        assert {*dictionary.faults(Scheme(f"{scheme}{order}"))} <= {*dictionary.faults(scheme)}


@pytest.mark.parametrize("scheme", [*Scheme])
def test_characters_at_the_edges_are_there(scheme: Scheme) -> None:
    forms = {schemes.encode_value(scheme, value) for value in CHARACTERS} - {None}
    assert forms <= {*dictionary.characters(scheme)}


@pytest.mark.parametrize("scheme", [one for one in Scheme if one not in UNORDERED])
def test_characters_of_the_dictionary_are_well_formed_and_faults_are_not(scheme: Scheme) -> None:
    for wanted, words in (
        (True, dictionary.characters(scheme)),
        (False, dictionary.faults(scheme) + dictionary.rests(scheme)),
    ):
        assert words or facts(scheme).unit == 1
        for word in words:
            assert schemes.read_text(scheme, word).well_formed is wanted, word.hex(" ")


@pytest.mark.parametrize("scheme", [Scheme.CESU_8, Scheme.MUTF_8])
def test_forms_of_four_octets_are_faults_where_characters_are_pairs(scheme: Scheme) -> None:
    assert b"\xf0\x90\x80\x80" in dictionary.faults(scheme)


@pytest.mark.parametrize("scheme", [*Scheme])
def test_rests_are_there_where_units_are_wide(scheme: Scheme) -> None:
    sizes = {len(word) % facts(scheme).unit for word in dictionary.rests(scheme)}
    assert sizes == set(range(1, facts(scheme).unit))


@pytest.mark.parametrize("scheme", [*Scheme])
def test_every_signature_is_a_token_and_no_token_stands_twice(scheme: Scheme) -> None:
    tokens = dictionary.tokens(scheme)
    marks = map(bytes.fromhex, ("EFBBBF", "FEFF", "FFFE", "0000FEFF", "FFFE0000"))
    assert {*marks} <= {*tokens}
    assert len(tokens) == len(set(tokens))
    assert all(tokens)


@pytest.mark.parametrize("scheme", [Scheme.UTF_8, Scheme.UTF_16, Scheme.UTF_32LE])
def test_the_file_says_the_tokens_in_hexadecimal(scheme: Scheme, tmp_path: Path) -> None:
    path = tmp_path / "tokens.dict"
    dictionary.write(path, scheme)
    lines = [line for line in path.read_text("ascii").splitlines() if not line.startswith("#")]
    found = [LINE.fullmatch(line) for line in lines]
    read = [bytes.fromhex(match[1].replace(r"\x", "")) for match in found if match]
    assert tuple(read) == dictionary.tokens(scheme)


def test_libfuzzer_takes_every_entry(tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    path = tmp_path / "tokens.dict"
    dictionary.write(path, Scheme.UTF_8)
    done = subprocess.run(
        [sys.executable, "-c", TARGET, f"-dict={path}", "-atheris_runs=10"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert f"Dictionary: {len(dictionary.tokens(Scheme.UTF_8))} entries" in done.stderr


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "absent" / "tokens.dict"
    with pytest.raises(FindingsError, match=r"tokens\.dict: cannot write: .*: choose a folder"):
        dictionary.write(path, Scheme.UTF_8)

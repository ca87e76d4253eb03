"""differ: two codecs, the shortest inputs on which they disagree, and what is said of them."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from utfproof.fuzz.compare import fixed_inputs
from utfproof.fuzz.compare.comparison import CodecComparison
from utfproof.fuzz.inputs.corpus import FolderCorpus
from utfproof.fuzz.targets.octet_classes import ILL_FORMED
from utfproof.model.encoding import Encoding
from utfproof.mutants.mutant_server import write_adapter

from . import adapters
from .conftest import Json, Run

RIGHT = "python_cpython/bytes.decode"
FAKE = "has_a_right_and_a_wrong_codec"
ISSUE = ("go/utf8", "js_npm/fast-text-encoding", "--contains", "/")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the vectors and the dictionary alone: a hundredth of what is asked otherwise."""
    monkeypatch.setattr(fixed_inputs, "_FAMILIES", ())


@pytest.fixture
def both(home: Path) -> tuple[str, str]:
    """Put an adapter with two codecs: `table` is right, `lax` reads overlong forms of two."""
    folder = adapters.put(home, FAKE, codecs=("table", "lax"))
    return f"{folder}/table", f"{folder}/lax"


def mutant(home: Path, name: str) -> str:
    folder = home / name.replace("/", "-")
    write_adapter(folder, [name])
    return f"./{folder.name}"


def differ(utfproof: Run, *arguments: str) -> tuple[int, Json]:
    said = utfproof("differ", *arguments, "--format", "json", "--time", "0")
    return said.status, said.json()


def brief(found: Json) -> list[tuple[str, str, str]]:
    return [(one["input"], one["class"], one["way"]) for one in found["disagreements"]]


@pytest.mark.slow
def test_who_agree_on_all_that_is_asked_end_with_0(utfproof: Run) -> None:
    other = "python_cpython/codecs-incremental"
    status, found = differ(utfproof, RIGHT, other)
    assert (status, found["disagreements"], found["complaints"]) == (0, [], [])
    assert (found["a"], found["b"]) == (RIGHT, other)
    assert found["offers"] == ["decode UTF-8 strict"] * 2
    assert found["asked"] > 170_000
    assert found["unheard"] == 0


def test_a_cause_is_one_line_with_its_shortest_input(
    utfproof: Run, both: tuple[str, str], few: None
) -> None:
    status, found = differ(utfproof, *both)
    assert status == 1
    [one] = found["disagreements"]
    assert one["input"] == "c080"
    assert (one["a"], one["b"]) == ("error 0 1", "ok 0")
    assert (one["class"], one["way"]) == ("overlong", "A refuses, B reads")
    assert (one["offset"], one["position_dependence"], one["repeats"]) == (0, "", True)
    assert one["reference"] == "[C0] [80]"
    assert 10 < one["count"] < found["asked"]


def test_the_directions_are_told_apart(utfproof: Run, both: tuple[str, str], few: None) -> None:
    status, found = differ(utfproof, *reversed(both))
    assert (status, brief(found)) == (1, [("c080", "overlong", "A reads, B refuses")])


def test_a_filter_of_slashes_is_passed_by_an_overlong_form(
    utfproof: Run, both: tuple[str, str], few: None
) -> None:
    status, found = differ(utfproof, *both, "--mode", "replace,strict", "--contains", "/")
    assert status == 1
    assert found["contains"] == "/"
    assert brief(found) == [("c0af", "overlong", "A sees no `/`, B does")]
    status, found = differ(utfproof, *reversed(both), "--mode", "strict,replace", "--contains", "/")
    assert brief(found) == [("c0af", "overlong", "A sees `/`, B does not")]


def test_a_strict_filter_refuses_what_it_does_not_see(
    utfproof: Run, both: tuple[str, str], few: None
) -> None:
    assert differ(utfproof, *both, "--contains", "/")[0] == 0


def test_the_text_may_be_written_in_escapes(
    utfproof: Run, both: tuple[str, str], few: None
) -> None:
    options = ("--mode", "replace,strict", "--contains", r".\u{2e}\u{2F}")
    _, found = differ(utfproof, *both, *options)
    assert found["contains"] == "../"
    assert {(len(one["input"]), one["way"]) for one in found["disagreements"]} == {
        (8, "A sees no `../`, B does")
    }


@pytest.mark.parametrize(
    ("name", "octets", "kind", "way"),
    [
        ("utf-8/surrogates/are-read", "eda080", "surrogate", "A refuses, B reads"),
        ("utf-8/leads/a-tail-alone-is-dropped", "80", "stray tail", "A refuses, B drops"),
        ("utf-8/characters/noncharacters-are-refused", "", "noncharacter", "A reads, B refuses"),
        ("utf-8/surrogates/become-u-fffd", "eda080", "surrogate", "A refuses, B replaces"),
    ],
)
def test_the_fault_of_a_mutant_is_the_only_cause(
    utfproof: Run, home: Path, few: None, name: str, octets: str, kind: str, way: str
) -> None:
    status, found = differ(utfproof, RIGHT, mutant(home, name))
    assert status == 1
    assert [one[1:] for one in brief(found)] == [(kind, way)]
    assert found["disagreements"][0]["input"] == octets or not octets


def test_two_faults_are_two_causes_the_shortest_first(utfproof: Run, home: Path, few: None) -> None:
    one = mutant(home, "utf-8/leads/f4-90-to-bf")
    other = mutant(home, "utf-8/overlong/c0-80-is-nul")
    _, found = differ(utfproof, one, other)
    assert brief(found) == [
        ("c080", "overlong", "A refuses, B reads"),
        ("f4908080", "beyond Unicode", "A reads, B refuses"),
    ]


def test_a_validator_is_asked_whether_it_accepts(utfproof: Run, home: Path, few: None) -> None:
    """It accepts everything but nothing."""
    lines = [
        "adapter: lenient",
        "about: x",
        "language: Python",
        "codecs:",
        "  any:",
        "    about: x",
    ]
    lines += ['    function: "builtins:bool"', '    offers: ["validate UTF-8 strict"]']
    (home / "lenient").mkdir()
    (home / "lenient" / "adapter.yaml").write_text("\n".join([*lines, ""]), "utf-8")
    status, found = differ(utfproof, RIGHT, "lenient")
    assert status == 1
    assert found["offers"] == ["decode UTF-8 strict", "validate UTF-8 strict"]
    assert brief(found)[0] == ("", "nothing", "A reads, B refuses")
    assert {one["way"] for one in found["disagreements"][1:]} == {"A refuses, B accepts"}
    kinds = [one["class"] for one in found["disagreements"][1:]]
    assert set(kinds) == set(ILL_FORMED[1])
    assert len(kinds) == len(set(kinds))
    said = utfproof("differ", RIGHT, "lenient", "--contains", "/")
    assert said.status == 2
    told = "lenient/any does not decode whole inputs of UTF-8: it offers validate UTF-8 strict"
    assert told in said.err


def test_the_command_of_a_line_shows_both_answers(
    utfproof: Run, both: tuple[str, str], few: None
) -> None:
    _, found = differ(utfproof, *both)
    words = shlex.split(found["disagreements"][0]["reproduce"])
    assert words[:3] == ["utfproof", "explain", "C0 80"]
    again = utfproof(*words[1:], "--format", "json").json()
    assert again["octets"] == "c080"
    codecs = {name: said["strict"] for name, said in again["codecs"].items()}
    assert codecs == {f"{FAKE}/table": "error 0 1", f"{FAKE}/lax": "ok 0"}


def test_the_words_show_both_answers_side_by_side(
    utfproof: Run, both: tuple[str, str], few: None
) -> None:
    said = utfproof("differ", *both, "--time", "0")
    assert (said.status, said.err) == (1, "")
    assert f"A  {FAKE}/table 1.0, decode UTF-8 strict" in said.out
    row = next(line.split("  ") for line in said.out.splitlines() if "C0 80" in line)
    cells = [cell.strip() for cell in row if cell.strip()]
    assert cells[:6] == ["1", "C0 80", "error 0 1", "ok 0", "overlong", "at 0"]
    assert "A refuses, B reads" in said.out
    assert "  1  utfproof explain 'C0 80' " in said.out
    assert said.out.rstrip().endswith(" inputs: they part for 1 cause")


@pytest.mark.slow
def test_mutated_inputs_are_asked_for_some_time(
    utfproof: Run, both: tuple[str, str], few: None
) -> None:
    pytest.importorskip("numpy")
    _, without = differ(utfproof, both[0], RIGHT)
    said = utfproof("differ", both[0], RIGHT, "--time", "500ms", "--format", "json")
    assert said.json()["asked"] > without["asked"]


def test_differ_asks_the_stored_corpus_of_a_campaign(
    utfproof: Run, both: tuple[str, str], few: None, home: Path
) -> None:
    FolderCorpus(home / "campaign", Encoding.UTF_8).add(b"only here" + bytes.fromhex("C080"))
    found = [differ(utfproof, *both, *more)[1] for more in ((), ("--campaign", "campaign"))]
    assert found[1]["asked"] == found[0]["asked"] + 1
    counts = [one["disagreements"][0]["count"] for one in found]
    assert counts[1] == counts[0] + 1


def test_a_crash_is_shown_and_kept_from_the_codec_afterwards(
    utfproof: Run, home: Path, few: None
) -> None:
    target = adapters.put(home, "crashes_on_ff", codecs=("fake",))
    status, found = differ(utfproof, target, target)
    assert (status, found["disagreements"]) == (0, [])
    status, found = differ(utfproof, adapters.put(home, "honest", codecs=("fake",)), target)
    assert status == 1
    assert brief(found) == [("fe", "FE or FF", "A refuses, B crashes")]
    [one] = found["disagreements"]
    assert (one["a"], one["count"], one["repeats"]) == ("error 0 1", 2, True)
    assert one["b"].startswith("crashed: SIGSEGV")


def test_an_adapter_that_says_nonsense_is_broken(utfproof: Run, home: Path, few: None) -> None:
    status, found = differ(utfproof, RIGHT, adapters.put(home, "says_nonsense"))
    assert status == 3
    assert found["complaints"]
    assert found["disagreements"] == []


@pytest.mark.parametrize(
    ("lines", "codec", "told"),
    [
        (["requires: [no-such-tool]"], "table", "is unavailable: it needs no-such-tool"),
        ([], "ghost", "is unavailable: the adapter's hello does not name it"),
    ],
)
def test_a_codec_that_cannot_run_here_ends_with_5(
    utfproof: Run, home: Path, lines: list[str], codec: str, told: str
) -> None:
    target = adapters.put(home, "reads_by_the_table", *lines, codecs=("table", "ghost"))
    said = utfproof("differ", RIGHT, f"{target}/{codec}")
    assert (said.status, said.out) == (5, "")
    assert said.err == f"utfproof: reads_by_the_table/{codec} {told}\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            (RIGHT, f"./{FAKE}"),
            f"B has to be one codec, and ./{FAKE} names 2: {FAKE}/table, {FAKE}",
        ),
        (("python_cpython", RIGHT), "A has to be one codec, and python_cpython names "),
        ((RIGHT, "nothing"), "no adapter, codec or folder is called nothing"),
        ((RIGHT, RIGHT, "--contains", ""), "it is empty: write at least one character"),
        ((RIGHT, RIGHT, "--contains", r"\u{110000}"), r"\u{110000} is no character"),
        ((RIGHT, RIGHT, "--contains", r"\u{d800}"), "it holds what is no character"),
        ((RIGHT, RIGHT, "--mode", "lax"), "lax is no mode"),
        ((RIGHT, RIGHT, "--mode", "strict,strict,strict"), "is no mode"),
        ((RIGHT, RIGHT, "--time", "soon"), "soon is no time"),
        (
            (RIGHT, f"./{FAKE}/table", "--mode", "skip"),
            "cannot be asked in mode skip: it can in strict, replace; --mode A,B is one for each",
        ),
        ((RIGHT, f"./{FAKE}/table", "--encoding", "UTF-16"), "whole inputs of UTF-16: it offers"),
        ((RIGHT, RIGHT, "--campaign", "."), ".: no campaign with a corpus: name the folder"),
    ],
)
def test_codecs_that_cannot_be_compared_are_refused_in_a_sentence(
    utfproof: Run, both: tuple[str, str], arguments: tuple[str, ...], told: str
) -> None:
    said = utfproof("differ", *arguments)
    assert (said.status, said.out) == (2, "")
    assert told in said.err


def test_causes_found_before_an_interruption_are_shown(
    utfproof: Run, both: tuple[str, str], few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = CodecComparison._play

    def interrupted(self: CodecComparison, octets: list[bytes], what: str) -> None:
        if self.asked > 500:
            raise KeyboardInterrupt
        play(self, octets, what)

    monkeypatch.setattr(CodecComparison, "_play", interrupted)
    said = utfproof("differ", *both)
    assert said.status == 1
    assert "C0 80" in said.out
    assert "interrupted: not all was asked" in said.err
    said = utfproof("differ", both[0], RIGHT)
    assert said.status == 130


@pytest.fixture
def cache(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the adapters that are built already."""
    monkeypatch.delenv("UTFPROOF_CACHE")


@pytest.mark.slow
@pytest.mark.adapters
@pytest.mark.skipif(not shutil.which("go"), reason="go is not installed")
@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_a_polyfill_behind_a_filter_in_go_sees_a_slash_that_the_filter_does_not(
    utfproof: Run, cache: None, few: None
) -> None:
    status, found = differ(utfproof, *ISSUE)
    assert status == 1
    assert (found["a"], found["b"]) == ("go/unicode-utf8", "js_npm/fast-text-encoding")
    assert brief(found)[0] == ("c0af", "overlong", "A sees no `/`, B does")
    first = found["disagreements"][0]
    assert (first["a"], first["b"]) == ("ok fffd fffd", "ok 2f")
    command = "utfproof explain 'C0 AF' go/unicode-utf8 js_npm/fast-text-encoding"
    assert first["reproduce"] == command

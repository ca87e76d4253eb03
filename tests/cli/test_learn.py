"""learn: one codec's machine, how it differs from what it should be, and the picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from utfproof.cli.shared.activity import Activity

from . import adapters
from .conftest import Json, Run

FAKE = "has_a_right_and_a_wrong_codec"


@pytest.fixture
def both(home: Path) -> str:
    """Put an adapter with two codecs: `table` is right, `lax` reads overlong forms."""
    return adapters.put(home, FAKE, codecs=("table", "lax"))


def learned(utfproof: Run, *arguments: str) -> tuple[int, Json]:
    said = utfproof("learn", *arguments, "--extra-states", "0", "--format", "json")
    return said.status, said.json()


def test_a_right_codec_has_the_machine_of_the_reference(
    utfproof: Run, both: str, home: Path
) -> None:
    status, found = learned(utfproof, both, "--codec", "table", "--out", "here/it.svg")
    assert status == 0
    assert (found["codec"], found["version"]) == (f"{FAKE}/table", "1.0")
    assert (found["encoding"], found["scheme"]) == ("UTF-8", "UTF-8")
    assert (found["algorithm"], found["extra_states"]) == ("kv", 0)
    assert found["asked"]["op"] == "decode UTF-8 strict"
    assert found["asked"]["strings"] > 13_785
    names = ["start", "refused", "C2", "E0", "E1", "ED", "F0", "F1", "F4"]
    assert [state["name"] for state in found["states"]] == names
    assert [state["accepting"] for state in found["states"]] == [True] + [False] * 8
    assert all(state["expected"] for state in found["states"])
    assert found["states"][8]["leads"] == {"refused": "00-7F 90-FF", "E1": "80-8F"}
    assert (found["differences"], found["missing"], found["shortest"]) == ([], [], None)
    assert (found["breakdowns"], found["picture"]) == ([], "here/it.svg")
    assert (home / "here" / "it.svg").read_text("utf-8").startswith("<svg ")
    assert not (home / "reports").exists()


def test_what_is_asked_is_told_in_words(
    utfproof: Run, both: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(Activity, "reach", lambda _self, what, _done: told.append(what))
    learned(utfproof, both, "--codec", "table")
    assert "asking the strings of UTF-8 without noncharacters" in told
    assert [text for text in told if not text.startswith("asking ")] == []


def test_a_wrong_codec_is_told_with_the_shortest_string_that_shows_it(
    utfproof: Run, both: str
) -> None:
    status, found = learned(utfproof, both, "--codec", "lax")
    assert status == 1
    assert found["shortest"] == "c080"
    assert found["differences"] == [
        {"state": "start", "octets": "C0-C1", "leads": "C2", "should": "refused"}
    ]
    assert found["missing"] == []
    assert all(state["expected"] for state in found["states"])


def test_the_words_name_states_differences_and_the_picture(
    utfproof: Run, both: str, home: Path
) -> None:
    said = utfproof("learn", both, "--codec", "lax", "--extra-states", "0", "--out", "its.svg")
    assert (said.status, said.err) == (1, "")
    assert f"{FAKE}/lax 1.0, decode UTF-8 strict: 9 states (" in said.out
    assert "at the start, C0-C1: on to C2, should be refused" in said.out
    assert "it accepts C0 80, which it should refuse (if it has at most 9 states)" in said.out
    rows = [[cell.strip() for cell in line.split("│")] for line in said.out.splitlines()]
    assert ["", "C2", "", "80-BF → start", ""] in rows
    assert ["", "start", "yes", "00-7F → start", ""] in rows
    written = home / said.out.splitlines()[-1]
    assert written == home / "its.svg"
    svg = ET.fromstring(written.read_text("utf-8"))  # noqa: S314  (it is ours)
    assert svg.findtext("{http://www.w3.org/2000/svg}title") == f"{FAKE}/lax reads UTF-8"


def written(home: Path) -> set[Path]:
    """Return the files in the folder, but not those of the cache."""
    return {path for path in home.rglob("*") if (home / "cache") not in (path, *path.parents)}


def test_without_out_no_file_is_written(utfproof: Run, both: str, home: Path) -> None:
    before = written(home)
    status, found = learned(utfproof, both, "--codec", "table")
    assert (status, found["picture"]) == (0, None)
    assert written(home) == before


def test_octets_that_a_format_excludes_are_said_not_to_be_asked(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    manifest = home / "reads_by_the_table" / "adapter.yaml"
    excluding = 'profile: unicode, excludes: ["00-1F", "22"]'
    manifest.write_text(manifest.read_text("utf-8").replace("profile: unicode", excluding), "utf-8")
    said = utfproof("learn", target, "--extra-states", "0")
    assert said.status == 0
    assert "never asked about 00-1F 22: its format excludes them" in said.out
    assert "it accepts exactly the strings of UTF-8 (if it has at most 9 states)" in said.out


def test_a_crash_counts_as_a_refusal_and_is_not_green(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "crashes_on_ff", codecs=("fake",))
    status, found = learned(utfproof, target)
    assert status == 1
    assert found["breakdowns"] == [{"how": "SIGSEGV", "count": 2, "first": "fe"}]
    assert found["shortest"] is None


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], f"one codec can be learned at a time, and this names 2: {FAKE}/table, {FAKE}/lax: "),
        (["--codec", "table", "--encoding", "UTF-16"], f"{FAKE}/table claims nothing about UTF-16"),
        (["--codec", "nothing"], "no codec fits nothing: `utfproof codecs` lists them"),
    ],
)
def test_one_codec_that_can_be_learned_has_to_be_named(
    utfproof: Run, both: str, arguments: list[str], told: str
) -> None:
    said = utfproof("learn", both, *arguments)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"utfproof: {told}")
    assert len(said.err.splitlines()) == 1


def test_too_many_codecs_are_not_all_listed(utfproof: Run) -> None:
    said = utfproof("learn")
    assert said.status == 2
    assert ", …: name one: utfproof learn " in said.err
    assert len(said.err) < 600


def test_a_codec_without_strict_decoding_cannot_be_learned(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    manifest = home / "reads_by_the_table" / "adapter.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("unicode", "iso10646"), "utf-8")
    said = utfproof("learn", target, "--encoding", "UTF-16")
    assert said.status == 2
    told = (
        "reads_by_the_table/table neither decodes nor validates UTF-16 strictly: `utfproof codecs"
    )
    assert told in said.err


@pytest.mark.parametrize(
    ("lines", "codec", "told"),
    [
        (["requires: [no-such-tool]"], "table", "is unavailable: it needs no-such-tool"),
        ([], "ghost", "is unavailable: the adapter's hello does not name it"),
    ],
)
def test_a_codec_that_is_not_there_cannot_be_learned(
    utfproof: Run, home: Path, lines: list[str], codec: str, told: str
) -> None:
    target = adapters.put(home, "reads_by_the_table", *lines, codecs=("table", "ghost"))
    said = utfproof("learn", target, "--codec", codec)
    assert said.status == 2
    assert said.err == f"utfproof: reads_by_the_table/{codec} {told}\n"


@pytest.fixture
def cache(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the adapters that are built already."""
    monkeypatch.delenv("UTFPROOF_CACHE")


@pytest.mark.adapters
def test_sequences_beyond_utf_8_in_the_c_library_have_states_of_their_own(
    utfproof: Run, cache: None
) -> None:
    status, found = learned(utfproof, "c_glibc/mbrtowc")
    assert status == 1
    assert found["shortest"] == "f4908080"
    strange = [state["name"] for state in found["states"] if not state["expected"]]
    assert strange == ["F8", "F9", "FC", "FD"]
    assert found["missing"] == ["F4"]


@pytest.mark.slow
@pytest.mark.adapters
def test_the_standard_library_of_rust_reads_utf_8(utfproof: Run, cache: None) -> None:
    status, found = learned(utfproof, "rust/std")
    assert (status, len(found["states"])) == (0, 9)

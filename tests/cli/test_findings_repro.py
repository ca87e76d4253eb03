"""Findings asked again: the exit status of one that still diverges, and of one that does not."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import fake_programs
from changed_fields import changed
from divergence.found import OVERLONG

from . import adapters
from .conftest import Run
from .stored_findings import PROGRAM, real, stored


def test_a_finding_that_still_diverges_ends_with_1(utfproof: Run, home: Path) -> None:
    said = utfproof("findings", "repro", "1", "--out", stored(home, real(home, "lax")))
    assert said.status == 1
    assert "expected     error 0 1\nfound then   ok 2f\nanswers now  ok 2f\n" in said.out
    assert "it still diverges, as it was found" in said.out


def test_a_finding_that_diverges_in_another_way_ends_with_1(utfproof: Run, home: Path) -> None:
    out = stored(home, real(home, "lax", actual="ok c0 af"))
    said = utfproof("findings", "repro", "1", "--out", out)
    assert said.status == 1
    assert "it still diverges, otherwise than it was found" in said.out


def test_a_finding_that_no_longer_diverges_ends_with_0(utfproof: Run, home: Path) -> None:
    said = utfproof("findings", "repro", "1", "--out", stored(home, real(home, "table")))
    assert said.status == 0
    assert "answers now  error 0 1\n" in said.out
    assert "it does not diverge any more" in said.out


REPLACING = {
    "adapter": "bytewise",
    "about": "A decoder of these tests that replaces octet by octet.",
    "language": "Python",
    "codecs": {
        "own": {
            "about": "bytewise.decode",
            "profile": "rfc3629",
            "offers": {"decode UTF-8 replace": "bytewise_codec:decode"},
        }
    },
}


BYTEWISE = """\
def decode(octets):
    return "".join(chr(one) if one < 0x80 else "{instead}" for one in octets)
"""


@pytest.mark.parametrize(
    ("instead", "status", "said_so"),
    [("\\ufffd", 0, "it does not diverge any more"), ("", 1, "it still diverges, otherwise")],
)
def test_another_acceptable_answer_does_not_diverge(
    utfproof: Run, home: Path, instead: str, status: int, said_so: str
) -> None:
    """No document says how many U+FFFD stand for a cut sequence; that there is one, all do."""
    folder = home / "bytewise"
    folder.mkdir()
    (folder / "adapter.yaml").write_text(json.dumps(REPLACING), "utf-8")
    (folder / "bytewise_codec.py").write_text(BYTEWISE.format(instead=instead), "utf-8")
    finding = replace(
        OVERLONG,
        codec="bytewise/own",
        target=str(folder),
        operation="decode UTF-8 replace",
        input="41e282",
        octets="41e282",
        line="41e282",
        expected="ok 41 fffd",
        actual="ok 41 20ac",
    )
    said = utfproof("findings", "repro", "1", "--out", stored(home, finding))
    assert said.status == status
    assert said_so in said.out


def test_the_command_by_hand_gives_the_answer(utfproof: Run, home: Path) -> None:
    out = stored(home, real(home, "lax"))
    by_hand = utfproof("findings", "repro", "1", "--out", out, "--format", "json").json()["by_hand"]
    assert by_hand.startswith(f"cd {home / PROGRAM} && printf ")
    done = subprocess.run(["sh", "-c", by_hand], capture_output=True, text=True, check=True)
    assert done.stdout == "ok 2f\n\n"


def test_a_death_still_diverges(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "crashes_on_ff", codecs=("fake",))
    dies = replace(OVERLONG, codec="crashes_on_ff/fake", target=target, input="ff", line="ff")
    said = utfproof("findings", "repro", "1", "--out", stored(home, dies), "--format", "json")
    assert said.status == 1
    assert said.json()["answer"].startswith("crashed: ")
    assert said.json()["diverges"] is True


def test_a_broken_adapter_ends_with_3(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "says_nonsense")
    finding = replace(OVERLONG, codec="says_nonsense/table", target=target)
    said = utfproof("findings", "repro", "1", "--out", stored(home, finding))
    assert said.status == 3
    assert "broken: " in said.out


@pytest.mark.parametrize(
    ("argument", "why"), [("", "octets that are not ASCII text"), (" ends", "the program said: ")]
)
def test_terminal_sequences_of_a_program_are_escaped(
    utfproof: Run, home: Path, argument: str, why: str
) -> None:
    program = "writes_for_a_terminal"
    target = adapters.put(home, program, codecs=("fake",))
    path = home / program / "adapter.yaml"
    run = fake_programs.line(program)
    path.write_text(path.read_text("utf-8").replace(run, run + argument), "utf-8")
    finding = replace(OVERLONG, codec=f"{program}/fake", target=target, input="ff", line="ff")
    said = utfproof("findings", "repro", "1", "--out", stored(home, finding))
    assert said.status == 3
    assert why in said.out
    assert "\x1b" not in said.out + said.err


def test_an_adapter_that_does_not_start_is_broken(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "never_greets")
    (home / "never_greets" / "adapter.yaml").write_text(
        (home / "never_greets" / "adapter.yaml").read_text("utf-8").replace("run: ", "run: false "),
        "utf-8",
    )
    finding = replace(OVERLONG, codec="never_greets/table", target=target)
    said = utfproof("findings", "repro", "1", "--out", stored(home, finding))
    assert said.status == 3
    assert "no hello" in said.out


@pytest.mark.parametrize(
    "changes",
    [
        {"target": "./nowhere"},
        {"target": "\x1b[31m"},
        {"codec": f"{PROGRAM}/gone"},
        {"operation": "decode UTF-16 strict"},
    ],
)
def test_a_finding_that_cannot_be_asked_here_ends_with_5(
    utfproof: Run, home: Path, changes: dict[str, str]
) -> None:
    finding = changed(real(home, "lax"), **changes)
    said = utfproof("findings", "repro", "1", "--out", stored(home, finding))
    assert said.status == 5
    assert "unavailable: " in said.out
    assert "\x1b" not in said.out


def test_an_adapter_that_lacks_something_ends_with_5(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_overlong_forms", "requires: [no-such-program]")
    finding = replace(OVERLONG, codec="reads_overlong_forms/table", target=target)
    said = utfproof("findings", "repro", "1", "--out", stored(home, finding))
    assert said.status == 5
    assert "unavailable: needs no-such-program" in said.out

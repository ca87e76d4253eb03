"""Files that are not what a command needs: one line, the right exit status, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from . import adapters
from .conftest import Run

NOISE = bytes(range(256)) * 8
KINDS = ("missing", "folder", "empty", "latin", "noise", "deep", "inside a file")
CASE = "utf-8/ill-formed/overlong-two/nul"
COMMANDS: dict[str, tuple[list[str], tuple[int, ...]]] = {
    "certify a target": (["certify", "{}/", "--case", CASE, "--out", "{run}"], (2, 3)),
    "certify --expect": (
        ["certify", "{good}", "--case", CASE, "--expect", "{}", "--out", "{run}"],
        (2,),
    ),
    "certify --out": (["certify", "{good}", "--case", CASE, "--out", "{}"], (2,)),
    "certify a journal": (["certify", "{good}", "--case", CASE, "--out", "{journal}"], (2,)),
    "report": (["report", "{}"], (2,)),
    "report --matrix": (["report", "{}", "--matrix", "{run}"], (2,)),
    "findings list": (["findings", "list", "--out", "{}"], (2,)),
    "findings list of a file": (["findings", "list", "--out", "{campaign}"], (2,)),
    "findings show": (["findings", "show", "1", "--out", "{}"], (2,)),
    "findings repro": (["findings", "repro", "1", "--out", "{campaign}"], (2,)),
    "findings export": (
        ["findings", "export", "--all", "--to", "{run}", "--out", "{campaign}"],
        (2,),
    ),
    "findings promote": (["findings", "promote", "1", "--out", "{campaign}"], (2,)),
    "fuzz --last": (["fuzz", "{good}", "--execs", "1", "--last", "{}", "--out", "{run}"], (2,)),
    "fuzz --out": (["fuzz", "{good}", "--execs", "1", "--jobs", "1", "--out", "{}"], (2,)),
    "vectors check --root": (["vectors", "check", "--root", "{}"], (2, 4)),
    "vectors export --out": (["vectors", "export", "--out", "{}/x/y"], (2,)),
    "power --set": (["power", "--set", "{}"], (2,)),
    "adapter check": (["adapter", "check", "{}"], (2, 3)),
    "adapter new": (["adapter", "new", "--language", "c", "--dir", "{}", "mine"], (2,)),
    "identify": (["identify", "{}/"], (2, 3)),
    "learn": (["learn", "{}/"], (2, 3)),
    "explain a target": (["explain", "C080", "{}/"], (2, 3)),
    "differ": (["differ", "{}/", "{}/"], (2, 3)),
    "codecs": (["codecs", "{}/"], (2, 3)),
}
FINE = {
    ("certify --expect", "missing"), ("certify --out", "missing"), ("certify --out", "folder"),
    ("certify --expect", "inside a file"), ("certify a journal", "missing"),
    ("certify a journal", "empty"), ("certify a journal", "inside a file"),
    ("report", "empty"), ("report --matrix", "empty"), ("findings list of a file", "empty"),
    ("findings export", "empty"),
    ("fuzz --out", "missing"), ("fuzz --out", "folder"), ("fuzz --last", "folder"),
    ("vectors export --out", "missing"), ("vectors export --out", "folder"),
    ("adapter new", "folder"),
}  # fmt: skip
"""What is not wrong at all."""


def put(home: Path, kind: str, path: Path) -> Path:
    """Put something of a kind where a path leads; give the path."""
    match kind:
        case "folder":
            path.mkdir(parents=True)
        case "empty":
            path.write_bytes(b"")
        case "latin":
            path.write_bytes("codecs: {\xe9: 1}\n".encode("latin-1"))
        case "noise":
            path.write_bytes(NOISE)
        case "deep":
            path.write_bytes(b"[" * 100_000)
        case "inside a file":
            (home / "plain").write_bytes(b"x")
            return home / "plain" / "x"
        case _:
            pass
    return path


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_not_what_it_should_be_is_told_in_one_line(
    utfproof: Run, home: Path, command: str, kind: str
) -> None:
    if (command, kind) in FINE:
        pytest.skip("nothing is wrong with it")
    words, statuses = COMMANDS[command]
    bad = put(home, kind, home / "bad")
    for folder, name in (("journal", "journal.jsonl"), ("campaign", "findings.jsonl")):
        (home / folder).mkdir()
        if kind != "inside a file":
            put(home, kind, home / folder / name)
    good = adapters.put(home, "reads_by_the_table")
    places = {"run": "run", "good": good, "journal": "journal", "campaign": "campaign"}
    said = utfproof(*(word.format(bad, **places) for word in words))
    assert said.status in statuses, said
    if command in ("vectors check --root", "adapter check"):
        assert said.err or "WRONG" in said.out
        return
    lines = said.err.strip().splitlines()
    if lines[0].startswith("Usage:"):
        assert lines[-1].startswith("Error: ")
        return
    assert len(lines) == 1, said
    assert lines[0].startswith("utfproof: ")
    assert lines[0].count(": ") >= 2, "place, problem and next step"


def test_a_terminal_that_knows_ascii_only_is_shown_escapes(home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    manifest = home / target / "adapter.yaml"
    text = manifest.read_text("utf-8").replace("Read by a table.", "Lu d\u00e9licatement.")
    manifest.write_text(text, "utf-8")
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "COLUMNS": "40"}
    done = subprocess.run(
        [sys.executable, "-m", "utfproof", "codecs", target],
        env={**os.environ, "TERM": "dumb", **plain},
        cwd=home,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout.isascii()) == (0, True), done.stderr
    assert b"d\\xe9licatement" in done.stdout

"""Adapters that flood, hoard, or write for a terminal: time, memory and screens are kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Certify, put
from .judging import assert_as_in_the_table
from .table import BROKEN, BYTES, EVERY, FAIL, PASS, SOON, Row, waiting

SILENCE = "not even plain text is answered: "
LITTLE = "128 MiB"

FLOODS = [
    Row("floods_stdout", *BROKEN, f"{SILENCE}answers of more than 1 MiB", EVERY),
    Row("floods_with_lines", *BROKEN, f"{SILENCE}more lines than were asked", EVERY),
    Row("answers_at_length", *BROKEN, f"{SILENCE}answers of more than 1 MiB", EVERY),
    Row("complains_without_end", *BROKEN, f"{SILENCE}silence", EVERY, seconds=SOON),
    Row("floods_stderr", *PASS),
    Row("writes_before_it_reads", *PASS),
]

HOARDS = [
    Row("hogs_memory", *FAIL, "crashed: more than 128 MiB of memory", "ff", memory=LITTLE),
    Row("hogs_memory child", *FAIL, "crashed: more than 128 MiB", "ff", memory=LITTLE),
    Row("hoards_as_a_daemon", *FAIL, "crashed: more than 128 MiB", "ff", memory=LITTLE),
    Row("hides_memory_in_a_file", *FAIL, "crashed: more than 128 MiB", "ff", memory=LITTLE),
    Row("forks_without_end", *FAIL, "crashed: more than 256 processes", "ff", memory="16 GiB"),
    Row("reserves_memory", *PASS, memory=LITTLE),
]

PROGRAM = """
from pathlib import Path
from utfproof import cli
try:
    cli.main()
finally:
    Path("status").write_text(Path("/proc/self/status").read_text())
"""


@pytest.mark.parametrize(
    "row", [*FLOODS[:1], *HOARDS[:1], *map(waiting, [*FLOODS[1:], *HOARDS[1:]])], ids=str
)
def test_an_adapter_that_exceeds_a_limit_is_stopped(row: Row, certify: Certify) -> None:
    assert_as_in_the_table(certify(row), row)


def most_memory(home: Path, targets: list[Path], out: str) -> int:
    """Certify in a process of its own, and give the most octets that were resident in it."""
    words = ["certify", *map(str, targets), "--jobs", "1", "--case", BYTES, "--op", "decode"]
    environment = {**os.environ, "PYTHONPATH": ":".join(path for path in sys.path if path)}
    command = [sys.executable, "-c", PROGRAM, *words, "--out", out]
    subprocess.run(command, capture_output=True, check=False, cwd=home, env=environment)
    lines = (home / "status").read_text("ascii").splitlines()
    [line] = [line for line in lines if line.startswith("VmHWM:")]
    return int(line.split()[1]) << 10


@pytest.mark.slow
def test_floods_do_not_fill_the_memory_of_the_harness(home: Path, mark: str) -> None:
    honest = put(home, mark, "honest")
    fakes = ("floods_stdout", "floods_with_lines", "answers_at_length", "greets_otherwise huge")
    floods = [put(home, mark, fake) for fake in fakes]
    usual = most_memory(home, [honest], "usual")
    flooded = most_memory(home, [*floods, honest], "flooded")
    assert usual > 10 << 20
    assert flooded < usual + (32 << 20)


def test_nothing_steers_the_terminal_or_the_page(certify: Certify) -> None:
    row = Row("writes_for_a_terminal", *BROKEN, "not ASCII text", "fe ff")
    found = certify(row)
    assert_as_in_the_table(found, row)
    assert found.codec["version"] == "\ufffd]0;owned\ufffd<script>alert(1)</script>"
    written = {path.name: path.read_text("utf-8") for path in found.folder.iterdir()}
    for text in (found.out, found.err, *written.values()):
        assert "\x1b" not in text
        assert "\x07" not in text
    assert "<script>alert" not in written["index.html"]
    assert "<script>alert(4)" in found.reasons


def test_last_words_do_not_steer_the_terminal_either(certify: Certify) -> None:
    row = Row("writes_for_a_terminal ends", *BROKEN, "the program said: \ufffd\\[2J")
    found = certify(row)
    assert_as_in_the_table(found, row)
    assert "\x1b" not in found.out + found.err


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("about", "\x1b[2J"),
        ("language", "\x9b2J"),
        ("adapter", "../honest"),
        ("adapter", "honest\n"),
        ("adapter", "/srv/honest"),
        ("codecs", {"../../fake": {"about": "A path."}}),
        ("codecs", {"fake": {"about": "A bell: \x07"}}),
    ],
)
def test_a_manifest_with_paths_or_controls_for_names_is_refused(
    home: Path, mark: str, key: str, value: object
) -> None:
    folder = put(home, mark, "honest")
    path = folder / "adapter.yaml"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), key: value}), "utf-8")
    command = [sys.executable, "-m", "utfproof", "codecs", str(folder)]
    environment = {**os.environ, "PYTHONPATH": ":".join(path for path in sys.path if path)}
    said = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert said.returncode == 3
    assert "adapter.yaml:" in said.stderr
    assert said.stderr.count("\n") == 1
    assert "\x1b" not in said.stderr


def test_links_that_lead_in_circles_are_not_followed_without_end(
    home: Path, mark: str, certify: Certify
) -> None:
    folder = put(home, mark, "honest")
    (folder / "circle").symlink_to(folder)
    (folder / "nowhere").symlink_to(folder / "no such file")
    row = Row("honest", *PASS)
    assert_as_in_the_table(certify(row), row)

"""--cpu: codecs that are compiled for another processor, and run under QEMU."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import fake_programs
from utfproof import locations
from utfproof.confinement import choice
from utfproof.model import processor

from . import adapters
from .conftest import Json, Run

SOURCE = fake_programs.FOLDER / "processors" / "units_in_memory.c"
KIT = locations.adapters() / "kit" / "c"
CASES = ("--case", "utf-16le/*", "--encoding", "UTF-16LE", "--jobs", "1")
FOREIGN = "s390x" if processor.own() != "s390x" else "aarch64"
MANIFEST = """\
adapter: units_in_memory
about: Units of 16 bits, in two orders.
language: C
requires: [cc]
{also}
build: sh -c 'cc -O1 -I. -DSECRET="\\"$1\\"" -o "$0" *.c' {{cache}}/codec {secret}
run: "{{cache}}/codec"
codecs:
  right: {{about: The low octet first., profile: rfc2781}}
  host: {{about: As units lie in memory., profile: rfc2781}}
  other: {{about: Of another processor., profile: rfc2781, processors: [{foreign}]}}
"""
emulated = pytest.mark.skipif(
    not (shutil.which("qemu-s390x") and shutil.which("s390x-linux-gnu-gcc")),
    reason="needs qemu-s390x and s390x-linux-gnu-gcc",
)


def put(home: Path, also: str = "cross-requires: [cc]") -> str:
    """Make an adapter of two decoders of UTF-16LE, one of which takes the order of the host."""
    folder = home / "units_in_memory"
    folder.mkdir()
    (home / "secret").write_text("x", "ascii")
    for path in (SOURCE, *KIT.glob("*.[ch]")):
        shutil.copy(path, folder)
    text = MANIFEST.format(also=also, secret=home / "secret", foreign=FOREIGN)
    (folder / "adapter.yaml").write_text(text, "utf-8")
    return "./units_in_memory"


def by_name(said: Json) -> dict[str, Json]:
    return {entry["codec"]: entry for entry in said["codecs"]}


@pytest.mark.slow
@emulated
@pytest.mark.skipif(processor.own() != "x86_64", reason="the order of this machine is not known")
def test_an_order_of_octets_that_is_the_hosts_shows_on_the_other_processor_alone(
    utfproof: Run, home: Path
) -> None:
    said = utfproof("certify", put(home), *CASES, "--cpu", "x86_64,s390x", "--out", "run")
    assert said.status == 1
    assert "units_in_memory/host (s390x)" in said.out
    assert "utfproof certify" in said.out
    assert "--codec host --cpu s390x --case utf-16le/" in said.out
    again = utfproof("report", "run", "--format", "json").json()
    found = by_name(again)
    assert {name: entry["verdict"] for name, entry in found.items()} == {
        "units_in_memory/right": "pass",
        "units_in_memory/host": "pass",
        "units_in_memory/right (s390x)": "pass",
        "units_in_memory/host (s390x)": "fail",
        "units_in_memory/other (s390x)": "unavailable",
    }
    assert [entry.get("cpu") for entry in found.values()] == [None, "s390x", "s390x", None, "s390x"]
    ours, theirs = found["units_in_memory/right"], found["units_in_memory/right (s390x)"]
    assert ours["result_digest"] == theirs["result_digest"]
    assert ours["counts"] == theirs["counts"]
    # Confinement holds for what runs under the emulator.
    confined = choice.means() is not None
    assert theirs["version"] == ("1 sees nothing" if confined else "1 sees the secret")
    assert utfproof("report", "run", "--matrix", "matrix").status == 0
    assert "memory/host (s390x)" in Path("matrix/matrix.md").read_text("utf-8")
    journal = (home / "run" / "journal.jsonl").read_text("utf-8")
    assert '"cpu":"s390x"' in journal
    assert '"emulator of s390x":"qemu-s390x version' in journal


def test_an_adapter_that_does_not_say_so_is_not_for_another_processor(
    utfproof: Run, home: Path
) -> None:
    said = utfproof("certify", put(home, ""), *CASES, "--cpu", FOREIGN, "--format", "json")
    assert said.status == 5
    assert {entry["verdict"] for entry in said.json()["codecs"]} == {"unavailable"}
    why = f"not for {FOREIGN}: adapter.yaml has no `cross-requires`"
    assert {entry["why"] for entry in said.json()["codecs"]} == {why}


def test_a_library_of_the_system_is_there_for_this_processor_only(
    utfproof: Run, home: Path
) -> None:
    target = adapters.put(home, "honest", "requires: [icu-uc.pc]")
    said = utfproof("certify", target, *CASES, "--cpu", FOREIGN, "--format", "json")
    own = processor.own()
    why = f"not for {FOREIGN}: its libraries are installed for {own} only"
    assert [entry["why"] for entry in said.json()["codecs"]] == [why]


def test_what_is_missing_for_another_processor_is_named(
    utfproof: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = put(home)
    monkeypatch.setenv("PATH", str(home))
    said = utfproof("certify", target, *CASES, "--cpu", "riscv64", "--format", "json")
    assert said.json()["codecs"][0]["needs"] == [
        "qemu-riscv64 (Debian: qemu-user)",
        "riscv64-linux-gnu-gcc (Debian: gcc-riscv64-linux-gnu)",
    ]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--cpu", "z80"), "z80 is no processor; there are aarch64, armhf"),
        (("--cpu", "s390x,"), "an empty name is no processor"),
        (("--cpu", FOREIGN, "--update"), "--update cannot go with --cpu"),
        (("--cpu", FOREIGN, "--cluster", "local"), "--cluster cannot go with --cpu"),
    ],
)
def test_what_cannot_be_asked_of_another_processor_is_refused(
    utfproof: Run, home: Path, options: tuple[str, ...], problem: str
) -> None:
    said = utfproof("certify", put(home), *options)
    assert said.status == 2
    assert problem in said.err

"""`utfproof reproduce`: adapters, and witnesses that say the same, or not."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import fake_programs
from cli import adapters
from cli.conftest import Run, home, utfproof
from utfproof.engine.journal import journal
from utfproof.report.ci import upstream
from utfproof.report.run.summary import summarise
from utfproof.vectors import loader

__all__ = ["home", "utfproof"]

WITNESS = """
def show(octets):
    try:
        print("ok", [hex(ord(point)) for point in octets.decode(@codec@)])
    except UnicodeDecodeError as error:
        print("error at", error.start, error.reason)


show(b"@octets@")
"""
CASES = "utf-8/ill-formed/overlong-two"


def put(home: Path, program: str, codec: str = "", extra: str = "") -> str:
    """Make an adapter with a witness that decodes by an expression of Python."""
    target = adapters.put(home, program)
    folder = home / target / "witness"
    folder.mkdir()
    (folder / "decode.py").write_text(WITNESS, "utf-8")
    (folder / "witness.yaml").write_text(
        f"""file: witness.py
run: {sys.executable} -S witness.py
literals: {{octets: '\\x%02x'}}
witnesses:
  - codecs: [table]
    offers: [decode UTF-8 strict]
    program: decode.py
    words: {{codec: '{codec}'}}
{extra}""",
        "utf-8",
    )
    return target


def certify(utfproof: Run, target: str, cases: str = f"{CASES}/*", status: int = 1) -> None:
    arguments = ("--case", cases, "--op", "decode", "--out", "run", "--jobs", "1")
    assert utfproof("certify", target, *arguments).status == status


@pytest.mark.usefixtures("home")
def test_the_program_is_shown_with_its_input_and_both_answers(home: Path, utfproof: Run) -> None:
    target = put(home, "reads_by_the_table")
    said = utfproof("reproduce", target, "--bytes", "61 C0 80")
    assert said.status == 0, said.err
    assert 'show(b"\\x61\\xc0\\x80")' in said.out
    assert "error at 1 invalid start byte" in said.out
    assert "adapter   error 1 1" in said.out
    assert said.out.endswith("adapter and witness: agree\n")


def test_a_failure_that_the_witness_does_not_see_is_the_adapters(home: Path, utfproof: Run) -> None:
    target = put(home, "reads_overlong_forms")
    said = utfproof("reproduce", target)
    assert said.status == 3
    assert "adapter and witness: disagree: one refuses, the other does not" in said.out
    every = utfproof("reproduce", "--all", target, "--passes", "0", "--encoding", "UTF-8")
    assert every.status == 3
    assert "THE ADAPTER IS BROKEN" in every.out


def test_all_failures_and_a_sample_of_passes_are_confirmed(home: Path, utfproof: Run) -> None:
    target = put(home, "reads_by_the_table")
    said = utfproof("reproduce", "--all", target, "--seed", "7", "--format", "json")
    assert said.status == 0, said.out
    [codec] = said.json()["codecs"]
    assert said.json()["seed"] == 7
    assert codec["passes"]["agree"] > 20
    assert codec["failures"] == {}
    again = utfproof("reproduce", "--all", target, "--seed", "7", "--format", "json")
    assert again.json() == said.json()


def test_the_failures_of_a_run_are_asked_again(home: Path, utfproof: Run) -> None:
    target = put(home, "reads_overlong_forms")
    certify(utfproof, target)
    arguments = ("--run", "run", "--passes", "0", "--format", "json")
    [codec] = utfproof("reproduce", "--all", target, *arguments).json()["codecs"]
    assert codec["failures"]["disagree"] > 0
    assert codec["passes"] == {}


@pytest.mark.slow
def test_a_part_of_what_passed_in_a_run_is_drawn_by_the_seed(home: Path, utfproof: Run) -> None:
    target = put(home, "reads_by_the_table")
    certify(utfproof, target, "utf-8/*", status=0)

    def passes(part: str, seed: str) -> int:
        arguments = ("--run", "run", "--passes", part, "--seed", seed, "--format", "json")
        said = utfproof("reproduce", "--all", target, *arguments).json()
        return sum(said["total"]["passes"].values())

    everything = passes("1", "1")
    assert everything > 100
    assert 0 < passes("0.2", "1") < everything / 2
    assert passes("0.2", "2") == passes("0.2", "2")


def test_another_answer_than_in_the_run_confirms_nothing(home: Path, utfproof: Run) -> None:
    target = put(home, "reads_overlong_forms")
    certify(utfproof, target)
    program = fake_programs.line("reads_overlong_forms")
    path = home / target / "adapter.yaml"
    mended = path.read_text("utf-8").replace(program, fake_programs.line("reads_by_the_table"))
    path.write_text(mended, "utf-8")
    said = utfproof("reproduce", "--all", target, "--run", "run", "--passes", "0")
    assert "confirmed 0 of " in said.out
    assert "answered otherwise than in the run" in said.out
    assert "    changed: decode UTF-8 strict" in said.out


def test_all_codecs_are_added_up_and_who_has_no_witness_is_counted(
    home: Path, utfproof: Run
) -> None:
    first = put(home, "reads_by_the_table")
    second = adapters.put(home, "reads_overlong_forms")
    narrow = ("--op", "decode UTF-8 strict", "--passes", "0.05")
    said = utfproof("reproduce", "--all", first, second, *narrow)
    assert said.status == 0
    assert "\ncodecs with a witness: 1 of 2\n" in said.out
    assert re.search(r"\nfailures confirmed: 0 of \d+, \d+ silent\n", said.out)
    assert re.search(r"\npasses confirmed: \d+ of \d+, \d+ silent\n", said.out)
    assert said.out.endswith("disagreements: 0\n")


def test_a_witness_that_does_not_start_is_told_with_its_place(home: Path, utfproof: Run) -> None:
    target = put(home, "reads_by_the_table")
    path = home / target / "witness" / "witness.yaml"
    path.write_text(path.read_text("utf-8").replace(sys.executable, "no-such-program"), "utf-8")
    said = utfproof("reproduce", target, "--bytes", "61")
    assert said.status == 3
    assert "decode.py: no-such-program: No such file or directory" in said.err


def test_an_input_that_ends_the_program_does_not_hide_the_others(home: Path, utfproof: Run) -> None:
    target = put(home, "reads_by_the_table", '"utf-8" if octets != b"A" else 1 / 0')
    said = utfproof(
        "reproduce", "--all", target, "--passes", "0.02", "--seed", "7", "--format", "json"
    )
    [codec] = said.json()["codecs"]
    assert codec["passes"]["agree"] > 10
    assert said.status == (3 if codec["passes"].get("disagree") else 0)
    one = utfproof("reproduce", target, "--bytes", "41")
    assert one.status == 3
    assert (
        "the witness ended without an answer (exit status 1: ZeroDivisionError: division by zero)"
        in one.out
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--all", "no/such"), "no/such"),
        ((), "no written case of reads_by_the_table/table fails"),
        (("utf-8/no-such-case",), "is not asked utf-8/no-such-case"),
        (("--bytes", "C0 8"), "'C0 8' is not octets: write pairs of hex digits"),
        (("--code-points", "zz"), "has no such offer for this input"),
        (("utf-8/a", "utf-8/b"), "more than one case"),
        (("utf-8/a", "--bytes", "61"), "more than one input"),
        (("--run", "."), "--run needs --all"),
        (("--all", "--bytes", "61"), "--all with an input"),
    ],
)
def test_what_cannot_be_reproduced_is_said_with_the_next_step(
    home: Path, utfproof: Run, arguments: tuple[str, ...], words: str
) -> None:
    target = put(home, "reads_by_the_table")
    said = utfproof("reproduce", target, *arguments)
    assert said.status == 2
    assert words in said.err


def test_an_offer_without_a_witness_says_why(home: Path, utfproof: Run) -> None:
    reason = "without:\n  - {codecs: [table], offers: [validate *], reason: it has no such thing}\n"
    target = put(home, "reads_by_the_table", extra=reason)
    path = home / target / "witness" / "witness.yaml"
    path.write_text(path.read_text("utf-8").replace("decode UTF-8 strict", "label - -"), "utf-8")
    said = utfproof("reproduce", target, "--bytes", "61", "--op", "validate")
    if "no such offer" not in said.err:
        assert "no witness for validate UTF-8 strict: it has no such thing" in said.err
    assert said.status == 2


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("codecs: [tabel]", "witness.yaml:5: no codec tabel: adapter.yaml has table"),
        ("codecs: [table], extra: 1", "witness.yaml:"),
    ],
)
def test_a_misspelling_in_witness_yaml_has_a_line(
    home: Path, utfproof: Run, wrong: str, words: str
) -> None:
    target = put(home, "reads_by_the_table")
    path = home / target / "witness" / "witness.yaml"
    path.write_text(path.read_text("utf-8").replace("codecs: [table]", wrong), "utf-8")
    said = utfproof("reproduce", target, "--bytes", "61")
    assert said.status == 3
    assert words in said.err


def test_the_report_for_maintainers_has_the_program_and_the_clause(
    home: Path, utfproof: Run
) -> None:
    target = put(home, "reads_overlong_forms")
    arguments = ("--case", f"{CASES}/*", "--op", "decode", "--out", "run", "--jobs", "1")
    assert utfproof("certify", target, *arguments).status == 1
    said = utfproof("report", "run", "--format", "upstream")
    assert said.status == 0
    assert said.out.startswith("# reads\\_overlong\\_forms 1.0, table: C0 and C1 are taken")
    assert 'show(b"' in said.out
    assert "| observed | U+" in said.out
    assert "| expected | an error at 0 |" in said.out
    assert re.search(r"^\S.*, section \S+: ", said.out, re.MULTILINE)
    assert "\nWeakness: CWE-" in said.out


def test_a_report_shows_the_command_that_a_reader_types(home: Path, utfproof: Run) -> None:
    target = put(home, "reads_overlong_forms")
    path = home / target / "witness" / "witness.yaml"
    shown = "shown: python3 mine.py {version}\n"
    path.write_text(shown + path.read_text("utf-8"), "utf-8")
    arguments = ("--case", f"{CASES}/*", "--op", "decode", "--out", "run", "--jobs", "1")
    assert utfproof("certify", target, *arguments).status == 1
    said = utfproof("report", "run", "--format", "upstream")
    assert ", run by `python3 mine.py 1.0`:" in said.out


def test_the_version_that_an_adapter_says_is_one_word_of_the_command(
    home: Path, utfproof: Run
) -> None:
    target = put(home, "reads_overlong_forms")
    path = home / target / "witness" / "witness.yaml"
    path.write_text("shown: get lib=={version}\n" + path.read_text("utf-8"), "utf-8")
    arguments = ("--case", f"{CASES}/*", "--op", "decode", "--out", "run", "--jobs", "1")
    assert utfproof("certify", target, *arguments).status == 1
    summary = summarise(journal.read(home / "run"))
    for item in summary.codecs.values():
        item.version = "1; id"
    assert ", run by `get lib=='1; id'`:" in upstream.render(summary, loader.load())


@pytest.mark.parametrize(("octets", "answer"), [("C3A941", "ok 2 2"), ("C080", "error ? ?")])
@pytest.mark.usefixtures("home")
def test_a_codec_that_tells_sizes_alone_is_asked_for_them(
    utfproof: Run, octets: str, answer: str
) -> None:
    said = utfproof("reproduce", "c_glibc/mbsnrtowcs", "--bytes", octets)
    assert said.status == 0
    assert f"adapter   {answer}" in said.out
    assert "agree" in said.out

"""Shards of a run, and what joins them: the same as one run, or a refusal that says why."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chained import chained
from cli import adapters
from cli.conftest import Json, Run, Said
from utfproof import digests
from utfproof.adapters import registry
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import RunFinished, RunStarted
from utfproof.engine.run_shard import Shard

QUICK = ("--case", "utf-8/ill-formed/overlong-two/*", "--jobs", "1")
CODECS = ("table", "lax")


@pytest.fixture
def target(repository: Path) -> str:
    patient = "limits: {seconds-per-block: 200}"  # the machine may be busy with other tests
    return adapters.put(repository, "has_a_right_and_a_wrong_codec", patient, codecs=CODECS)


def timeless(value: object) -> object:
    """Take the times out of a summary."""
    if isinstance(value, dict):
        return {key: timeless(item) for key, item in value.items() if key != "seconds"}
    return [timeless(item) for item in value] if isinstance(value, list) else value


def summary(folder: str) -> Json:
    return cast("Json", timeless(json.loads(Path(folder, "summary.json").read_text("utf-8"))))


def sharded(utfproof: Run, target: str, *more: str, of: int = 2) -> list[Said]:
    return [
        utfproof("gate", target, *QUICK, "--shard", f"{i}/{of}", "--out", f"part-{i}", *more)
        for i in range(1, of + 1)
    ]


@given(of=st.integers(1, 12))
def test_every_codec_is_in_one_shard_and_shards_are_of_one_size(of: int) -> None:
    chosen = registry.select(["c_glibc", "rust", "js_node"])
    names = sorted(f"{item.manifest.name}/{one.name}" for item in chosen for one in item.codecs)
    parts = [
        [f"{item.manifest.name}/{one.name}" for item in part for one in item.codecs]
        for part in (Shard(number, of).part(chosen) for number in range(1, of + 1))
    ]
    assert sorted(name for part in parts for name in part) == names
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize(
    "text", ["0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1.0/2", " 1/2"]
)
def test_an_invalid_shard_is_refused(utfproof: Run, target: str, text: str) -> None:
    said = utfproof("gate", target, "--shard", text)
    assert said.status == 2
    assert "is no shard: write 1/3, 2/3 or 3/3" in said.err


def test_shards_joined_are_one_run(utfproof: Run, target: str) -> None:
    one = utfproof("gate", target, *QUICK, "--out", "one")
    assert [said.status for said in sharded(utfproof, target)] == [1, 0]
    joined = utfproof("report", "merge", "part-2", "part-1", "--out", "whole", "--sarif", "s.json")
    assert joined.status == one.status == 1
    assert summary("whole") == summary("one")
    for name in ("utfproof.sarif", "badge.json", "codequality.json", "comment.md", "junit.xml"):
        ours, theirs = (Path(run, name).read_text("utf-8") for run in ("whole", "one"))
        if name == "utfproof.sarif":
            ours, theirs = (json.loads(text)["runs"][0]["results"] for text in (ours, theirs))
        assert ours == theirs, name
    assert Path("s.json").read_bytes() == Path("whole/utfproof.sarif").read_bytes()
    assert utfproof("report", "whole").out.strip() in joined.out
    *_, end = journal.read(Path("whole"))
    assert isinstance(end, RunFinished)
    assert end.result == summary("one")["result_digest"]


@pytest.mark.slow
def test_known_failures_of_shards_are_those_of_one_run(utfproof: Run, target: str) -> None:
    utfproof("certify", target, "--jobs", "2", "--update", "--out", "first")
    Path(target, "expectations.yaml").write_text(
        Path(target, "expectations.yaml").read_text("utf-8").replace("count: ", "count: 7", 1),
        "utf-8",
    )
    one = utfproof("gate", target, "--out", "one")
    parts = [
        utfproof("gate", target, "--shard", f"{i}/2", "--out", f"part-{i}").status for i in (1, 2)
    ]
    joined = utfproof("report", "merge", "part-1", "part-2", "--out", "whole")
    assert (one.status, parts, joined.status) == (1, [1, 0], 1)
    assert "matches another number" in joined.out
    assert summary("whole") == summary("one")


def test_a_shard_without_codecs_is_done_at_once(utfproof: Run, target: str) -> None:
    said = sharded(utfproof, target, of=3)
    assert [one.status for one in said] == [0, 1, 0]
    assert utfproof("report", "merge", "part-1", "part-2", "part-3", "--out", "whole").status == 1
    assert {one["codec"].rpartition("/")[2] for one in summary("whole")["codecs"]} == set(CODECS)


def test_a_shard_whose_codecs_cannot_run_is_no_success(utfproof: Run, repository: Path) -> None:
    absent = adapters.put(repository, "reads_by_the_table", "requires: [a-program-of-nobody]")
    there = adapters.put(repository, "reads_overlong_forms")
    command = ("gate", absent, there, *QUICK)
    said = [utfproof(*command, "--shard", f"{i}/2", "--out", f"part-{i}") for i in (1, 2)]
    assert [one.status for one in said] == [5, 1]
    assert utfproof("report", "merge", "part-1", "part-2").status == 1


def test_shards_that_are_missing_are_named(utfproof: Run, target: str) -> None:
    sharded(utfproof, target, of=3)
    said = utfproof("report", "merge", "part-2", "--out", "whole")
    assert said.status == 2
    assert "missing: shard 1/3, shard 3/3: name its folder too" in said.err
    assert not Path("whole").exists()


def test_existing_shards_can_be_merged_and_the_run_resumed(utfproof: Run, target: str) -> None:
    sharded(utfproof, target)
    said = utfproof("report", "merge", "part-2", "--partial", "--out", "whole")
    assert said.status == 5  # what is there is green, and not all
    assert "missing: shard 1/2" in said.out
    assert summary("whole")["complete"] is False
    utfproof("gate", target, *QUICK, "--out", "one")
    assert utfproof("gate", target, *QUICK, "--out", "whole").status == 1
    assert summary("whole") == summary("one")


def test_a_part_that_was_interrupted_is_missing_its_end(utfproof: Run, target: str) -> None:
    sharded(utfproof, target)
    path = Path("part-1/journal.jsonl")
    path.write_text("".join(path.read_text("ascii").splitlines(keepends=True)[:-1]), "ascii")
    said = utfproof("report", "merge", "part-1", "part-2")
    assert said.status == 2
    assert "missing: the end of " in said.err


OF_ANOTHER_KIND = [
    ('"utfproof":"', '"utfproof":"9.', "utfproof 9."),
    ('"digest":"', '"digest":"00', "vectors 00"),
    ('"level":"vectors"', '"level":"complete"', "level complete, not vectors"),
    ('"case":"utf-8/ill-formed/overlong-two/*"', '"case":"*"', "options {"),
    ('"shard":"2/2"', '"shard":"2/3"', "shards 3, not 2"),
    ('"shard":"2/2"', '"shard":"x"', "x is no shard"),
]


def test_parts_of_another_kind_are_refused(
    utfproof: Run, target: str, subtests: pytest.Subtests
) -> None:
    sharded(utfproof, target)
    path = Path("part-2/journal.jsonl")
    text = path.read_text("ascii")
    for old, new, told in OF_ANOTHER_KIND:
        with subtests.test(new=new):
            assert old in text
            path.write_text(chained(text.replace(old, new, 1)), "ascii")
            said = utfproof("report", "merge", "part-1", "part-2")
            assert said.status == 2
            assert told in said.err
            assert "part-2" in said.err


EMPTY = "codecs: {}\n"
OTHER = f"# another\n{EMPTY}"


def held(utfproof: Run, targets: tuple[str, ...], *lists: str, given: str = "") -> Said:
    """Join two shards, each made when its list of known failures is where it is looked for."""
    for number, text in enumerate(lists, 1):
        path = Path(given or f"{targets[0]}/expectations.yaml")
        path.unlink(missing_ok=True)
        if text:
            path.write_text(text, "utf-8")
        more = ("--expect", given) if given else ()
        part = ("--shard", f"{number}/2", "--out", f"part-{number}")
        assert utfproof("gate", *targets, *QUICK, *part, *more).status in {0, 1}
    return utfproof("report", "merge", "part-1", "part-2", "--out", "whole")


@pytest.mark.parametrize(("first", "second"), [(EMPTY, OTHER), (EMPTY, ""), ("", EMPTY)])
def test_an_adapter_whose_parts_know_other_failures_is_refused(
    utfproof: Run, target: str, first: str, second: str
) -> None:
    said = held(utfproof, (target,), first, second)
    assert said.status == 2
    assert said.err.count("\n") == 1
    assert (
        "part-2: the known failures of has_a_right_and_a_wrong_codec are not those of" in said.err
    )
    assert "part-1: make both parts with the same list" in said.err
    assert not Path("whole").exists()


@pytest.mark.parametrize(("second", "status"), [(EMPTY, 1), (OTHER, 2)])
def test_one_list_for_all_adapters_is_one_for_all_parts(
    utfproof: Run, repository: Path, second: str, status: int
) -> None:
    programs = ("reads_by_the_table", "reads_overlong_forms")
    targets = tuple(adapters.put(repository, program) for program in programs)
    said = held(utfproof, targets, EMPTY, second, given="known.yaml")
    assert said.status == status
    assert ("the known failures of all adapters are not those of" in said.err) is (status == 2)
    if status == 1:
        header = next(journal.read(Path("whole")))
        assert isinstance(header, RunStarted)
        assert header.expectations == dict.fromkeys(programs, digests.of_text(EMPTY))


def test_each_adapter_may_have_a_list_of_its_own(utfproof: Run, repository: Path) -> None:
    programs = ("reads_by_the_table", "reads_overlong_forms")
    targets = tuple(adapters.put(repository, program) for program in programs)
    Path(targets[1], "expectations.yaml").write_text(OTHER, "utf-8")
    assert held(utfproof, targets, EMPTY, EMPTY).status == 1


def test_parts_that_agree_may_overlap_and_parts_that_differ_are_refused(
    utfproof: Run, target: str
) -> None:
    utfproof("gate", target, *QUICK, "--out", "one")
    utfproof("gate", target, *QUICK, "--codec", "lax", "--out", "lax")
    assert utfproof("report", "merge", "one", "lax", "--out", "whole").status == 1
    assert summary("whole") == summary("one")
    shutil.copytree("lax", "changed")
    path = Path("changed/journal.jsonl")
    changed = path.read_text("ascii").replace('"actual":"ok 0"', '"actual":"ok 7"', 1)
    path.write_text(chained(changed), "ascii")
    said = utfproof("report", "merge", "one", "changed")
    assert said.status == 2
    assert "contradicts on has_a_right_and_a_wrong_codec/lax" in said.err


def test_a_part_that_is_named_twice_counts_once(utfproof: Run, target: str) -> None:
    sharded(utfproof, target)
    said = utfproof("report", "merge", "part-1", "./part-1", "part-2", "--out", "whole")
    assert said.status == 1


def test_a_run_of_which_nothing_is_a_journal_is_refused(utfproof: Run, repository: Path) -> None:
    (repository / "part").mkdir()
    assert utfproof("report", "merge", "part").status == 2
    (repository / "part/journal.jsonl").touch()
    said = utfproof("report", "merge", "part")
    assert said.status == 2
    assert "has no header" in said.err


def test_a_folder_called_merge_can_be_rendered(utfproof: Run, target: str) -> None:
    utfproof("gate", target, *QUICK, "--out", "merge")
    assert "reads" not in utfproof("report", "./merge", "--format", "text").err
    assert utfproof("report", "--format", "json", "./merge").json()["complete"] is True

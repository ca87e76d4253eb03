"""The sample that is asked again: drawn from each kind of question, the same for the same seed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from utfproof.certificate.sample import DrawnQuestions, RerunSample, draw
from utfproof.engine.journal.events import Event, FamilyFinished
from utfproof.model.verdict import CodecVerdict, Verdict

from . import small_run
from .small_run import DECODE, FOOTER, GOOD, HEADER, SWEPT

OTHER = small_run.finished("a/other", CodecVerdict.PASS)


def events() -> tuple[Event, ...]:
    """Return a run with 10 cases, one of them not asked, 4 families and 5 shards of a/good."""
    cases = [
        small_run.case("a/good", f"utf-8/ill-formed/{number}", Verdict.NON_STRICT, number, "R1")
        for number in range(10)
    ]
    group = small_run.case("a/good", "families/counts/1", Verdict.NON_STRICT, 5, "R1")
    families = [
        FamilyFinished("a/good", f"families/{name}", DECODE, asked, 1, 0.1, "9" * 64)
        for name, asked in (("c", 100), ("a", 1000), ("b", 900), ("none", 0), ("sweep", 256))
    ]
    shards = [replace(SWEPT, shard=f"{number:02x} 1") for number in range(5)]
    strange: list[Event] = [
        replace(SWEPT, shard="- 1", digest=""),
        replace(SWEPT, codec="a/other"),
        replace(families[0], codec="a/other"),
    ]
    return (HEADER, GOOD[0], *cases, group, *families, *shards, *strange, GOOD[2], OTHER, FOOTER)


def drawn(folder: Path, share: float, seed: int = 1, name: str = "a/good") -> DrawnQuestions:
    return draw(small_run.read(folder, events()), name, RerunSample(share, seed))


def ids(found: DrawnQuestions) -> tuple[list[str], list[str], list[str]]:
    cases = [case.case.rpartition("/")[2] for case in found.cases]
    families = [family.family.rpartition("/")[2] for family in found.families]
    return cases, families, [shard.shard[:2] for shard in found.shards]


def test_all_of_a_codec_is_what_was_asked_of_it(tmp_path: Path) -> None:
    found = drawn(tmp_path, 1)
    cases, families, shards = ids(found)
    assert sorted(cases) == [str(number) for number in range(1, 10)]
    assert sorted(families) == ["a", "b", "c"]
    assert sorted(shards) == ["00", "01", "02", "03", "04"]
    assert found.words == (
        "9 of 9 cases, 3 of 3 families (2,000 questions), 5 of 5 shards of sweeps"
    )


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.001, ("1 of 9 cases", "1 of 3 families", "1 of 5 shards of sweeps")),
        (0.12, ("2 of 9 cases", "families", "1 of 5 shards of sweeps")),
        (0.5, ("5 of 9 cases", "families", "3 of 5 shards of sweeps")),
    ],
)
def test_a_share_of_each_kind_is_drawn_and_one_at_least(
    tmp_path: Path, share: float, words: tuple[str, ...]
) -> None:
    found = drawn(tmp_path, share)
    assert all(word in found.words for word in words)
    assert f"({sum(one.asked for one in found.families):,} questions)" in found.words


def test_families_are_drawn_until_their_questions_make_up_the_share(tmp_path: Path) -> None:
    run = small_run.read(tmp_path, events())
    for seed in range(30):
        families = draw(run, "a/good", RerunSample(0.5, seed)).families
        asked = [family.asked for family in families]
        assert sum(asked) >= 1000
        assert sum(asked[:-1]) < 1000
    exact = {
        tuple(family.asked for family in draw(run, "a/good", RerunSample(0.5, seed)).families)
        for seed in range(60)
    }
    assert (1000,) in exact


def test_seed_and_codec_decide_what_is_drawn(tmp_path: Path) -> None:
    run = small_run.read(tmp_path, events())
    again = [ids(draw(run, "a/good", RerunSample(0.3, seed))) for seed in (1, 1, 2)]
    assert again[0] == again[1] != again[2]
    nothing = draw(run, "a/nobody", RerunSample(1, 1))
    assert (list(nothing.cases), list(nothing.families), list(nothing.shards)) == ([], [], [])
    assert nothing.words == "0 of 0 cases, 0 of 0 families (0 questions), 0 of 0 shards of sweeps"

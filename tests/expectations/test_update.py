"""The edit that makes a list of known failures right, and the file as it is written and read."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from utfproof.errors import ExpectationsError
from utfproof.expectations import document, rendered
from utfproof.expectations.document import Defect, FailureGroup
from utfproof.expectations.observed_failures import ObservedFailures, digest
from utfproof.expectations.update import revised, version_seen
from utfproof.model.verdict import Verdict

from . import runs
from .runs import CODEC, DECODE, OVERLONG, TODAY, VALIDATE, block, defect, unmet, watch


def record(failing: runs.Answers, version: str = "2.5") -> ObservedFailures:
    found = watch()
    list(found.follow(runs.events(failing, version=version)))
    return found.records[CODEC]


FAILING = OVERLONG | {
    (VALIDATE, "utf-8/a/one"): "ok",
    (VALIDATE, "utf-8/a/two"): "ok",
    (DECODE, "utf-8/b/one"): "ok 80",
    (DECODE, "families/edges/utf-8/one"): "ok 2f",
}


@pytest.mark.parametrize("level", ["vectors", "complete"])
@pytest.mark.parametrize(
    "before", [(), (defect(block("utf-8/a/*")),), (defect(block("*")), defect(block("gone/*")))]
)
def test_after_an_update_the_same_run_is_as_expected(
    before: tuple[Defect, ...], level: str
) -> None:
    if level == "vectors":
        failing = {pair: text for pair, text in FAILING.items() if "families" not in pair[1]}
    else:
        failing = dict(FAILING)
    after = revised(before, record(failing), level, TODAY)
    assert unmet(watch(*after, level=level), runs.events(failing)) == []


def test_written_entries_stay_and_new_failures_get_their_own_entry() -> None:
    first, second = revised([defect(block("utf-8/a/one"))], record(OVERLONG), "vectors", TODAY)
    assert first.reason == "reads overlong forms"
    assert [each.ids for each in first.blocks] == [("utf-8/a/one",)]
    assert second.reason == "not explained yet"
    assert [each.ids for each in second.blocks] == [("utf-8/a/two",)]
    assert (second.kind, second.seen, second.versions) == ("open", TODAY, "==2.5")
    assert second.expires == TODAY + timedelta(days=365)


def test_offers_that_fail_in_the_same_cases_share_a_block() -> None:
    (found,) = revised([], record(FAILING), "complete", TODAY)
    assert [(each.level, each.ops, each.ids, each.count, each.answer) for each in found.blocks] == [
        ("vectors", (DECODE,), ("utf-8/*",), 3, ""),
        ("vectors", (VALIDATE,), ("utf-8/a/*",), 2, "ok"),
        ("complete", (DECODE,), ("families/edges/utf-8/one",), 1, "ok 2f"),
    ]


def test_a_failure_of_a_family_joins_the_defect_of_its_offer() -> None:
    edge = OVERLONG | {(DECODE, "families/edges/utf-8/one"): "ok 2f"}
    (found,) = revised([defect(block("utf-8/a/*"))], record(edge), "complete", TODAY)
    assert [(each.level, each.count) for each in found.blocks] == [("vectors", 2), ("complete", 1)]


def test_a_failure_of_a_family_joins_the_defect_that_breaks_the_same_requirement() -> None:
    edges, counts = "families/edges/utf-8/one", "families/counts/1"
    found = record(OVERLONG | {(DECODE, edges): "ok 2f"})
    found.take(replace(found.failing[DECODE, edges], case=counts))
    for pair, event in found.failing.items():
        rule = "ISO-9.2-07" if pair[1] == counts else "RFC3629-3-11"
        found.failing[pair] = replace(event, breaks=(rule,))
    own, new = revised([defect(block("utf-8/a/*"))], found, "complete", TODAY)
    assert [one.ids for one in own.blocks] == [("utf-8/a/*",), (edges,)]
    assert (new.breaks, [one.ids for one in new.blocks]) == (("ISO-9.2-07",), [(counts,)])


def test_an_entry_that_is_seen_no_more_goes() -> None:
    assert revised([defect(block("utf-8/a/*"))], record({}), "vectors", TODAY) == ()


def test_entries_for_other_versions_and_higher_levels_stay_as_they_are() -> None:
    other = defect(block("utf-8/a/*"), versions=">=7")
    higher = defect(block("families/edges/*", level="complete"))
    assert revised([other, higher], record({}), "vectors", TODAY) == (other, higher)


@pytest.mark.parametrize("answer", ["ok 2f", "ok 7f"])
def test_a_defect_that_varies_stays_as_people_wrote_it(answer: str) -> None:
    varying = replace(defect(block("utf-8/*", count=0, answer=answer)), varies=True)
    assert revised([varying], record(OVERLONG), "vectors", TODAY) == (varying,)


def test_an_update_sets_a_new_date_where_one_has_passed() -> None:
    old = defect(block("utf-8/a/*"), expires=TODAY - timedelta(days=1))
    (found,) = revised([old], record(OVERLONG), "vectors", TODAY)
    assert found.expires == TODAY + timedelta(days=365)


@pytest.mark.parametrize(
    ("version", "stated"),
    [("17.0.15", "==17.0.15"), ("0.8.31", "==0.8.31"), ("v2.36-9", "==2.36"), ("x", "")],
)
def test_a_new_entry_is_for_the_version_that_was_seen_and_no_other(
    version: str, stated: str
) -> None:
    assert version_seen(version) == stated


def test_a_written_list_is_read_back_unchanged(tmp_path: Path) -> None:
    long = "words that fill more than one line of the file, " * 5
    crash = FailureGroup(Verdict.CRASH, "vectors", (), ("utf-8/*", "!utf-8/a/one"), 12)
    many = FailureGroup(
        Verdict.FAIL, "complete", (DECODE, VALIDATE), ("families/*",), 3, "", "0" * 16
    )
    defects = (
        Defect(long.strip(), ("https://example.org/1", "a: b"), "", None, (crash,)),
        Defect('a "reason": #1', (), ">=1, <2", date(2027, 1, 31), (block("*"), many), varies=True),
    )
    path = tmp_path / "expectations.yaml"
    path.write_text(rendered.text({CODEC: defects}), "utf-8")
    found = document.load(path).codecs[CODEC]
    assert rendered.text({CODEC: found}) == path.read_text("utf-8")
    assert [each.reason for each in found] == [each.reason for each in defects]
    assert [each.blocks[0].ids for each in found] == [each.blocks[0].ids for each in defects]
    assert max(map(len, path.read_text("utf-8").splitlines())) <= 100


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("versions: 17 or so", "Invalid specifier"),
        ("expires: 2027-02-30", "2027-02-30 is no date"),
        ("because: x", "Additional properties are not allowed"),
        ("expires: soon", "soon"),
    ],
)
def test_a_wrong_file_is_an_error_that_names_the_line(
    line: str, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "expectations.yaml"
    rest = ["cases: [{verdict: fail, ids: [a], count: 1}]"]
    path.write_text(
        "\n".join(
            ["codecs:", "  a/b:", "    - reason: x", *(f"      {each}" for each in (line, *rest))]
        ),
        "utf-8",
    )
    with pytest.raises(ExpectationsError, match=problem) as caught:
        document.load(path)
    assert caught.value.place == f"{path}:4"


def test_an_id_in_a_block_of_another_level_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "expectations.yaml"
    block = "{verdict: fail, ids: [families/edges/utf-8/one], count: 1}"
    path.write_text(f"codecs: {{a/b: [{{reason: x, cases: [{block}]}}]}}\n", "utf-8")
    with pytest.raises(ExpectationsError, match="not of level vectors: put it into a block of"):
        document.load(path)


def test_a_new_entry_names_the_faults_that_the_codec_behaves_like() -> None:
    found = record(OVERLONG)
    found.diagnoses += [runs.diagnosed(about) for about in ("one", "two", "one")]
    [entry] = revised([], found, "vectors", TODAY)
    [group] = entry.blocks
    assert entry == Defect(
        "not explained yet",
        (),
        "==2.5",
        TODAY + timedelta(days=365),
        (group,),
        kind="open",
        diagnosis="one; two",
        seen=TODAY,
    )
    assert entry.words == "not explained yet; behaves like: one; two"
    assert replace(entry, reason="by design").words == "by design"


def test_each_requirement_that_is_broken_gets_an_entry_of_its_own() -> None:
    found = record(FAILING)
    for pair, event in found.failing.items():
        rule = "ISO-9.2-07" if pair[1] == "utf-8/b/one" else "RFC3629-3-11"
        found.failing[pair] = replace(event, breaks=(rule,))
    found.diagnoses += [
        replace(runs.diagnosed(case), op=DECODE, case=case)
        for case in ("utf-8/a/one", "utf-8/b/one")
    ]
    first, second = revised([], found, "complete", TODAY)
    assert (first.diagnosis, second.diagnosis) == ("utf-8/b/one", "utf-8/a/one")
    assert (first.breaks, [one.ids for one in first.blocks]) == (
        ("ISO-9.2-07",),
        [("utf-8/b/one",)],
    )
    assert second.breaks == ("RFC3629-3-11",)


@pytest.mark.parametrize(
    "listed",
    [
        block("utf-8/a/*", answer="ok 7f"),
        FailureGroup(Verdict.FAIL, "vectors", (DECODE,), ("utf-8/a/*",), 2, "", "0" * 16),
    ],
    ids=["one answer", "different answers"],
)
def test_a_reason_does_not_pass_over_to_another_answer(listed: FailureGroup) -> None:
    [entry] = revised([defect(listed)], record(OVERLONG), "vectors", TODAY)
    assert entry.reason == (
        "not explained yet; listed before, with other answers, as: reads overlong forms"
    )
    assert (entry.kind, entry.seen) == ("open", TODAY)


def test_each_reason_that_a_failure_was_listed_for_is_told_once() -> None:
    one, two = (defect(block(f"utf-8/a/{name}", answer="ok 7f")) for name in ("one", "two"))
    known = [one, replace(two, reason="reads C0 as 40"), replace(one, blocks=two.blocks)]
    [entry] = revised(known, record(OVERLONG), "vectors", TODAY)
    told = "listed before, with other answers, as: reads overlong forms; reads C0 as 40"
    assert entry.reason == f"not explained yet; {told}"


def test_different_answers_are_written_as_their_digest() -> None:
    found = record(OVERLONG | {(DECODE, "utf-8/a/two"): "ok 2e"})
    [entry] = revised([], found, "vectors", TODAY)
    ids = ("utf-8/a/*",)
    own = digest(found.failing.values())
    assert entry.blocks == (FailureGroup(Verdict.FAIL, "vectors", (DECODE,), ids, 2, "", own),)


def test_a_pattern_leaves_out_the_cases_that_passed() -> None:
    failing = {(DECODE, case): "ok 2f" for case in ("utf-8/a/one", "utf-8/b/one")}
    [entry] = revised([], record(failing), "complete", TODAY)
    assert [one.ids for one in entry.blocks] == [("utf-8/a/one", "utf-8/b/one")]


def test_a_sweep_belongs_to_the_defect_of_its_strict_offers() -> None:
    swept, other = "sweep UTF-8 strict", "sweep UTF-16 strict"
    found = record(OVERLONG)
    [event] = [one for one in found.failing.values() if one.case == "utf-8/a/one"]
    for op in (swept, other):
        found.take(replace(event, op=op, case="families/sweep/utf-8/length-2"))
    own, new = revised([defect(block("utf-8/a/*"))], found, "complete", TODAY)
    assert [(one.level, one.ops) for one in own.blocks] == [
        ("vectors", (DECODE,)),
        ("complete", (swept,)),
    ]
    assert [one.ops for one in new.blocks] == [(other,)]


def test_entries_behind_one_that_stays_as_it_is_are_renewed_too() -> None:
    varying = replace(defect(block("utf-8/b/*", count=0)), varies=True)
    gone = defect(block("utf-8/gone/*"))
    other = defect(block("*"), versions=">=7")
    found = revised([other, varying, gone, defect(block("utf-8/a/*", count=9))], record(OVERLONG),
                    "vectors", TODAY)  # fmt: skip
    assert found[:2] == (other, varying)
    assert [[group.count for group in one.blocks] for one in found[2:]] == [[2]]

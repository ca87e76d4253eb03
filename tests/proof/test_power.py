"""The score of the suite falls when a part of it is taken away, and says what a codec would get."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from utfproof import mutants
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.plan import Planner
from utfproof.engine.questions.question import Question
from utfproof.errors import UsageError
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.proof.automata import transitions
from utfproof.proof.automata.transitions import TransitionFault
from utfproof.proof.power import foreign, machines, report
from utfproof.proof.power.named import FaultSearcher
from utfproof.proof.power.report import PowerReport
from utfproof.reference import schemes
from utfproof.reference.automaton import Automaton
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite

CATALOGUE = {mutant.id: mutant for mutant in mutants.catalogue()}
ONLY = {
    "families/counts": "utf-8/counts/256-errors-are-none",
    "families/lengths": "utf-8/reports/offset-has-eight-bits",
}
"""Family → a fault that it finds, and REST does not."""

REST = ("families/edges", "families/neighbours")

UTF_8 = schemes.automaton(Scheme.UTF_8)
VALIDATE = Offer(Op.VALIDATE, Encoding.UTF_8, Mode.STRICT)
OTHERS = [part for part in machines.PARTS if part not in ("families/states", "families/contexts")]


@cache
def few() -> Suite:
    """Return the suite with one file of its cases, so that a fault is searched in a moment."""
    suite = loader.load()
    kept = [case for case in suite.cases if case.about.id.startswith("utf-8/well-formed/ascii/")]
    return replace(suite, cases=tuple(kept))


def measured(pattern: str, families: tuple[str, ...]) -> PowerReport:
    named = [task.mutant for task in report.tasks(families, pattern) if task.mutant]
    searcher = FaultSearcher(few(), families)
    return report.power("complete", [searcher.search(CATALOGUE[name]) for name in named])


@pytest.mark.parametrize("family", ONLY)
def test_a_fault_survives_when_the_family_that_finds_it_is_left_out(family: str) -> None:
    fault = ONLY[family]
    whole = measured(fault, (family, *REST))
    assert (whole.survivors, whole.of_named.percent) == ([], 100)
    assert whole.named_by(family).killed == 1
    rest = measured(fault, REST)
    assert rest.survivors == [f"{fault}: {CATALOGUE[fault].about}"]
    assert (rest.of_named.killed, rest.of_named.total) == (0, 1)


def test_faulty_machines_survive_when_the_states_are_left_out() -> None:
    suite = loader.load()
    states = machines.together(suite, Scheme.UTF_8, ["families/states"])
    assert (states.total, states.killed, states.survivors) == (8 * 256 * 8, 8 * 256 * 8, ())
    rest = machines.together(suite, Scheme.UTF_8, OTHERS)
    assert 0 < rest.killed < rest.total
    assert len(rest.survivors) == rest.total - rest.killed


def test_each_survivor_among_machines_is_told_with_what_would_find_it() -> None:
    score = machines.together(loader.load(), Scheme.UTF_8, ["vectors"])
    found = transitions.score(UTF_8, [score.survivors[0].killer])
    assert score.survivors[0].fault not in [survivor.fault for survivor in found.survivors]


@dataclass(frozen=True)
class Machine:
    """A codec that validates by an automaton and tells nothing of an error's place."""

    automaton: Automaton

    def answer(self, line: str) -> bytes:
        octets = b"" if line == "-" else bytes.fromhex(line)
        return b"ok" if self.automaton.accepts(octets) else b"error ? ?"


@cache
def questions() -> list[Question]:
    """List what the written cases of sequences of every length ask of a validator."""
    plan = Planner(loader.load(), "utf-8/*/s*").plan(Claims(("unicode",)), [VALIDATE])
    return [question for item in plan.asked for question in item.questions]


def passes(codec: Machine) -> bool:
    return all(
        judge(one, codec.answer(one.line.decode("ascii"))).verdict is Verdict.PASS
        for one in questions()
    )


def test_a_machine_is_counted_as_found_exactly_where_a_codec_like_it_does_not_pass() -> None:
    lines = dict.fromkeys(one.line.decode("ascii") for one in questions())
    strings = [b"" if line == "-" else bytes.fromhex(line) for line in lines]
    score = transitions.score(UTF_8, strings)
    survivors = {survivor.fault for survivor in score.survivors}
    every = list(transitions.faults(UTF_8))
    dice = random.Random(10)  # noqa: S311  (a sample is no secret)
    killed = [fault for fault in every if fault not in survivors]
    sample = [*dice.sample(killed, 20), *dice.sample(sorted(survivors), 8)]
    assert passes(Machine(UTF_8))
    assert {fault for fault in sample if passes(codec_with(fault))} == survivors & {*sample}


def codec_with(fault: TransitionFault) -> Machine:
    return Machine(transitions.mutated(UTF_8, fault))


def test_a_list_made_by_hand_scores_low(tmp_path: Path) -> None:
    file = tmp_path / "list"
    text = "# the usual ones\nc0 80\nED A0 80  # a surrogate\n\n80\nff\nf4908080\nc3a9\n-\n"
    file.write_text(text, "utf-8")
    found = foreign.measured(foreign.strings(file), "UTF-8")
    assert (found.strings, found.machines.total) == (7, 8 * 256 * 8)
    assert 0 < found.machines.percent < 5
    assert 0 < found.by_verdict.killed < found.by_answer.killed < found.by_answer.total / 2
    shown = {survivor.partition(": ")[0] for survivor in found.survivors}
    assert "utf-8/positions/bad-octet-at-63" in shown
    assert "utf-8/overlong/c0-80-is-nul" not in shown


def test_a_wrong_place_of_an_error_is_found_by_the_answer_and_not_by_the_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = (CATALOGUE["utf-8/reports/offset-begins-at-one"],)
    monkeypatch.setattr(mutants, "catalogue", lambda: one)
    found = foreign.measured([b"A\xff"], "UTF-8")
    assert (found.by_verdict.killed, found.by_answer.killed, found.by_answer.total) == (0, 1, 1)


def test_a_line_that_is_no_string_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "list"
    file.write_text("c0 80\nc0 8\n", "utf-8")
    with pytest.raises(UsageError, match=r"list:2: .*is no string"):
        foreign.strings(file)


def test_a_list_without_a_string_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "list"
    file.write_text("# nothing yet\n", "utf-8")
    with pytest.raises(UsageError, match="no string in it"):
        foreign.strings(file)


def test_each_draw_is_a_sixth_of_the_work_and_another_seed_draws_other_faults() -> None:
    work = report.tasks(report.families_of("complete"))
    draws = [report.drawn(work, seed) for seed in range(40)]
    assert report.drawn(work, 3) == draws[3] != draws[4]
    for one in draws:
        assert len(one) == len({*one})
        assert {*one} < {*work}
        assert len(work) / 12 < len(one) < len(work) / 3
    # Nothing is never drawn: of 40 draws a batch is left out by one chance in 1,500.
    assert len(set[report.PowerTask]().union(*draws)) > 0.98 * len(work)

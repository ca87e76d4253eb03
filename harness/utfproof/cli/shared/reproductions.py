"""All failures of codecs, and a sample of their passes, put to the witnesses: `reproduce --all`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import click

from utfproof.adapters import registry
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared import building, options
from utfproof.cli.shared.activity import Activity, activity
from utfproof.cli.shared.reproduction import BROKEN, entry, hearings
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.questions.plan import Narrowing, Planner
from utfproof.errors import BuildError, Unavailable, UtfproofError
from utfproof.expectations.document import ExpectationFile
from utfproof.expectations.expectation_files import ExpectationFiles
from utfproof.expectations.listed_cases import KnownFailures
from utfproof.report.text import visible
from utfproof.vectors import loader
from utfproof.witness import hearing
from utfproof.witness.comparison import Agreement, Comparison
from utfproof.witness.hearing import AnsweredQuestion, HeardQuestion, Hearing

_SHOWN = 5
_SHOWN_BY_INPUT = (Agreement.DISAGREE, Agreement.APART, Agreement.CHANGED)
_NOTHING_RAN = 5


@dataclass(slots=True)
class CodecReproductions:
    """The outcome of one codec's questions, or the problem that kept the witness from running.

    `without` is the reason why the codec has no witness; None where it has one.
    """

    codec: str
    failures: Counter[Agreement]
    passes: Counter[Agreement]
    apart: list[HeardQuestion]
    unheard: Counter[str]
    without: str | None = None
    problem: str = ""
    output: str = ""

    @classmethod
    def of(cls, hearing: Hearing, heard: Iterable[HeardQuestion]) -> CodecReproductions:
        """Add up questions that adapter and witness were asked."""
        own = cls(hearing.asked.name, Counter(), Counter(), [], Counter())
        own.without = None if hearing.covers else hearing.reason or "nobody has said why"
        for one in heard:
            agreement = one.comparison.agreement
            (own.failures if one.question.is_failure else own.passes)[agreement] += 1
            if agreement in _SHOWN_BY_INPUT:
                own.apart.append(one)
            if agreement is Agreement.SILENT:
                own.unheard[one.comparison.why] += 1
        # Only the first few are shown: those that make the adapter broken come first, then short
        # inputs.
        own.apart.sort(
            key=lambda one: (
                _SHOWN_BY_INPUT.index(one.comparison.agreement),
                len(one.question.line),
            )
        )
        return own

    @classmethod
    def failed(cls, codec: str, error: UtfproofError) -> CodecReproductions:
        """Stand for a codec that could not be asked."""
        output = error.output if isinstance(error, BuildError) else ""
        own = cls(codec, Counter(), Counter(), [], Counter())
        own.problem, own.output = str(error), output
        return own

    @property
    def is_broken(self) -> bool:
        """True where adapter and witness disagree, or the witness does not run."""
        # Passes count as well: a witness that fails where the adapter passes has found a fault.
        both = self.failures[Agreement.DISAGREE] + self.passes[Agreement.DISAGREE]
        return bool(self.problem) or both > 0

    @property
    def line(self) -> str:
        """Return the counts in one line."""
        if self.problem:
            return f"{self.codec}: {self.problem}"
        confirmed = f"{self.failures[Agreement.AGREE]} of {self.failures.total()} failures"
        passed = f"{self.passes[Agreement.AGREE]} of {self.passes.total()} passes"
        words = [f"{self.codec}: confirmed {confirmed}, {passed}"]
        counts = self.failures + self.passes
        for agreement, name in (
            (Agreement.DISAGREE, "disagree: THE ADAPTER IS BROKEN, or the witness is"),
            (Agreement.APART, "only in pieces or in a buffer, not seen by the witness"),
            (Agreement.CHANGED, "answered otherwise than in the run"),
        ):
            if counts[agreement]:
                words.append(f"{counts[agreement]} {name}")
        words += [f"{count} not heard: {why}" for why, count in self.unheard.most_common()]
        return "; ".join(words)

    def to_json(self) -> dict[str, object]:
        """Return the counts and the questions that are not confirmed as an entry of JSON."""
        return {
            "codec": self.codec,
            "failures": {key.value: count for key, count in self.failures.items()},
            "passes": {key.value: count for key, count in self.passes.items()},
            "unheard": dict(self.unheard),
            "without": self.without,
            "apart": [entry(one) for one in self.apart],
            "problem": self.problem,
        }


@dataclass(frozen=True, slots=True)
class Total:
    """What all codecs add up to: the figures that say how far witnesses confirm what is told."""

    codecs: int
    covered: int
    failures: Counter[Agreement]
    passes: Counter[Agreement]
    problems: int

    @classmethod
    def of(cls, all_codecs: Sequence[CodecReproductions]) -> Total:
        """Add up the outcomes of codecs."""
        return cls(
            len(all_codecs),
            sum(one.without is None and not one.problem for one in all_codecs),
            sum((one.failures for one in all_codecs), Counter()),
            sum((one.passes for one in all_codecs), Counter()),
            sum(bool(one.problem) for one in all_codecs),
        )

    @property
    def disagreements(self) -> int:
        """How often the witness says something else than the adapter."""
        return self.failures[Agreement.DISAGREE] + self.passes[Agreement.DISAGREE]

    @property
    def lines(self) -> list[str]:
        """Return the figures for a reader."""
        found = [
            f"codecs with a witness: {self.covered} of {self.codecs}",
            f"failures confirmed: {_parts(self.failures)}",
            f"passes confirmed: {_parts(self.passes)}",
            f"disagreements: {self.disagreements}",
        ]
        return [*found, f"witnesses that do not run: {self.problems}"] if self.problems else found

    def to_json(self) -> dict[str, object]:
        """Return the figures as an entry of JSON."""
        return {
            "codecs": self.codecs,
            "covered": self.covered,
            "failures": {key.value: count for key, count in self.failures.items()},
            "passes": {key.value: count for key, count in self.passes.items()},
            "disagreements": self.disagreements,
            "problems": self.problems,
        }


def _parts(counts: Counter[Agreement]) -> str:
    words = [f"{counts[Agreement.AGREE]} of {counts.total()}"]
    words += [f"{counts[key]} {key}" for key in Agreement if key is not Agreement.AGREE]
    return ", ".join(word for word in words if not word.startswith("0 ") or " of " in word)


@dataclass(frozen=True, slots=True)
class AllReproductions:
    """The codecs whose failures and passes a user wants to be confirmed."""

    targets: tuple[str, ...]
    encodings: tuple[str, ...]
    ops: tuple[str, ...]
    run: Path | None
    passes: float
    seed: int | None

    def carry_out(self, form: str) -> int:
        """Ask, show one line a codec and the disagreements, and return the exit status."""
        # A seed of its own for each call, printed, so that a sample can be drawn again.
        seed = random.randrange(1 << 32) if self.seed is None else self.seed  # noqa: S311  (no secret)
        found: list[CodecReproductions] = []
        if form == "text":
            click.echo(f"sample of passes: {self.passes:.1%}, seed {seed}")
        with activity(quiet=form == "json") as doing:
            doing.say("reading the vectors")
            planner, events = Planner(loader.load()), self._events()
            for item in building.build(registry.select(self.targets), 1, doing):
                for one in self._adapter(item, planner, events, random.Random(seed), doing):  # noqa: S311
                    found.append(one)
                    if form == "text":
                        _show(one)
        total = Total.of(found)
        if form == "json":
            codecs = [one.to_json() for one in found]
            options.print_json({"seed": seed, "codecs": codecs, "total": total.to_json()})
        elif found:
            click.echo("\n" + "\n".join(total.lines))
        if any(one.is_broken for one in found):
            return BROKEN
        return 0 if found else _NOTHING_RAN

    def _events(self) -> Sequence[CaseFinished]:
        if self.run is None:
            return ()
        return [event for event in journal.read(self.run) if isinstance(event, CaseFinished)]

    def _adapter(
        self,
        chosen: SelectedAdapter,
        planner: Planner,
        events: Sequence[CaseFinished],
        dice: random.Random,
        doing: Activity,
    ) -> Iterable[CodecReproductions]:
        try:
            listed = ExpectationFiles(
                [chosen], None, "complete", whole=False, today=datetime.now().astimezone().date()
            )
            with hearings(chosen) as found:
                for own in found:
                    doing.say(f"asking {own.asked.name}")
                    questions = self._questions(own, planner, events, dice)
                    doing.count(f"witness of {own.asked.name}", "questions", len(questions))
                    yield _heard(own, questions, listed.documents, doing)
        # A missing toolchain is no fault of the adapter: it makes no codec broken.
        except Unavailable as error:
            click.echo(str(error), err=True)
        except UtfproofError as error:
            yield CodecReproductions.failed(chosen.manifest.name, error)

    def _questions(
        self,
        own: Hearing,
        planner: Planner,
        events: Sequence[CaseFinished],
        dice: random.Random,
    ) -> list[AnsweredQuestion]:
        narrowing = Narrowing(self.encodings, self.ops)
        cases = hearing.judged(own.asked, planner, narrowing)
        if self.run is None:
            return hearing.failures_and_passes(cases, self.passes, dice)
        offers = {str(offer) for offer in own.asked.offers(narrowing)}
        asked = [one for one in events if one.codec == own.asked.name and one.op in offers]
        green = {(one.case, one.op) for one in asked if one.verdict.green}
        # A run does not keep the questions that passed: they are those of the cases that it names.
        named = (
            [one for one in case if (one.case, str(one.offer)) in green]
            for case in (cases if green and self.passes else ())
        )
        passed = hearing.passes(named, self.passes, dice)
        return [*hearing.failures_of_run(own.asked, asked), *passed]


def _heard(
    own: Hearing,
    questions: list[AnsweredQuestion],
    listed: Sequence[ExpectationFile],
    doing: Activity,
) -> CodecReproductions:
    """Put a codec's questions to its witness; a witness that fails is the codec's problem alone."""
    known = KnownFailures(listed, own.asked.name, own.asked.offered.version)
    try:
        heard = (_allowed(one, known) for one in own.heard(questions, doing.advance))
        return CodecReproductions.of(own, heard)
    except UtfproofError as error:
        return CodecReproductions.failed(own.asked.name, error)


def _allowed(one: HeardQuestion, known: KnownFailures) -> HeardQuestion:
    """Blame nobody for a difference where the library answers otherwise from call to call."""
    question = one.question
    found = known.find(str(question.offer), question.case)
    if one.comparison.agreement not in _SHOWN_BY_INPUT or not (found and found.defect.varies):
        return one
    why = "the library is listed to answer otherwise from call to call"
    return replace(one, comparison=Comparison(Agreement.SILENT, why))


def _show(own: CodecReproductions) -> None:
    click.echo(visible(own.line))
    for one in own.apart[:_SHOWN]:
        question = one.question
        click.echo(f"    {one.comparison.agreement}: {question.offer} {question.line[:120]}")
        click.echo(visible(f"        adapter {question.actual[:200]}"))
        said = " / ".join(text.replace("\n", " ") for text in one.said)
        click.echo(visible(f"        witness {said[:200]}"))
    if own.output:
        click.echo(visible(own.output[:2000]))

"""The tests of a codec: one for each case and offer, asked in batches, judged one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby
from typing import Any, NoReturn

import pytest

from utfproof import locations
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.questions.plan import PlannedCase
from utfproof.engine.relations.properties import PlannedProperty
from utfproof.engine.run.codec_session import BATCH_CASES
from utfproof.errors import BuildError, UtfproofError
from utfproof.expectations.listed_cases import KnownFailures
from utfproof.model.level import LEVELS
from utfproof.model.operation import Offer
from utfproof.model.verdict import NOT_ASKED, Verdict
from utfproof.proof.proved_suite import load_consistent
from utfproof.pytest_plugin import requested_tests
from utfproof.pytest_plugin.codec_under_test import CodecUnderTest, codecs_under_test
from utfproof.pytest_plugin.expectation_check import CheckedCase, check

_SHOWN = 5
_UNANSWERED = (Verdict.BROKEN, Verdict.NOT_RUN)


def collect(session: pytest.Session) -> list[pytest.Item]:
    """Make the tests of all codecs that are asked for; their adapters end with the run.

    Raises:
        pytest.UsageError: the suite contradicts itself.
    """
    try:
        suite = load_consistent()
    except UtfproofError as error:
        raise pytest.UsageError(f"utfproof: {error}") from None
    closing = ExitStack()
    # Adapters outlive the tests: pytest ends them when the run is over, also after Ctrl-C.
    session.config.add_cleanup(closing.close)
    run = _AnswerStore()
    found: list[pytest.Item] = []
    for subject in codecs_under_test(requested_tests.of(session.config), suite, closing):
        name = subject.name
        codec = CodecTests.from_parent(session, name=name, nodeid=name, subject=subject, run=run)
        found += session.genitems(codec)
    return found


@dataclass(slots=True)
class _AnswerStore:
    """The state shared by the tests of a run: the number of cases, and the answers so far."""

    cases: int = 0
    answers: dict[str, CaseFinished] = field(default_factory=dict)
    offered: dict[tuple[str, str], list[CaseTest]] = field(default_factory=dict)

    def answer(self, test: CaseTest) -> CaseFinished:
        """Return the answer to a case; those of the batch that it is in are asked with it."""
        if test.nodeid not in self.answers:
            batch = self._batch(test)
            events = test.subject.ask([one.asked for one in batch])
            self.answers |= {one.nodeid: event for one, event in zip(batch, events, strict=True)}
        return self.answers[test.nodeid]

    def _batch(self, test: CaseTest) -> Sequence[CaseTest]:
        """List the tests near one, of the same offer, that were not deselected."""
        # After collection, when -k and --deselect have had their say.
        if not self.offered:
            for item in test.session.items:
                if isinstance(item, CaseTest):
                    self.offered.setdefault(item.offered, []).append(item)
        near = self.offered.get(test.offered, [])
        if test not in near:
            return [test]
        # Batches begin at fixed places, so that the answers do not depend on which test runs first.
        start = near.index(test) // BATCH_CASES * BATCH_CASES
        return near[start : start + BATCH_CASES]


class CodecTests(pytest.Collector):
    """The tests of one codec."""

    def __init__(self, *, subject: CodecUnderTest, run: _AnswerStore, **own: Any) -> None:  # noqa: ANN401
        """Make the collector of a codec; pytest passes `own`."""
        super().__init__(path=subject.manifest.folder / "adapter.yaml", **own)
        self.subject = subject
        self.run = run

    # Read when first needed: the list depends on the version that the adapter's hello names.
    @cached_property
    def known(self) -> KnownFailures:
        """Return the listed failures of the codec."""
        return self.subject.known()

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Yield the tests; where there is none, one that says why."""
        # The cases of all codecs so far, to see whether this one adds any.
        before = self.run.cases
        try:
            lacking = self.subject.adapter.lacks(self.subject.codec.name)
            if not lacking:
                yield from self._tests()
        # The adapter is broken: one test says so, in the place of thousands that could not be
        # asked.
        except UtfproofError:
            yield self._instead(self.subject.adapter.open)
            return
        if lacking:
            yield self._instead(partial(self._unavailable, lacking))
        elif self.run.cases == before:
            yield self._instead(self._nothing)

    def _tests(self) -> Iterator[pytest.Item | pytest.Collector]:
        subject = self.subject
        for offer, cases in groupby(subject.plan().asked, key=lambda asked: asked.offer):
            offered = list(cases)
            self.run.cases += len(offered)
            yield OfferTests.from_parent(self, name=str(offer), offer=offer, cases=offered)
        for asked in subject.properties():
            self.run.cases += 1
            yield PropertyTest.from_parent(self, name=asked.case, asked=asked)
        if subject.request.level != LEVELS[0]:
            self.run.cases += 1
            yield GeneratedTest.from_parent(self, name=f"level {subject.request.level}")

    def _instead(self, why: Callable[[], object]) -> AdapterTest:
        return AdapterTest.from_parent(self, name="adapter", why=why)

    # A skip is green to pytest: if nothing at all was asked, the run must not be.
    def _unavailable(self, lacking: str) -> NoReturn:
        """Skip where other codecs are tested; a run in which nothing is asked is no success."""
        words = f"{self.subject.name} is unavailable: {lacking}"
        if self.run.cases:
            pytest.skip(words)
        _error(f"{words}: `utfproof codecs` tells what is missing")

    def _nothing(self) -> NoReturn:
        _error(
            f"{self.subject.name}: nothing is asked: no case fits what it offers, what its "
            "adapter.yaml claims and the --utfproof options: `utfproof codecs` shows its offers"
        )


class OfferTests(pytest.Collector):
    """The cases of one offer."""

    def __init__(self, *, offer: Offer, cases: Sequence[PlannedCase], **own: Any) -> None:  # noqa: ANN401
        """Make the collector of an offer; pytest passes `own`."""
        super().__init__(**own)
        self.offer = offer
        self.cases = cases

    def collect(self) -> Iterable[pytest.Item]:
        """Yield a test for each case."""
        for asked in self.cases:
            yield CaseTest.from_parent(self, name=asked.case.about.id, asked=asked)


class _Test(pytest.Item):
    """A test that is answered when it is set up, and then judged: no answer is an error."""

    place = ""
    """`vectors/…:line` of what is asked."""

    def __init__(self, **own: Any) -> None:  # noqa: ANN401
        """Make a test with the marker of utfproof; pytest passes `own`."""
        super().__init__(**own)
        self.add_marker(pytest.mark.utfproof)
        self.results: list[CheckedCase] = []

    @cached_property
    def codec(self) -> CodecTests:
        """Return the collector of its codec."""
        found = self.getparent(CodecTests)
        assert found is not None  # noqa: S101  (a test is always below one)
        return found

    @property
    def subject(self) -> CodecUnderTest:
        """Return the codec."""
        return self.codec.subject

    def answers(self) -> Iterable[CaseFinished]:
        """Ask, or take answers that have come already."""
        raise NotImplementedError

    def setup(self) -> None:
        """Have answers."""
        events, broken = self._answered()
        if broken:
            _error(broken)
        for event in events:
            if event.verdict in _UNANSWERED:
                _error(self.subject.not_answered(event))
        asked = [event for event in events if event.verdict not in NOT_ASKED]
        if not asked:
            # A family may have nothing to ask of a codec, and no event.
            why = events[0].actual if events else "nothing of it is offered"
            kind = events[0].verdict.value if events else "unsupported"
            pytest.skip(f"{kind}: {why}")
        find, today = self.codec.known.find, self.subject.request.today
        self.results = [check(event, find(event.op, event.case), today) for event in asked]
        # For junit.xml: the verdict tells a `non-strict` from a `pass`, which pytest does not.
        self.user_properties += [("utfproof", event.verdict.value) for event in asked[:1]]

    def _answered(self) -> tuple[list[CaseFinished], str]:
        """Return the answers, or the problem of the adapter."""
        try:
            return list(self.answers()), ""
        except UtfproofError as error:
            # The next tests fail at once, and do not each wait for the same deadline.
            self.subject.adapter.give_up(error)
            return [], f"{error}\n{error.output if isinstance(error, BuildError) else ''}"

    def runtest(self) -> None:
        """Judge them."""
        wrong = [result for result in self.results if result.wrong]
        known = [result for result in self.results if result.known]
        # One new failure among known ones is a failure.
        if not wrong and known:
            pytest.xfail(known[0].known)
        shown = [result.text(self.subject) for result in (wrong or known)]
        if len(shown) > _SHOWN:
            shown[_SHOWN:] = [f"… {len(shown) - _SHOWN} more"]
        # No traceback: it would show the plugin, and not the codec.
        if shown:
            pytest.fail("\n".join(shown), pytrace=False)

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """Return the location of the case in the vectors, if it has one."""
        title = self.nodeid.replace("::", " ")
        file, _, line = self.place.rpartition(":")
        if not file:
            return self.path, None, title
        # pytest counts lines from zero.
        return locations.vectors().parent / file, int(line) - 1, title


class CaseTest(_Test):
    """A written case of one offer."""

    def __init__(self, *, asked: PlannedCase, **own: Any) -> None:  # noqa: ANN401
        """Make the test; pytest passes `own`."""
        super().__init__(**own)
        self.asked = asked
        self.place = asked.case.about.place

    @property
    def offered(self) -> tuple[str, str]:
        """Return the codec and the offer."""
        return self.subject.name, str(self.asked.offer)

    def answers(self) -> Iterable[CaseFinished]:
        """Ask the batch that it is in."""
        return (self.codec.run.answer(self),)


class PropertyTest(_Test):
    """A relation between the codec's own answers in one encoding."""

    def __init__(self, *, asked: PlannedProperty, **own: Any) -> None:  # noqa: ANN401
        """Make the test; pytest passes `own`."""
        super().__init__(**own)
        self.asked = asked
        self.place = asked.about.place

    def answers(self) -> Iterable[CaseFinished]:
        """Ask it alone."""
        return (self.subject.session.judge_property(self.asked),)


class GeneratedTest(_Test):
    """All that a level asks beyond the written cases: one test, for it takes minutes."""

    def answers(self) -> Iterable[CaseFinished]:
        """Ask family after family."""
        return self.subject.ask_generated()


class AdapterTest(_Test):
    """Stands for all tests of a codec that cannot be asked."""

    def __init__(self, *, why: Callable[[], object], **own: Any) -> None:  # noqa: ANN401
        """Make the test; `why` raises the reason."""
        super().__init__(**own)
        self._why = why

    def answers(self) -> Iterable[CaseFinished]:
        """Raise the reason.

        Raises:
            UtfproofError: the problem of the adapter.
        """
        self._why()
        raise UtfproofError(f"{self.subject.name} was not asked", hint="run again")


def _error(text: str) -> NoReturn:
    """Fail a test that is being set up, which pytest calls an error."""
    pytest.fail(text.rstrip(), pytrace=False)

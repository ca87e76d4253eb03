"""The cases that not every codec passed, with all codecs' answers side by side, as a page's data.

They are divided by topic, so that a page opens only the topic in view. Codecs that answer alike
share an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from utfproof.engine.journal.events import CaseFinished
from utfproof.model.verdict import NOT_ASKED, Verdict
from utfproof.report import octets
from utfproof.report.run.summary import Summary, case_options, op_option, topic_of
from utfproof.report.text import visible
from utfproof.vectors.suite import Suite

UNLISTED = NOT_ASKED | {Verdict.PASS, Verdict.IMPOSSIBLE}
"""Verdicts for which alone no case is listed."""

_COLOURED = 32
"""So many octets of an input get their roles; of those behind them only the digits are shown."""

_BUDGET = 100_000
"""So many octets are read for a page; the shortest inputs come first."""

_Answer = tuple[Verdict, str, str, str, str, int]


@dataclass(slots=True)
class _OfferAnswers:
    """The answers of codecs to a case of one offer: those that passed, as bits, and the others."""

    passed: int
    answers: dict[_Answer, list[int]] = field(default_factory=dict)


@dataclass(slots=True)
class _ListedCase:
    """A listed case, with the question and explanation of its first event."""

    clauses: tuple[str, ...]
    flags: tuple[str, ...]
    asked: dict[str, _OfferAnswers] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListedCases:
    """All cases that are listed, by topic and id; `known` are the reasons of known failures."""

    topics: Mapping[str, Mapping[str, _ListedCase]]
    known: list[str]
    whys: Mapping[str, str]

    @property
    def clauses(self) -> set[str]:
        """Return the clauses that listed cases cite."""
        return {name for item in self._all() for name in item.clauses}

    @property
    def flags(self) -> set[str]:
        """Return the flags of listed cases."""
        return {name for item in self._all() for name in item.flags}

    def _all(self) -> Iterator[_ListedCase]:
        for found in self.topics.values():
            yield from found.values()

    def data(self) -> dict[str, dict[str, object]]:
        """Return the data of the page's script for each topic: see templates/page/data.js."""
        reader = _InputReader(self._inputs())
        return {
            visible(topic): _block(found, self.whys, reader) for topic, found in self.topics.items()
        }

    def _inputs(self) -> set[tuple[str, str]]:
        return {
            (op, answer[2])
            for item in self._all()
            for op, asked in item.asked.items()
            for answer in asked.answers
        }


def gather(summary: Summary, suite: Suite | None) -> ListedCases:
    """Gather the listed cases of a run; only a suite knows why they are asked."""
    listed = {
        case.case
        for codec in summary.codecs.values()
        for case in codec.cases
        if case.verdict not in UNLISTED
    }
    topics: dict[str, dict[str, _ListedCase]] = {}
    known: dict[str, int] = {}
    for number, codec in enumerate(summary.codecs.values()):
        listed_as = codec.known_cases
        for event in (case for case in codec.cases if case.case in listed):
            # Numbers instead of reasons: thousands of answers share a few of them.
            about = listed_as.get((event.op, event.case))
            reason = known.setdefault(about.reason, len(known)) if about else -1
            key = (event.verdict, event.way, event.input, event.expected, event.actual, reason)
            _asked(topics, summary, event).answers.setdefault(key, []).append(number)
    return ListedCases(topics, [visible(reason) for reason in known], reasons(suite))


def _asked(
    topics: dict[str, dict[str, _ListedCase]], summary: Summary, event: CaseFinished
) -> _OfferAnswers:
    """Find the place of an event's answer, or make it."""
    questions = topics.setdefault(topic_of(event.case), {})
    question = questions.setdefault(event.case, _ListedCase(event.clauses, event.flags))
    # Passes are bits of the summary; only other answers are stored one by one.
    passed = summary.passes.get((event.case, event.op), 0)
    return question.asked.setdefault(event.op, _OfferAnswers(passed))


def reasons(suite: Suite | None) -> dict[str, str]:
    """Return why cases are asked, by `stem`; nothing without a suite."""
    if suite is None:
        return {}
    return {
        **{case.about.id: case.about.why for case in suite.cases},
        **{item.id: item.why for item in suite.properties},
        **{item.id: item.why for item in suite.families},
    }


def stem(case: str) -> str:
    """Return the id by which the suite knows a case: a property's or a family's has more parts."""
    parts = case.split("/")
    return "/".join(parts[:2]) if parts[0] in {"properties", "families"} else case


class _InputReader:
    """Reads inputs for a page as long as its budget lasts, the shortest first."""

    def __init__(self, inputs: set[tuple[str, str]]) -> None:
        left = _BUDGET
        self._chosen: set[tuple[str, str]] = set()
        # The shortest first, as most of them fit into the budget, and they are looked at first.
        for op, line in sorted(inputs, key=lambda item: (len(item[1]), item)):
            left -= min(len(line) // 2, _COLOURED)
            if left < 0:
                break
            self._chosen.add((op, line))

    def pieces(
        self, op: str, line: str, number: Callable[[tuple[str, str]], int]
    ) -> list[str | int]:
        """Return digits, look and role of each piece in order, then the rest of the line."""
        if (op, line) not in self._chosen:
            return []
        found = octets.read(op, line, _COLOURED)
        flat: list[str | int] = []
        for piece in found.pieces:
            flat += [piece.digits, piece.look, number((piece.role, piece.clause))]
        return [*flat, found.left] if flat else []


def _block(
    questions: Mapping[str, _ListedCase], whys: Mapping[str, str], reader: _InputReader
) -> dict[str, object]:
    """Return a topic: masks of codecs, roles, and the cases, which name these by their numbers."""
    masks: dict[int, int] = {}
    roles: dict[tuple[str, str], int] = {}

    def role(key: tuple[str, str]) -> int:
        return roles.setdefault(key, len(roles))

    cases = [
        [
            # Lists instead of objects, whose keys would be repeated for each case of the page.
            visible(case),
            visible(whys.get(stem(case), "")),
            [*map(visible, item.clauses)],
            [*map(visible, item.flags)],
            visible(case_options(case)),
            [
                [
                    visible(op),
                    visible(op_option(case, op)),
                    masks.setdefault(asked.passed, len(masks)),
                    [
                        [*map(visible, answer[:5]), answer[5], codecs,
                         reader.pieces(op, answer[2], role)]
                        for answer, codecs in asked.answers.items()
                    ],
                ]
                for op, asked in item.asked.items()
            ],
        ]
        for case, item in questions.items()
    ]  # fmt: skip
    return {"masks": [f"{mask:x}" for mask in masks], "roles": list(roles), "cases": cases}

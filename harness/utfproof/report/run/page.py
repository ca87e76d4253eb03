"""The report of a run as one self-contained HTML page: see `utfproof.report.html`.

The first failures, the codecs and their claims are elements of the page. All else is in its data,
from which the script makes elements when they come into view: `shared` at once, one block for each
topic of the listed cases, the requirements, and the executed families.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from utfproof.model.encoding import Encoding
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report import plots
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.clauses import Clause, clause
from utfproof.report.html import SIGNS, packed, rendered
from utfproof.report.run import contracts
from utfproof.report.run.coverage import RequirementCoverage, coverage
from utfproof.report.run.first_failures import FirstFailure, first_failures
from utfproof.report.run.listed_cases import UNLISTED, ListedCases, gather
from utfproof.report.run.pictures import Picture
from utfproof.report.run.summary import CodecSummary, Summary, column_of, topic_of
from utfproof.report.text import visible
from utfproof.vectors.suite import FlagNote, Suite

__all__ = ["Clause", "clause", "render", "rendered"]

_COLUMNS = {name: rank for rank, name in enumerate([*map(str, Encoding), "detect", "label"])}
_BROKEN = 6
"""The number of broken adapters that the first failures show at most."""

_SCRIPT = tuple(
    f"page/{name}.js"
    for name in (
        "elements",
        "data",
        "filter",
        "matrix",
        "cases",
        "case",
        "requirements",
        "codecs",
        "main",
    )
)


@dataclass(frozen=True, slots=True)
class _DataBlock:
    """Data of the page under a name."""

    name: str
    packed: str


def render(
    summary: Summary,
    suite: Suite | None,
    *,
    campaign: StoredCampaign | None = None,
    pictures: Sequence[Picture] = (),
) -> str:
    """Render a run as a whole HTML document, with a campaign and pictures of automata if any.

    Without a suite the page lacks its texts: reasons, requirements, and the words of clauses.
    """
    header = summary.header
    codecs = [summary.codecs[name] for name in sorted(summary.codecs)]
    questions = gather(summary, suite)
    covered = coverage(summary, suite) if suite else []
    first = first_failures(summary, suite)
    return rendered(
        "page.html",
        _SCRIPT,
        "page.css",
        summary=summary,
        header=header,
        codecs=codecs,
        numbers={name: number for number, name in enumerate(summary.codecs)},
        first=first,
        broken=[item for item in codecs if item.verdict is CodecVerdict.BROKEN][:_BROKEN],
        verdicts=_counts(codec.verdict for codec in codecs),
        listed=_listed(codecs),
        cases=sum(map(len, questions.topics.values())),
        notes=_notes(questions, first, suite),
        blocks=_blocks(summary, questions, covered, suite),
        covered=covered,
        # The texts of clauses are those of this edition: a page of an older run has to say so.
        foreign=header and suite and header.vectors.get("digest") != suite.digest,
        campaign=campaign,
        plots=plots.plots(campaign.history) if campaign else (),
        picture=plots,
        terms=contracts.terms,
        pictures=pictures,
    )


def _blocks(
    summary: Summary,
    questions: ListedCases,
    covered: Sequence[RequirementCoverage],
    suite: Suite | None,
) -> list[_DataBlock]:
    topics = questions.data()
    shared = _shared(summary, questions, covered, suite) | {"blocks": list(topics)}
    found = [_DataBlock("shared", packed(shared))]
    found += [
        _DataBlock(f"topic-{number}", packed(data)) for number, data in enumerate(topics.values())
    ]
    found.append(_DataBlock("requirements", packed([_requirement(item) for item in covered])))
    executed = [_executed(codec) for codec in summary.codecs.values()]
    return [*found, _DataBlock("executed", packed(executed))]


def _shared(
    summary: Summary,
    questions: ListedCases,
    covered: Sequence[RequirementCoverage],
    suite: Suite | None,
) -> dict[str, object]:
    tables = _WordTables()
    codecs = [_codec(item, tables) for item in summary.codecs.values()]
    cited = questions.clauses | {item.requirement.id for item in covered}
    clauses = {name: clause(name, suite) for name in sorted(cited)}
    return {
        "signs": SIGNS,
        "codecs": codecs,
        "tables": tables.data(),
        "known": questions.known,
        "flags": sorted(map(visible, questions.flags)),
        "cited": sorted(map(visible, questions.clauses)),
        "clauses": {
            visible(name): [item.where, item.level, item.states, item.address]
            for name, item in clauses.items()
        },
    }


class _WordTables:
    """Words that the tallies of codecs share, each once, by its number."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, int]] = {
            name: {} for name in ("columns", "ops", "topics", "verdicts")
        }

    def numbers(self, *words: str) -> list[int]:
        """Return the numbers of a column, an offer, a topic and a verdict."""
        pairs = zip(self._tables.values(), words, strict=True)
        return [table.setdefault(word, len(table)) for table, word in pairs]

    def data(self) -> dict[str, object]:
        """Return the words, and in which order columns are shown."""
        known = {name: [*map(visible, table)] for name, table in self._tables.items()}
        columns = known["columns"]
        order = sorted(columns, key=lambda name: (_COLUMNS.get(name, len(_COLUMNS)), name))
        return {**known, "order": order}


def _codec(item: CodecSummary, tables: _WordTables) -> list[object]:
    """Return a codec: its name, version, verdict, remark, command, tallies."""
    # A build's output can be pages long: its first line stands in the table.
    why = item.why.splitlines()[0] if item.why else ""
    tallies: list[int] = []
    for words, count in _tallied(item).items():
        tallies += [*tables.numbers(*words), count]
    texts = (item.codec, item.version, item.verdict.value, why, item.command)
    return [*map(visible, texts), tallies]


def _tallied(item: CodecSummary) -> Mapping[tuple[str, str, str, str], int]:
    """Count a codec's cases by encoding (or `detect`, `label`), offer, topic and verdict."""
    found: Counter[tuple[str, str, str, str]] = Counter()
    for (column, op, topic), count in item.passed.items():
        found[column, op, topic, Verdict.PASS.value] = count
    for case in item.cases:
        column = column_of(case.case, case.op)
        found[column, case.op, topic_of(case.case), case.verdict.value] += 1
    return found


def _requirement(item: RequirementCoverage) -> list[object]:
    about = item.requirement
    masks = [f"{mask:x}" for mask in (item.failed, item.otherwise, item.met)]
    texts = [visible(text) for text in (about.id, about.document, about.section)]
    return [*texts, about.untestable or "", item.cases, *masks]


def _executed(codec: CodecSummary) -> list[list[object]]:
    return [
        [
            visible(family.family.removeprefix("families/")),
            visible(family.op),
            family.asked,
            family.groups,
            round(family.seconds, 1),
            visible(family.digest[:16]),
            visible(family.note),
        ]
        for family in codec.executed
    ]


def _listed(codecs: Iterable[CodecSummary]) -> dict[str, int]:
    return _counts(
        case.verdict for codec in codecs for case in codec.cases if case.verdict not in UNLISTED
    )


def _counts(verdicts: Iterable[str]) -> dict[str, int]:
    """Count verdicts, in the order of their signs."""
    seen = Counter(verdicts)
    return {name: seen[name] for name in SIGNS if name in seen}


def _notes(
    questions: ListedCases, first: Sequence[FirstFailure], suite: Suite | None
) -> dict[str, FlagNote]:
    """Return the notes on the flags that were met."""
    if suite is None:
        return {}
    met = questions.flags | {item.flag for item in first}
    return {flag: suite.notes[flag] for flag in sorted(met) if flag in suite.notes}

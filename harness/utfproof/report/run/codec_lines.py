"""One line a codec, for screens on which the matrix has no room, and the totals of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rich.text import Text

from utfproof.model.codec_id import CodecId
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.run import contracts
from utfproof.report.run.summary import CodecSummary, listed
from utfproof.report.text import counted, one_line

_MOST_PASSING = 12
"""As many passing codecs have a line each; of more only their number is told."""
_LEAST_DETAIL = 20
_HEADINGS = ("verdict", "codec", "failing of cases")


class CodecMark(StrEnum):
    """The word that begins the line of a codec; it distinguishes a new failure from a known one."""

    FAIL = "FAIL"
    BROKEN = "broken"
    NOT_RUN = "not-run"
    KNOWN = "known"
    PASSING = "pass"
    UNAVAILABLE = "unavailable"


STYLES = {
    CodecMark.FAIL: "bold red",
    CodecMark.BROKEN: "bold magenta",
    CodecMark.NOT_RUN: "bright_yellow",
    CodecMark.KNOWN: "yellow",
    CodecMark.PASSING: "green",
    CodecMark.UNAVAILABLE: "bright_black",
}
_OF_VERDICTS = {
    CodecVerdict.BROKEN: CodecMark.BROKEN,
    CodecVerdict.NOT_RUN: CodecMark.NOT_RUN,
    CodecVerdict.UNAVAILABLE: CodecMark.UNAVAILABLE,
    CodecVerdict.PASS: CodecMark.PASSING,
}
_RANK = {mark: rank for rank, mark in enumerate(CodecMark)}


@dataclass(frozen=True, slots=True)
class MarkedCodec:
    """A codec of a run with the word that its line begins with.

    `new` counts the failures that nobody has listed, `known` those that are listed.
    """

    item: CodecSummary
    mark: CodecMark
    new: int
    known: int

    @classmethod
    def of(cls, item: CodecSummary) -> MarkedCodec:
        """Mark a codec: FAIL for a new failure or a list that does not hold, known for the rest."""
        failing, new = len(item.failures), len(item.unknown)
        mark = _OF_VERDICTS.get(item.verdict, CodecMark.KNOWN)
        # A list that no longer fits makes the codec fail, though all its failures are listed.
        if item.for_exit is CodecVerdict.FAIL:
            mark = CodecMark.FAIL
        return cls(item, mark, new, failing - new)

    @property
    def count(self) -> str:
        """Return how many cases were asked, and how many of them fail."""
        asked = sum(self.item.counts.values())
        # A codec with new failures shows those alone: the listed ones are no news.
        failing = self.known if self.mark is CodecMark.KNOWN else self.new
        return f"{failing:,} of {asked:,}"

    @property
    def detail(self) -> str:
        """Return the most useful fact: a diagnosis, a reason, or the known failures."""
        item = self.item
        if item.why:
            return item.why
        if self.new:
            known = f" ({self.known:,} more are known)" if self.known else ""
            return f"{self._cause()}{known}"
        if item.unmet:
            return f"{item.unmet[0].kind}: {item.unmet[0].text}"
        return "; ".join(filter(None, (contracts.counts(item), *listed(item.known))))

    def _cause(self) -> str:
        """Name the fault that a codec behaves like, the words of a broken adapter, or a case."""
        item, first = self.item, self.item.unknown[0]
        if item.diagnoses:
            return f"behaves like: {item.diagnoses[0].about}"
        return first.actual if first.verdict is Verdict.BROKEN else f"first {first.case}"


def marked(items: Sequence[CodecSummary]) -> list[MarkedCodec]:
    """Mark codecs: new failures come first, then known ones, then passes, by name."""
    found = [MarkedCodec.of(item) for item in items]
    return sorted(found, key=lambda one: (_RANK[one.mark], one.item.codec))


def lines(found: Sequence[MarkedCodec], width: int) -> Iterator[Text]:
    """Yield a line for each codec, no wider than the screen as long as its name has room.

    Many passing codecs share one line. Names are never cut.
    """
    passing = [one for one in found if one.mark is CodecMark.PASSING]
    # A screen full of passes would push the failures out of sight.
    folded = len(passing) > _MOST_PASSING
    shown = [one for one in found if not (folded and one.mark is CodecMark.PASSING)]
    words = max(len(_HEADINGS[0]), *(len(one.mark) for one in found))
    names = max(len(_HEADINGS[1]), *(len(one.item.codec) for one in shown), 0)
    counts = max(len(_HEADINGS[2]), *(len(one.count) for one in shown), 0)
    mark, codec, count = _HEADINGS
    yield Text(f"{mark:<{words}}  {codec:<{names}}  {count:>{counts}}", style="bold")
    for one in shown:
        line = Text(f"{one.mark:<{words}}", style=STYLES[one.mark])
        line.append(f"  {one.item.codec:<{names}}  {one.count:>{counts}}", style="default")
        room = width - len(line.plain) - 2
        # A reason of a few characters tells nothing: then the name and count stand alone.
        if one.detail and room >= _LEAST_DETAIL:
            line.append(f"  {_cut(one_line(one.detail), room)}", style="bright_black")
        line.rstrip()
        yield line
    if folded:
        adapters = {CodecId.parse(one.item.codec).adapter for one in passing}
        line = Text(f"{CodecMark.PASSING:<{words}}", style=STYLES[CodecMark.PASSING])
        many = f"{counted(len(passing), 'codec')} of {counted(len(adapters), 'adapter')}"
        yield line.append(f"  {many}", style="default")


def totals(found: Sequence[MarkedCodec]) -> Text:
    """Return the last line of a run: `281 codecs: 139 pass, 142 fail, all known; 0 new`."""
    text = Text(f"{counted(len(found), 'codec')}: ", style="bold")
    by_mark = {mark: [one for one in found if one.mark is mark] for mark in CodecMark}
    parts = []
    if passing := by_mark[CodecMark.PASSING]:
        parts.append((f"{len(passing):,} pass", STYLES[CodecMark.PASSING]))
    parts += _failing(by_mark[CodecMark.FAIL], by_mark[CodecMark.KNOWN])
    for mark in (CodecMark.BROKEN, CodecMark.NOT_RUN, CodecMark.UNAVAILABLE):
        if by_mark[mark]:
            parts.append((f"{len(by_mark[mark]):,} {mark}", STYLES[mark]))
    for number, (words, style) in enumerate(parts):
        text.append(f"{', ' if number else ''}", style="default").append(words, style=style)
    text.append("; ", style="default").append(*_new(found))
    if unmet := sum(len(one.item.unmet) for one in found):
        wrong = f"{counted(unmet, 'expectation')} not met"
        text.append("; ", style="default").append(wrong, style=STYLES[CodecMark.FAIL])
    return text


def _failing(new: Sequence[MarkedCodec], known: Sequence[MarkedCodec]) -> list[tuple[str, str]]:
    count = len(new) + len(known)
    if not count:
        return []
    if not new:
        return [(f"{count:,} fail, all known", STYLES[CodecMark.KNOWN])]
    rest = f", {len(known):,} of them as known" if known else ""
    return [(f"{count:,} fail{rest}", STYLES[CodecMark.FAIL])]


def _new(found: Sequence[MarkedCodec]) -> tuple[str, str]:
    new = sum(one.new for one in found)
    codecs = sum(bool(one.new) for one in found)
    if not new:
        return "0 new", "default"
    where = f" in {counted(codecs, 'codec')}" if len(found) > 1 else ""
    return f"{counted(new, 'new failure')}{where}", STYLES[CodecMark.FAIL]


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"

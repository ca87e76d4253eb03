r"""The report as one self-contained HTML page, which asks nothing of any network.

What codecs and adapters said is hostile input. The templates escape everything, characters that
would hide or reorder text are written as escapes (`\x1b`, `\u202e`), only http addresses become
links, and a content security policy lets no script run but the page's own.

Of each codec a few cases of every topic are in the page's elements. All of them are in its data,
one JSON block for each codec, from which the script makes elements when a topic is opened.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from utfproof.engine.events import CaseFinished
from utfproof.model.encoding import Encoding
from utfproof.model.verdict import RANK, Verdict
from utfproof.report.markdown import plain as plain_text
from utfproof.report.summary import CodecSummary, Summary, cell, cells
from utfproof.vectors.suite import Note, Suite

_EAGER = 60
"""So many cases of a codec are elements from the start, shared among its topics."""

_TEMPLATES = Path(__file__).parent / "templates"
_COLUMNS = {name: rank for rank, name in enumerate([*map(str, Encoding), "detect", "label"])}
_LISTED = frozenset({Verdict.NON_STRICT, Verdict.ALTERNATIVE})
_QUIET = frozenset({Verdict.PASS, Verdict.IMPOSSIBLE, Verdict.UNSUPPORTED})
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
_FOR_SCRIPT = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&"})

_Ops = tuple[tuple[str, tuple[str, ...]], ...]

_SIGNS = {
    "pass": "✓",
    "fail": "✗",
    "crash": "†",
    "hang": "∞",
    "overrun": "»",
    "broken": "!",
    "not-run": "?",
    "non-strict": "≈",
    "alternative": "◇",
    "impossible": "∅",
    "unsupported": "·",
    "unavailable": "-",
}


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as a case cites it; only the id where the suite does not know it."""

    id: str = ""
    where: str = ""
    level: str = ""
    states: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class _Reason:
    """What the suite says of a case; the same for every codec."""

    case: str = ""
    why: str = ""
    clauses: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """A case that is listed, ready to be shown; one without a command is green."""

    reason: _Reason = _Reason()
    op: str = ""
    way: str = ""
    verdict: str = ""
    input: str = ""
    expected: str = ""
    actual: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class _Topic:
    """The listed cases of one topic: failures, or what is green and listed all the same."""

    name: str
    anchor: str
    red: bool
    rows: Sequence[_Row]
    eager: Sequence[_Row]
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A square of the matrix: its gravest verdict, a large and a small text, and all counts."""

    verdict: str
    large: str
    small: str
    counts: str


@dataclass(frozen=True, slots=True)
class _Codec:
    """A codec with its row of the matrix, its topics and their data."""

    summary: CodecSummary
    cells: Mapping[str, _Cell]
    topics: Sequence[_Topic]
    data: Markup


@dataclass(slots=True)
class _Shared:
    """What many cases have in common, filled while they are gathered: each once, by its number."""

    suite: Suite | None
    whys: Mapping[str, str]
    numbers: dict[_Reason, int] = field(default_factory=dict)
    clauses: dict[str, Clause] = field(default_factory=dict)

    def reason(self, event: CaseFinished) -> _Reason:
        """Give what is known of an event's case, and remember it for the page's data."""
        of_property = event.case.startswith("properties/")
        stem = event.case.rpartition("/")[0] if of_property else event.case
        clauses = tuple(map(visible, event.clauses))
        flags = tuple(map(visible, event.flags))
        reason = _Reason(visible(event.case), visible(self.whys.get(stem, "")), clauses, flags)
        self.numbers.setdefault(reason, len(self.numbers))
        for name in clauses:
            if name not in self.clauses:
                self.clauses[name] = clause(name, self.suite)
        return reason

    def notes(self) -> dict[str, Note]:
        """Give the notes on the flags that were met."""
        if self.suite is None:
            return {}
        met = sorted({flag for reason in self.numbers for flag in reason.flags})
        return {flag: self.suite.notes[flag] for flag in met if flag in self.suite.notes}

    def data(self) -> Markup:
        """Give all of it as JSON for the script."""
        return _json(
            {
                "signs": _SIGNS,
                "notes": list(self.notes()),
                "clauses": {
                    name: [item.where, item.level, item.states, item.address]
                    for name, item in self.clauses.items()
                },
                "reasons": [
                    [item.case, item.why, item.clauses, item.flags] for item in self.numbers
                ],
            }
        )


def render(summary: Summary, suite: Suite | None) -> str:
    """Render a run as a whole HTML document.

    Without a suite the page lacks what only the suite knows: reasons, and the words of clauses.
    """
    header = summary.header
    shared = _Shared(suite, _whys(suite))
    codecs = [_codec(summary.codecs[name], shared) for name in sorted(summary.codecs)]
    return rendered(
        "page.html",
        "page.js",
        summary=summary,
        header=header,
        codecs=codecs,
        adapters=_by_adapter(codecs),
        columns=_columns(codecs),
        verdicts=_counts(codec.summary.verdict for codec in codecs),
        listed=_counts(
            row.verdict for codec in codecs for topic in codec.topics for row in topic.rows
        ),
        clauses=shared.clauses,
        notes=shared.notes(),
        shared=shared.data(),
        foreign=header and suite and header.vectors.get("digest") != suite.digest,
        blank=_Row(),
        blank_clause=Clause(),
    )


def rendered(
    name: str, script: str = "", style: str = "", base: str = "page.css", **values: object
) -> str:
    """Render a template of this folder as a whole document.

    `script` is its script, if it has one, `style` what it adds to `base`, the style of all pages.
    """
    own = _text(script) if script else ""
    look = _text(base) + (_text(style) if style else "")
    allowed = f"script-src {_hash(own)}; " if own else ""
    policy = (
        f"default-src 'none'; img-src data:; {allowed}style-src {_hash(look)}; "
        "base-uri 'none'; form-action 'none'"
    )
    template = _environment().get_template(name)
    return template.render(**values, script=own, style=look, policy=policy)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )
    environment.filters |= {
        "anchor": _anchor,
        "offers": _folded,
        "option": _option,
        "plain": plain_text,
        "web": _web,
    }
    environment.globals |= {"signs": _SIGNS}
    return environment


def _finalize(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def visible(text: str) -> str:
    """Write as escapes what would hide, reorder or break text: controls, surrogates, tags."""
    return _HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def _text(name: str) -> Markup:
    return Markup((_TEMPLATES / name).read_text(encoding="utf-8"))  # noqa: S704  (our own file)


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest())
    return f"'sha256-{digest.decode('ascii')}'"


def _json(value: object) -> Markup:
    """Write JSON that can end no script element and start no comment or entity."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return Markup(text.translate(_FOR_SCRIPT))  # noqa: S704  (escaped in the line above)


def _anchor(*parts: str) -> str:
    """Name a codec, topic or case within the page; the script builds the same names."""
    return re.sub(r"\s", "-", visible("/".join(part for part in parts if part)))


def _web(address: str) -> str:
    """Give an address that may become a link, or nothing."""
    return address if address.startswith(("https://", "http://")) else ""


def _whys(suite: Suite | None) -> dict[str, str]:
    if suite is None:
        return {}
    return {case.about.id: case.about.why for case in suite.cases} | {
        item.id: item.why for item in suite.properties
    }


def clause(name: str, suite: Suite | None) -> Clause:
    """Give what is shown of a clause."""
    requirement = suite.requirements.get(name) if suite else None
    if suite is None or requirement is None:
        return Clause(name)
    document = suite.documents[requirement.document]
    where = f"{document.title.partition(':')[0]}, section {requirement.section}"
    level = "" if requirement.level == "FACT" else requirement.level
    return Clause(name, where, level, requirement.states, _web(document.address))


def _codec(summary: CodecSummary, shared: _Shared) -> _Codec:
    topics = list(_topics(summary, shared))
    rows = [[_compact(row, shared) for row in topic.rows] for topic in topics]
    found = {name: _cell(name, counts) for name, counts in cells(summary).items()}
    return _Codec(summary, found, topics, _json(rows))


def _compact(row: _Row, shared: _Shared) -> list[str | int]:
    told = (row.op, row.way, row.verdict, row.input, row.expected, row.actual, row.command)
    return [shared.numbers[row.reason], *told]


def _topics(summary: CodecSummary, shared: _Shared) -> Iterator[_Topic]:
    """Fold failures by topic, then what is green and listed; topics in the order of the run."""
    folded: dict[tuple[bool, str], list[_Row]] = {}
    failures = summary.failures
    listed = [case for case in summary.cases if case.verdict in _LISTED]
    for red, events in ((True, failures), (False, listed)):
        for event in events:
            topic = "/".join(event.case.split("/")[:2])
            folded.setdefault((red, topic), []).append(_row(summary, event, shared, red=red))
    share = max(1, _EAGER // len(folded)) if folded else 0
    for (red, name), rows in folded.items():
        anchor = _anchor(summary.codec, "" if red else "listed", name)
        yield _Topic(name, anchor, red, rows, rows[:share], _counts(row.verdict for row in rows))


def _row(summary: CodecSummary, event: CaseFinished, shared: _Shared, *, red: bool) -> _Row:
    return _Row(
        reason=shared.reason(event),
        op=visible(event.op),
        way=visible(event.way),
        verdict=event.verdict.value,
        input=visible(event.input),
        expected=visible(event.expected),
        actual=visible(event.actual),
        command=visible(summary.reproduce(event)) if red else "",
    )


def _counts(verdicts: Iterable[str]) -> dict[str, int]:
    """Count verdicts, in the order of their signs."""
    seen = Counter(verdicts)
    return {name: seen[name] for name in _SIGNS if name in seen}


def _cell(name: str, counts: Mapping[Verdict, int]) -> _Cell:
    gravest, _ = cell(counts)
    total = sum(count for verdict, count in counts.items() if verdict is not Verdict.UNSUPPORTED)
    ranked = sorted(counts, key=RANK.__getitem__)
    every = f"{name}: " + ", ".join(f"{counts[verdict]:,} {verdict}" for verdict in ranked)
    if gravest in _QUIET:
        return _Cell(gravest.value, f"{total:,}" if total else "", "", every)
    return _Cell(gravest.value, f"{counts[gravest]:,}", f"/{total:,}", every)


def _columns(codecs: Iterable[_Codec]) -> list[str]:
    names = {name for codec in codecs for name in codec.cells}
    return sorted(names, key=lambda name: (_COLUMNS.get(name, len(_COLUMNS)), name))


def _by_adapter(codecs: Sequence[_Codec]) -> list[list[tuple[int, _Codec]]]:
    """Part the codecs, with their numbers, into adapters."""
    numbered = enumerate(codecs)
    parted = groupby(numbered, key=lambda item: item[1].summary.codec.partition("/")[0])
    return [list(group) for _, group in parted]


def _folded(offers: Iterable[str]) -> list[tuple[_Ops, list[str]]]:
    """Fold offers: operations with their modes, and the encodings that have all of them."""
    modes: dict[str, dict[str, list[str]]] = {}
    for offer in offers:
        op, encoding, mode = (*offer.split(" ", 2), "-", "-")[:3]
        modes.setdefault(encoding, {}).setdefault(op, []).append(mode)
    found: dict[_Ops, list[str]] = {}
    for encoding, ops in modes.items():
        key = tuple((op, tuple(mode for mode in named if mode != "-")) for op, named in ops.items())
        found.setdefault(key, []).extend([encoding] if encoding != "-" else [])
    return list(found.items())


def _option(value: object) -> str:
    """Write an option's value: one word, several, or one for each encoding."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_option(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return str(value)

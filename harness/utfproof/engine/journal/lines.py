"""The lines of a journal: an event each, without repetition of earlier lines.

Codecs are asked the same cases, so most of a journal would be repetition. Two rules shorten it:

* Cases of one offer that pass one after the other share a line `passes`. Its `cases` introduces a
  case as `[id, asked]`; the next free number stands for that pair from then on, as `7`, or in a
  range as `[7, 31]`.
* In the line of any other case, a field equal to that in the last such line of the same case is
  left out.

Both start anew with every header, so that a run can go on in the journal of an interrupted one.
In any line, a field that has its default value is left out. The ends of codecs and of runs have a
field that no event has: `chain` (`utfproof.engine.journal.agreement`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields

from utfproof import strict_json
from utfproof.engine.journal import word_forms
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Diagnosed,
    Event,
    ExpectationUnmet,
    FailuresKnown,
    FamilyFinished,
    FamilyStarted,
    RunFinished,
    RunStarted,
    ShardFinished,
    SmallestInput,
    TraitsFound,
    WorkerChecked,
)
from utfproof.model.verdict import Verdict

FORM = 3
"""Forms 1 and 2 are read too. Form 1 leaves nothing out but the fields of cases that pass; up to
form 2 no line has a digest of those before it."""

_KINDS: dict[str, type[Event]] = {
    "run": RunStarted,
    "codec": CodecStarted,
    "case": CaseFinished,
    "family": FamilyStarted,
    "shard": ShardFinished,
    "family-end": FamilyFinished,
    "diagnosis": Diagnosed,
    "smallest": SmallestInput,
    "traits": TraitsFound,
    "known": FailuresKnown,
    "unmet": ExpectationUnmet,
    "codec-end": CodecFinished,
    "worker": WorkerChecked,
    "end": RunFinished,
}
_WORDS = {kind: word for word, kind in _KINDS.items()}
_END = "}\n"
_ENDS = ("codec-end", "end")
_PROPERTY = "property"
_SHORTENED = ("asked", "way", "input", "expected", "actual", "clauses", "flags")

_Entry = dict[str, object]
_Pair = tuple[str, int]


def line(event: Event) -> str:
    """Return the line of one event alone, with nothing left out but defaults."""
    return _line(_entry(event))


class LineWriter:
    """Writes events as lines, which a `LineReader` reads in the same order."""

    def __init__(self) -> None:
        """Start a journal without lines."""
        self._passed: dict[str, CaseFinished] = {}
        self._numbers: dict[_Pair, int] = {}
        self._last_entries: dict[str, _Entry] = {}

    def lines(self, event: Event) -> str:
        """Take in an event and return the lines that are complete: none while cases pass."""
        before = "" if self._joins(event) else self.rest()
        if isinstance(event, RunStarted):
            self._numbers, self._last_entries = {}, {}
        if not isinstance(event, CaseFinished):
            return before + line(event)
        if _folds(event):
            self._passed[event.case] = event
            return before
        return before + _line(self._shortened(event))

    def rest(self) -> str:
        """Return the line of the passing cases that wait for more of their offer."""
        passed, self._passed = list(self._passed.values()), {}
        if not passed:
            return ""
        first = passed[0]
        entry: _Entry = {"event": "passes", "codec": first.codec, "op": first.op, "way": first.way}
        return _line(entry | {"cases": list(self._folded(passed))})

    def _joins(self, event: Event) -> bool:
        """Tell whether an event goes into the line of the cases that wait."""
        if not isinstance(event, CaseFinished) or not _folds(event):
            return False
        if not self._passed or event.case in self._passed:
            return False
        one = next(iter(self._passed.values()))
        # A common line has one `way`, which has to tell properties from questions.
        kind = (event.way == _PROPERTY) is (one.way == _PROPERTY)
        return kind and (event.codec, event.op) == (one.codec, one.op)

    def _folded(self, passed: Iterable[CaseFinished]) -> Iterator[object]:
        """Yield new cases as pairs, the others as their numbers, those in a row as ranges."""
        run: tuple[int, int] | None = None
        for case in passed:
            pair = (case.case, case.asked)
            number = self._numbers.get(pair)
            # `number` is None for a new case, which equals no successor.
            if run and number == run[1] + 1:
                run = run[0], number
                continue
            if run:
                yield _range(run)
            run = None if number is None else (number, number)
            if number is None:
                # The reader counts in the same order: a number is written nowhere.
                self._numbers[pair] = len(self._numbers)
                yield pair
        if run:
            yield _range(run)

    def _shortened(self, event: CaseFinished) -> _Entry:
        entry = _entry(event)
        last = self._last_entries.get(event.case, {})
        self._last_entries[event.case] = {name: entry[name] for name in _SHORTENED}
        same = {name for name, value in last.items() if entry[name] == value}
        return {name: value for name, value in entry.items() if name not in same}


def chained(lines: str, before: str) -> str:
    """Add to the last of some lines the digest of all that stands before it."""
    return f'{lines.removesuffix(_END)},"chain":"{before}"{_END}'


class LineReader:
    """Reads the lines of one journal, from its first on."""

    def __init__(self) -> None:
        """Start a journal without lines.

        `form` is that of the last header, `chain` the digest that the last line states of those
        before it, "" for none.
        """
        self.form = FORM
        self.chain = ""
        self._pairs: list[_Pair] = []
        self._last_entries: dict[str, _Entry] = {}

    def events(self, text: str) -> list[Event]:
        """Return the events of a line.

        Raises:
            ValueError: it is no line of a journal, or refers to lines that are not there.
            TypeError: the same.
            NewerFormError: it is the header of a journal of a newer form.
        """
        entry = strict_json.parse(text)
        if not isinstance(entry, dict):
            raise TypeError("no object")
        word = entry.pop("event", None)
        self.chain = ""
        if word == "passes":
            return list(self._passes(strict_json.record(_PassedCases, entry)))
        if not isinstance(word, str) or word not in _KINDS:
            raise ValueError("an event of another name")
        if word == "run":
            self.form = _read_form(entry.pop("form", FORM))
            self._pairs, self._last_entries = [], {}
        if word == "case":
            entry = self._completed(entry)
        if word in _ENDS:
            self.chain = _read_chain(entry.pop("chain", ""))
        event = strict_json.record(_KINDS[word], entry)
        word_forms.check(event)
        return [event]

    def _completed(self, entry: _Entry) -> _Entry:
        """Add the fields that an earlier line of the same case has."""
        name = str(entry.get("case"))
        found = {**self._last_entries.get(name, {}), **entry}
        self._last_entries[name] = {key: found[key] for key in _SHORTENED if key in found}
        return found

    def _passes(self, found: _PassedCases) -> Iterator[CaseFinished]:
        """Yield the cases of a common line; their vectors hold the questions and answers."""
        word_forms.check_line(found.codec, found.op)
        left = len(self._pairs) + len(found.cases)
        for one in found.cases:
            pairs = self._named(one)
            # A line names each case once; a longer one could expand without bounds.
            left -= len(pairs)
            if left < 0:
                raise ValueError("a case twice in a line")
            for case, asked in pairs:
                word_forms.check_asked(case, found.op)
                yield CaseFinished(
                    codec=found.codec,
                    case=case,
                    op=found.op,
                    verdict=Verdict.PASS,
                    asked=asked,
                    way=found.way,
                    input="",
                    expected="",
                    actual="",
                    clauses=(),
                    flags=(),
                )

    def _named(self, one: object) -> Sequence[_Pair]:
        """Return the pairs that an item of a common line stands for; a new one gets a number."""
        match one:
            case [str() as case, int() as asked] if type(asked) is int:
                word_forms.check_case(case)
                self._pairs.append((case, asked))
                return self._pairs[-1:]
            case int() if type(one) is int and 0 <= one < len(self._pairs):
                return self._pairs[one : one + 1]
            case [int() as first, int() as last] if 0 <= first < last < len(self._pairs):
                return self._pairs[first : last + 1]
        raise ValueError("no case that an earlier line introduces")


class NewerFormError(Exception):
    """A journal is of a form that only a newer version reads."""


@dataclass(frozen=True, slots=True)
class _PassedCases:
    """The common line of cases that passed."""

    codec: str
    op: str
    way: str
    cases: tuple[object, ...]


def _read_chain(chain: object) -> str:
    if not isinstance(chain, str):
        raise TypeError("no digest")
    return chain


def _read_form(form: object) -> int:
    if type(form) is not int or form < 1:
        raise TypeError("no form")
    if form > FORM:
        raise NewerFormError(f"a journal of form {form}; this version reads form {FORM}")
    return form


def _folds(event: CaseFinished) -> bool:
    """Tell whether a case goes into a common line: it passed, and all of it was asked."""
    return event.verdict is Verdict.PASS and not event.outside


def _range(run: tuple[int, int]) -> object:
    return run[0] if run[0] == run[1] else run


def _entry(event: Event) -> _Entry:
    """Return the fields of an event, without those that have their default value."""
    entry: _Entry = {"event": _WORDS[type(event)]}
    if isinstance(event, RunStarted):
        entry["form"] = FORM
    for item in fields(event):
        value = getattr(event, item.name)
        if value != _default(item):
            entry[item.name] = value
    return entry


def _default(item: Field[object]) -> object:
    return item.default if item.default_factory is MISSING else item.default_factory()


def _line(entry: _Entry) -> str:
    return json.dumps(entry, separators=(",", ":")) + "\n"

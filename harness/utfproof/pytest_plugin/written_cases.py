"""The written decode cases, for tests of Python code that need no adapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from itertools import chain

import pytest

from utfproof.engine.questions.default_settings import default_settings
from utfproof.engine.questions.expected_answer import Text
from utfproof.engine.questions.interpretation import Interpretation, interpretations
from utfproof.errors import UsageError, UtfproofError
from utfproof.model.case import DecodeCase, Keyword
from utfproof.model.operation import Mode
from utfproof.model.profile import Settings
from utfproof.vectors import loader

Values = tuple[int, ...]

_READINGS = ("ill-formed", "well-formed")
_NAMES = ("encoding", "kind", "case", "profile")


@dataclass(frozen=True, slots=True, repr=False)
class WrittenCase:
    """Octets, and the values that a decoder must deliver.

    `values` are the code points, None where a strict decoder must refuse; then `offset` is the
    start of the first error. `replaced` is the output of a decoder that replaces, None where the
    profile leaves the number of U+FFFD open. `others` are the readings that a document allows
    beside `values`. `keyword` is the strength of the clauses: MUST, SHOULD or MAY. `explanation`
    is all of it in words.
    """

    id: str
    octets: bytes
    values: Values | None
    offset: int | None
    replaced: Values | None
    others: tuple[Values | None, ...]
    keyword: Keyword
    clauses: tuple[str, ...]
    explanation: str

    @property
    def text(self) -> str | None:
        """Return the values as a string; None for a refusal."""
        return None if self.values is None else "".join(map(chr, self.values))

    def __repr__(self) -> str:
        return f"<{self.id}: {self.octets.hex(' ')}>"


def parametrise(metafunc: pytest.Metafunc) -> None:
    """Run a test for each case that its marker asks for; for all of UTF-8 without one."""
    marker = metafunc.definition.get_closest_marker("utfproof")
    try:
        # Without a marker a test means UTF-8: most of the codecs in Python tests are.
        cases = _chosen(marker.args, marker.kwargs) if marker else _cases("UTF-8", None)
    except UtfproofError as error:
        pytest.fail(f"{metafunc.definition.nodeid}: marker utfproof: {error}", pytrace=False)
    ids = [case.id for case in cases]
    metafunc.parametrize("utfproof_case", cases, ids=ids, indirect=True)


def _chosen(given: tuple[object, ...], named: Mapping[str, object]) -> list[WrittenCase]:
    wrong = [repr(value) for value in given] + [name for name in named if name not in _NAMES]
    if wrong:
        hint = f"it takes {', '.join(_NAMES)}, by name"
        raise UsageError(f"it does not take {', '.join(wrong)}", hint=hint)
    texts = {name: str(value) for name, value in named.items() if value is not None}
    cases = _cases(texts.get("encoding", "UTF-8"), texts.get("profile"))
    kind, case = texts.get("kind", "*"), texts.get("case", "*")
    fitting = [one for one in cases if _is_of(one, kind) and fnmatchcase(one.id, case)]
    if not fitting:
        # In the order of the suite, each once: a misspelt kind is then found by eye.
        kinds = dict.fromkeys(chain.from_iterable(map(_kinds, cases)))
        hint = f"the kinds are {', '.join(kinds)}"
        raise UsageError(f"no case fits kind={kind!r}, case={case!r}", hint=hint)
    return fitting


def _is_of(case: WrittenCase, pattern: str) -> bool:
    return any(fnmatchcase(kind, pattern) for kind in _kinds(case))


def _kinds(case: WrittenCase) -> tuple[str, ...]:
    """Return the kinds of a case: `ill-formed` or `well-formed` by its reading, and its topic.

    The topic is the second part of the id. A file of ill-formed inputs may hold well-formed
    neighbours, so its folder does not tell how an input reads.
    """
    reading = _READINGS[0] if case.values is None else _READINGS[1]
    topic = case.id.split("/")[1]
    return (reading,) if topic in _READINGS else (reading, topic)


@cache
def _cases(encoding: str, profile: str | None) -> tuple[WrittenCase, ...]:
    settings = default_settings(encoding, profile)
    return tuple(_of_settings(settings))


def _of_settings(settings: Settings) -> Iterator[WrittenCase]:
    for case in loader.load().cases:
        mine = case.about.encoding is settings.encoding and settings.owns(case.about.profile)
        if mine and isinstance(case, DecodeCase):
            yield _written(case, settings)


def _written(case: DecodeCase, settings: Settings) -> WrittenCase:
    first, *others = interpretations(case.reads, case.others, settings)
    values = _values(first)
    # A dict keeps the order of the readings and drops those that only differ in their parts.
    beside = dict.fromkeys(map(_values, others))
    beside.pop(values, None)
    replaced = first.output(Mode.REPLACE)
    offset = first.error[0] if first.error else None
    return WrittenCase(
        id=case.about.id,
        octets=case.octets,
        values=values,
        offset=offset,
        replaced=replaced.values if isinstance(replaced, Text) else None,
        others=tuple(beside),
        keyword=case.about.keyword,
        clauses=case.about.clauses,
        explanation=_explanation(case, values, offset),
    )


def _values(choice: Interpretation) -> Values | None:
    return None if choice.error else choice.values(choice.reads.parts, Mode.STRICT)


def _explanation(case: DecodeCase, values: Values | None, offset: int | None) -> str:
    about, rules = case.about, loader.load().requirements
    comes = f"an error at offset {offset}" if values is None else _points(values)
    sentences = [f"  {name}: {rules[name].states}" for name in about.clauses if name in rules]
    octets = case.octets.hex(" ").upper() or "(no octets)"
    return "\n".join([f"{about.id} ({about.place})", f"  {octets}: {comes}", about.why, *sentences])


def _points(values: Values) -> str:
    return " ".join(f"U+{value:04X}" for value in values) or "nothing"

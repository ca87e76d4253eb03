"""The file of known failures, `expectations.yaml`, read and checked.

A defect is written by people: a reason, references, the versions that have it, a date of expiry.
Its blocks are written by a run: the failing cases of which offers, their number, their answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import cast

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from utfproof import locations, schemas, strict_yaml
from utfproof.errors import ExpectationsError
from utfproof.expectations.patterns import Patterns, expanded
from utfproof.model import processor
from utfproof.model.level import level_of
from utfproof.model.verdict import Verdict

NAME = "expectations.yaml"
NOT_EXPLAINED = "not explained yet"
"""How the reason of an entry begins that nobody has written."""
_NUMBER = re.compile(r"\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """Cases that fail alike.

    `count` counts pairs of a case and an offer. `ops` is empty where every offer is meant.
    `answer` is the one answer to all of them, `answers` the digest of different ones; neither is
    given where answers are not compared.
    """

    verdict: Verdict
    level: str
    ops: tuple[str, ...]
    ids: tuple[str, ...]
    count: int
    answer: str = ""
    answers: str = ""
    line: int = 0

    def is_met_by(self, verdict: Verdict, actual: str) -> bool:
        """Tell whether a case fails as it is listed; the digest of answers is not looked at."""
        return verdict is self.verdict and self.answer in ("", actual)

    @property
    def patterns(self) -> Patterns:
        """Return the patterns of its ids, ready to be used."""
        return Patterns(self.ids)


@dataclass(frozen=True, slots=True)
class Defect:
    """Why some cases of a codec are known to fail, in which versions and on which processors.

    One that `varies` is not the same in every run: its cases may fail, with whatever answer.
    `kind` says what became of it: `defect`, `by-design`, `fixed-upstream` or `open`; "" where
    nobody said. `breaks` are the requirements that its answers contradict, `diagnosis` is what the
    program made of them, and `seen` the day on which it did; these three are written by a run.
    """

    reason: str
    reference: tuple[str, ...]
    versions: str
    expires: date | None
    blocks: tuple[FailureGroup, ...]
    line: int = 0
    varies: bool = False
    kind: str = ""
    breaks: tuple[str, ...] = ()
    diagnosis: str = ""
    seen: date | None = None
    cpu: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Return the reason, with the diagnosis where nobody has explained the failures yet."""
        unexplained = self.reason.startswith(NOT_EXPLAINED) and self.diagnosis
        return f"{self.reason}; behaves like: {self.diagnosis}" if unexplained else self.reason

    def concerns(self, version: str, cpu: str = "") -> bool:
        """Tell whether a version of the library is one that the defect was seen in.

        So must the processor be, where any is named; "" is this machine's own.
        """
        if self.cpu and (cpu or processor.own()) not in self.cpu:
            return False
        number = number_of(version)
        # A version without a number fits only the entries for every version.
        if not self.versions or number is None:
            return not self.versions
        return SpecifierSet(self.versions).contains(number)

    def has_expired(self, today: date) -> bool:
        """Tell whether the date to look again is past; the entry is good to the end of its day."""
        return self.expires is not None and self.expires < today


@dataclass(frozen=True, slots=True)
class ExpectationFile:
    """The defects of codecs, by full name, as one file lists them."""

    path: Path
    codecs: Mapping[str, tuple[Defect, ...]]


def number_of(version: str) -> Version | None:
    """Return the number within the version string of a library; None where there is none."""
    found = _NUMBER.search(version)
    return Version(found.group()) if found else None


def load(path: Path) -> ExpectationFile:
    """Read a file of known failures.

    Raises:
        ExpectationsError: unreadable, or not of the closed schema.
    """
    place = str(path)
    tree = strict_yaml.load(path, place, ExpectationsError)
    schema = locations.adapters() / "expectations.schema.json"
    for problem in schemas.problems(tree, schema, place, ExpectationsError):
        raise problem
    codecs = cast("strict_yaml.Mapping", tree["codecs"])
    return ExpectationFile(
        path,
        {
            name: tuple(_defect(cast("strict_yaml.Mapping", node), place) for node in nodes)
            for name, nodes in codecs.items()
        },
    )


def _defect(node: strict_yaml.Mapping, place: str) -> Defect:
    versions = str(node.get("versions", ""))
    try:
        SpecifierSet(versions)
    except InvalidSpecifier as error:
        hint = 'write a range, such as ">=17, <18"'
        where = f"{place}:{node.lines['versions']}"
        raise ExpectationsError(str(error), place=where, hint=hint) from None
    return Defect(
        reason=str(node["reason"]),
        reference=_words(node, "reference"),
        versions=versions,
        expires=_date(node, "expires", place),
        blocks=tuple(
            _block(cast("strict_yaml.Mapping", block), place)
            for block in cast("strict_yaml.Sequence", node["cases"])
        ),
        line=node.line,
        varies=node.get("varies") == "true",
        kind=str(node.get("kind", "")),
        breaks=_words(node, "breaks"),
        diagnosis=str(node.get("diagnosis", "")),
        seen=_date(node, "seen", place),
        cpu=_words(node, "cpu"),
    )


def _words(node: strict_yaml.Mapping, key: str) -> tuple[str, ...]:
    value = node.get(key, ())
    return (str(value),) if isinstance(value, str) else tuple(str(word) for word in value)


def _date(node: strict_yaml.Mapping, key: str, place: str) -> date | None:
    if key not in node:
        return None
    try:
        return date.fromisoformat(str(node[key]))
    except ValueError:
        where = f"{place}:{node.lines[key]}"
        hint = "write it as 2027-01-31"
        raise ExpectationsError(f"{node[key]} is no date", place=where, hint=hint) from None


def _block(node: strict_yaml.Mapping, place: str) -> FailureGroup:
    block = FailureGroup(
        verdict=Verdict(str(node["verdict"])),
        level=str(node.get("level", "vectors")),
        ops=_words(node, "ops"),
        ids=_words(node, "ids"),
        count=int(str(node["count"])),
        answer=str(node.get("answer", "")),
        answers=str(node.get("answers", "")),
        line=node.line,
    )
    _check_levels(block, place)
    return block


def _check_levels(block: FailureGroup, place: str) -> None:
    """A case is asked from its level on: a block of another level would never see it."""
    for text in _whole_ids(one for pattern in block.ids for one in expanded(pattern)):
        if level_of(text) != block.level:
            hint = f"put it into a block of `level: {level_of(text)}`"
            where = f"{place}:{block.line}"
            raise ExpectationsError(f"{text} is not of level {block.level}", place=where, hint=hint)


def _whole_ids(texts: Iterable[str]) -> Iterable[str]:
    return (text for text in texts if not re.search(r"[*?\[!]", text))

"""The readable form of a certificate: one page to print for each codec, made of the statement.

Texts of adapters are hostile input: they pass the same escapes as in `utfproof.report.run.page`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from utfproof.report import html
from utfproof.vectors.suite import Requirement, SourceDocument, Suite

NAME = "certificate.html"
Json = dict[str, Any]

_TRANSLATED = re.compile(r", in (\w+) translation$", re.MULTILINE)
_ROOMY = 24
"""Lines of lists that fit on a page in plain size."""
_DIGESTS = 3
"""Digests of a family that are shown; the signed file has all."""


@dataclass(frozen=True, slots=True)
class Standard:
    """A document: how many of its requirements are met, not met, not assessed, and which."""

    title: str
    edition: str
    met: int
    not_met: int
    rest: int
    cases: int
    asked: int
    met_ids: str
    not_met_ids: str


@dataclass(frozen=True, slots=True)
class ExecutedFamily:
    """A family, with all offers that it was asked of."""

    name: str
    offers: int
    asked: int
    digests: Sequence[str]
    more: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page of one codec."""

    codec: Json
    library: str
    met: int
    not_met: int
    rest: int
    standards: Sequence[Standard]
    beyond: str
    families: Sequence[ExecutedFamily]
    failures: Sequence[Json]
    deviations: Sequence[Json]
    rays: Sequence[tuple[float, float, float, float]]

    @property
    def dense(self) -> bool:
        """Tell whether there is so much to say that small print is needed for one page."""
        lines = 2 * len(self.standards) + (len(self.failures) + len(self.deviations)) // 2
        return lines + len(self.codec["scope"]) // 4 + len(self.families) // 2 > _ROOMY

    @property
    def claims(self) -> str:
        """Return the profiles and options that it was held to."""
        options = (f"{name}: {_option(value)}" for name, value in self.codec["options"].items())
        return "; ".join([", ".join(self.codec["profile"]), *options])


def render(statement: Json, key: str, suite: Suite) -> str:
    """Render a statement as a whole HTML document; `key` is the id of the key that signs it."""
    own = statement["predicate"]["utfproof_certificate"]
    rays = list(_rays(own["run"]["journal"]["sha256"]))
    return html.rendered(
        "certificate.html",
        base="certificate.css",
        own=own,
        run=own["run"],
        sheets=[_sheet(codec, suite, rays) for codec in own["codecs"]],
        key=key,
    )


def _sheet(codec: Json, suite: Suite, rays: Sequence[tuple[float, float, float, float]]) -> Sheet:
    found = {entry["id"]: entry for entry in codec["requirements"]}
    rules = sorted(suite.requirements.values(), key=lambda rule: _rank(suite, rule))
    standards, beyond = [], []
    for name, group in groupby(rules, key=lambda rule: rule.document):
        own = list(group)
        if any(rule.id in found for rule in own):
            standards.append(_standard(name, own, found, suite))
        else:
            beyond.append(f"{name} ({len(own)})")
    states = [entry["state"] for entry in found.values()]
    return Sheet(
        codec=codec,
        library=f"{codec['library']} {codec['version']}".strip(),
        met=states.count("met"),
        not_met=states.count("not met"),
        rest=len(suite.requirements) - len(found),
        standards=standards,
        beyond=", ".join(beyond),
        families=list(_families(codec["families"])),
        failures=_by_topic(codec["failures"]),
        deviations=_by_topic(codec["deviations"]),
        rays=rays,
    )


def _rank(suite: Suite, rule: Requirement) -> int:
    """Order requirements by document, as the suite lists the documents."""
    return list(suite.documents).index(rule.document)


def _standard(
    name: str, rules: Sequence[Requirement], found: dict[str, Json], suite: Suite
) -> Standard:
    own = [found[rule.id] for rule in rules if rule.id in found]
    document = suite.documents.get(name)
    met = [entry["id"] for entry in own if entry["state"] == "met"]
    not_met = [entry["id"] for entry in own if entry["state"] != "met"]
    title, edition = _cited(document) if document else (name, "")
    return Standard(
        title=title,
        edition=edition,
        met=len(met),
        not_met=len(not_met),
        rest=len(rules) - len(own),
        cases=sum(sum(entry["cases"].values()) for entry in own),
        asked=sum(entry["asked"] for entry in own),
        met_ids=_folded(met, name),
        not_met_ids=_folded(not_met, name),
    )


def _cited(document: SourceDocument) -> tuple[str, str]:
    """Return title and edition of a document; a translation that was read is told once, apart."""
    title, edition = _TRANSLATED.sub("", document.title), _TRANSLATED.sub("", document.edition)
    read = _TRANSLATED.search(f"{document.edition}\n{document.title}")
    return title, f"{edition} (read in its {read[1]} translation)" if read else edition


def _folded(ids: Iterable[str], document: str) -> str:
    """Fold ids of one document: `§3: 1-9, 11; §4: 2`."""
    sections: dict[str, list[int]] = {}
    for name in ids:
        section, _, number = name.removeprefix(document).strip("-").rpartition("-")
        sections.setdefault(section, []).append(int(number))
    found = []
    for section, numbers in sections.items():
        ranges = ", ".join(_ranges(sorted(numbers)))
        found.append(f"§{section}: {ranges}" if section else ranges)
    return "; ".join(found)


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    runs = groupby(enumerate(numbers), key=lambda item: item[1] - item[0])
    for _, run in runs:
        own = [number for _, number in run]
        yield str(own[0]) if len(own) == 1 else f"{own[0]}–{own[-1]}"


def _families(found: Sequence[Json]) -> Iterator[ExecutedFamily]:
    for name, group in groupby(found, key=lambda entry: entry["family"]):
        own = [entry for entry in group if entry["asked"]]
        digests = [entry["answers_sha256"][:8] for entry in own]
        if own:
            asked = sum(entry["asked"] for entry in own)
            shown = name.removeprefix("families/")
            more = max(0, len(digests) - _DIGESTS)
            yield ExecutedFamily(shown, len(own), asked, digests[:_DIGESTS], more)


def _by_topic(groups: Sequence[Json]) -> list[Json]:
    """Add up rows that differ only in the operation; the largest first."""
    found: dict[tuple[str, str], int] = {}
    for one in groups:
        key = (one["verdict"], one["topic"])
        found[key] = found.get(key, 0) + one["cases"]
    return [
        {"verdict": verdict, "topic": topic, "cases": count}
        for (verdict, topic), count in sorted(found.items(), key=lambda item: -item[1])
    ]


def _option(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {item}" for name, item in value.items())
    return str(value)


def _rays(digest: str) -> Iterator[tuple[float, float, float, float]]:
    """Draw a digest as rays of a seal, one for each digit, so that no two journals look alike."""
    for index, digit in enumerate(digest):
        angle = 2 * math.pi * index / len(digest) - math.pi / 2
        inner, outer = 33.0, 34.5 + int(digit, 16) * 0.62
        x, y = math.cos(angle), math.sin(angle)
        yield (
            round(50 + inner * x, 2),
            round(50 + inner * y, 2),
            round(50 + outer * x, 2),
            round(50 + outer * y, 2),
        )

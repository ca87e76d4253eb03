"""A clause as reports cite it: its place, its keyword, its statement."""

from __future__ import annotations

from dataclasses import dataclass

from utfproof.report.html import web
from utfproof.vectors.suite import Suite


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as a case cites it; only the id where the suite does not know it."""

    id: str = ""
    where: str = ""
    level: str = ""
    states: str = ""
    address: str = ""


def clause(name: str, suite: Suite | None) -> Clause:
    """Return the displayed facts of a clause."""
    requirement = suite.requirements.get(name) if suite else None
    if suite is None or requirement is None:
        return Clause(name)
    document = suite.documents[requirement.document]
    where = f"{document.title.partition(':')[0]}, section {requirement.section}"
    level = "" if requirement.level == "FACT" else requirement.level
    return Clause(name, where, level, requirement.states, web(document.address))

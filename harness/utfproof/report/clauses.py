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
    also: tuple[str, ...] = ()
    """The statements that say the same elsewhere."""

    @property
    def elsewhere(self) -> str:
        """Return the other wordings in words, "" where there are none."""
        return f"also {', '.join(self.also)}" if self.also else ""


def clause(name: str, suite: Suite | None) -> Clause:
    """Return the displayed facts of a clause."""
    requirement = suite.requirements.get(name) if suite else None
    if suite is None or requirement is None:
        return Clause(name)
    document = suite.documents[requirement.document]
    where = f"{document.title.partition(':')[0]}, section {requirement.section}"
    also = tuple(item.id for item in suite.wordings(name))
    # A FACT demands nothing: as a keyword it would read like a MUST.
    level = "" if requirement.level == "FACT" else requirement.level
    return Clause(name, where, level, requirement.states, web(document.address), also)

"""The suite: all that vectors/ holds, loaded, with the digest that names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from utfproof.errors import UtfproofError, VectorError
from utfproof.model.case import Case, Keyword
from utfproof.model.encoding import Scheme


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A source document with edition and address."""

    id: str
    title: str
    edition: str
    address: str
    sha256: str | None


@dataclass(frozen=True, slots=True)
class Requirement:
    """One testable statement of a document, in our own words.

    `same` is the id of the statement of which it is another wording or a part, "" where it stands
    for itself: both are one rule. `place` is `file:line`.
    """

    id: str
    document: str
    section: str
    line: int | None
    level: str
    directions: tuple[str, ...]
    states: str
    untestable: str | None
    derived: bool
    same: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class FlagNote:
    """The meaning of a flag: the fault, the gain of an attacker, and references."""

    flag: str
    about: str
    gain: str
    cwe: tuple[str, ...]
    cve: tuple[str, ...]
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Property:
    """A relation that must hold between a codec's own answers; `place` is `file:line`."""

    id: str
    clauses: tuple[str, ...]
    flags: tuple[str, ...]
    keyword: Keyword
    why: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    """A set of inputs that a rule generates: its purpose, and its size.

    `sizes` counts the inputs by scheme; it is empty for families made of the written cases.
    `clauses` are the family's own, or by scheme those that define well-formed text.
    """

    id: str
    about: str
    why: str
    flags: tuple[str, ...]
    sizes: Mapping[Scheme, int]
    clauses: Mapping[Scheme, tuple[str, ...]]
    place: str


@dataclass(frozen=True, slots=True)
class Suite:
    """Everything under vectors/, checked; `digest` is the SHA-256 of the compiled set."""

    version: str
    digest: str
    cases: tuple[Case, ...]
    properties: tuple[Property, ...]
    families: tuple[Family, ...]
    requirements: Mapping[str, Requirement]
    notes: Mapping[str, FlagNote]
    documents: Mapping[str, SourceDocument]
    retired: frozenset[str] = field(default_factory=frozenset)

    def rule_of(self, clause: str) -> str:
        """Return the requirement that stands for a clause and all that state the same."""
        requirement = self.requirements.get(clause)
        return requirement.same or clause if requirement else clause

    def wordings(self, rule: str) -> list[Requirement]:
        """List the other requirements that state the same as one that stands for a rule."""
        return [item for item in self.requirements.values() if item.same == rule]

    def uncovered(self) -> list[Requirement]:
        """List the requirements that no case, no property and no written reason covers."""
        cited = {clause for case in self.cases for clause in case.about.clauses}
        # A property covers requirements as a case does.
        cited |= {clause for item in self.properties for clause in item.clauses}
        return [
            item
            for item in self.requirements.values()
            if item.id not in cited and not item.untestable
        ]


class InconsistentSuite(VectorError):
    """The suite contradicts itself; `errors` has every place."""

    def __init__(self, errors: Sequence[UtfproofError]) -> None:
        """Speak of the first error and keep all."""
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{errors[0]}{more}", hint="run `utfproof vectors check` to see all")
        self.errors = tuple(errors)

"""The contract of a codec in the words of reports: exclusions and announcements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from utfproof.model.contract import ANNOUNCED, DEMANDED, Demand, Deviation
from utfproof.model.verdict import Verdict
from utfproof.report.run.summary import CodecSummary
from utfproof.report.text import counted


class ContractTerm(NamedTuple):
    """A term in words, and where the documentation says so."""

    words: str
    source: str


def terms(contract: Mapping[str, object]) -> list[ContractTerm]:
    """List the terms of a contract, demands first."""
    return [
        *(ContractTerm(f"demands {_demand(name)}", source) for name, source in domain(contract)),
        *(
            ContractTerm(f"by design: {_deviation(name)}", source)
            for name, source in deviations(contract)
        ),
    ]


def domain(contract: Mapping[str, object]) -> list[tuple[str, str]]:
    """List the demands, each with its source."""
    return list(_entries(contract, "domain", "demands"))


def deviations(contract: Mapping[str, object]) -> list[tuple[str, str]]:
    """List the documented deviations, each with its source."""
    return list(_entries(contract, "deviations", "is"))


def sentence(item: CodecSummary) -> str:
    """Name the input that the verdict of a codec does not cover; "" where it has no contract."""
    demands = [_demand(name) for name, _ in domain(item.contract)]
    announced = [_deviation(name) for name, _ in deviations(item.contract)]
    parts = [f"demands {' and '.join(demands)}"] if demands else []
    if announced:
        parts.append(f"excludes by design that {' and that '.join(announced)}")
    return f"within its contract, which {', and '.join(parts)}" if parts else ""


def mark(contract: Mapping[str, object], encoding: str) -> str:
    """Put a contract's statement about an encoding in few words: `demands no U+0000`."""
    demands = _entries(contract, "domain", "demands", encoding)
    announced = _entries(contract, "deviations", "is", encoding)
    return "; ".join(
        [
            *(f"demands {_demand(name)}" for name, _ in demands),
            *(f"by design: {_deviation(name)}" for name, _ in announced),
        ]
    )


def counts(item: CodecSummary) -> str:
    """Say how much lies outside, and how much is by design: `outside its contract: 12`."""
    by_design = item.counts.get(Verdict.BY_DESIGN, 0)
    parts = []
    if item.outside:
        parts.append(f"outside its contract: {counted(item.outside, 'question')}")
    if by_design:
        parts.append(f"by design: {counted(by_design, 'case')}")
    return "; ".join(parts)


def _entries(
    contract: Mapping[str, object], part: str, name: str, encoding: str = ""
) -> Iterator[tuple[str, str]]:
    found = contract.get(part, ())
    # Journals are read from strangers, and of other versions: the form of an entry is not relied
    # on.
    for one in found if isinstance(found, list | tuple) else ():
        if isinstance(one, Mapping) and _concerns(one, encoding):
            yield str(one.get(name, "")), str(one.get("source", ""))


def _concerns(term: Mapping[str, object], encoding: str) -> bool:
    named = term.get("encodings", ())
    # A term that names no encodings holds for all of the codec's.
    return not encoding or not named or (isinstance(named, list | tuple) and encoding in named)


def _demand(name: str) -> str:
    """Say a demand; one of a newer version by its name."""
    return DEMANDED[Demand(name)] if name in set(Demand) else name


def _deviation(name: str) -> str:
    return ANNOUNCED[Deviation(name)] if name in set(Deviation) else name

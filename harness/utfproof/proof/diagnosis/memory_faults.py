"""Sentences about touches of memory beside input or output, and about unstable answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from utfproof.adapters.session.answer_lines import parse
from utfproof.engine.journal.events import CaseFinished, Diagnosed
from utfproof.model.operation import Offer
from utfproof.model.outcome import Outcome, Touched, Unstable
from utfproof.vectors.suite import Suite

FLAG = "Memory"
_ACTS = {"read": "reads", "write": "writes", "touch": "touches"}
_WEAKNESSES = {
    ("read", True): "CWE-126",
    ("read", False): "CWE-127",
    ("write", True): "CWE-787",
    ("write", False): "CWE-124",
    ("touch", True): "CWE-119",
    ("touch", False): "CWE-119",
}
"""(act, whether past the end) → the weakness."""


def concerns_memory(event: CaseFinished) -> bool:
    """Tell whether a failure is a touch of other memory, or two answers to one question."""
    return isinstance(_outcome(event), Touched | Unstable)


def memory_faults(
    suite: Suite, failures: Sequence[CaseFinished], count: int
) -> Iterator[Diagnosed]:
    """Yield a sentence for each kind of touch, and one for unstable answers.

    Why an answer changes is not known, so that no weakness is said of it.
    `failures` are all of which `concerns_memory` is true, of the `count` of a codec.
    """
    groups: dict[tuple[str, bool] | None, list[CaseFinished]] = {}
    furthest: dict[tuple[str, bool] | None, int] = {}
    for event in failures:
        outcome = _outcome(event)
        kind = (outcome.act, outcome.past_the_end) if isinstance(outcome, Touched) else None
        groups.setdefault(kind, []).append(event)
        if isinstance(outcome, Touched):
            furthest[kind] = max(outcome.octets, furthest.get(kind, 0))
    for kind, found in groups.items():
        smallest = min(found, key=lambda event: (len(event.input), event.input))
        note = suite.notes.get(FLAG)
        yield Diagnosed(
            codec=smallest.codec,
            fault="memory/touched" if kind else "memory/unstable",
            about=_sentence(smallest, kind, furthest.get(kind, 0)),
            encoding=str(Offer.parse(smallest.op).encoding),
            flag=FLAG,
            cwe=(_WEAKNESSES[kind],) if kind else (),
            cve=note.cve if note else (),
            exact=len(found) == count,
            explains=len(found),
            failures=count,
            case=smallest.case,
            op=smallest.op,
            input=smallest.input,
        )


def _sentence(event: CaseFinished, kind: tuple[str, bool] | None, furthest: int) -> str:
    if kind is None:
        first, _, second = event.actual.removeprefix("unstable ").partition(" ; ")
        return f"It answers {event.input} in two ways: “{first}” and “{second}”."
    act, past_the_end = kind
    octets = "1 octet" if furthest == 1 else f"{furthest} octets"
    place = "past the end" if past_the_end else "before the beginning"
    # Room for output is there to be written; nothing else is known of which of the two it was.
    memory = "input" if act == "read" else "input or output"
    return f"It {_ACTS[act]} {octets} {place} of its {memory}."


def _outcome(event: CaseFinished) -> Outcome:
    return parse(Offer.parse(event.op).op, event.actual.encode("ascii", "replace"))

"""A statement, and whether it was proved, refuted, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ProofState(StrEnum):
    """What became of a statement."""

    PROVED = "proved"
    REFUTED = "refuted"
    OPEN = "not proved"


@dataclass(frozen=True, slots=True)
class Proof:
    """A statement about a subject, with the reasons, or the input that refutes it.

    Attributes:
        subject: the decoder, table or function.
        statement: the sentence that was to be proved.
        state: proved, refuted by `counterexample`, or open.
        how: the ground of a proof, or what stands in its way.
        counterexample: the shortest input found that refutes it; None where none is known.
    """

    subject: str
    statement: str
    state: ProofState
    how: str
    counterexample: bytes | None = None

"""The levels of proof: what each asks beyond the written cases."""

from __future__ import annotations

from utfproof.engine.inquiry import Inquiry
from utfproof.proof.diagnose import Diagnose
from utfproof.proof.families.inquiry import Families
from utfproof.proof.families.memory import Memory
from utfproof.proof.identify.inquiry import Identify
from utfproof.proof.sweep.inquiry import Sweeps


def inquiries(
    level: str, extra_states: int = 0, *, identifies: bool = True, remembers: bool = False
) -> tuple[Inquiry, ...]:
    """List the inquiries of a level; failures are diagnosed at every one, last of all.

    Without `identifies` no policies are fitted, on which no verdict depends. What answers came
    to is known to later runs where it `remembers`.
    """
    match level:
        case "complete" | "exhaustive":
            identified = (Identify(),) if identifies else ()
            memory = Memory(shared=remembers)
            return (Families(extra_states, memory), Sweeps(level), *identified, Diagnose())
        case _:
            return (Diagnose(),)

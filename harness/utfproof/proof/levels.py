"""The levels of proof: what each asks beyond the written cases."""

from __future__ import annotations

from utfproof.engine.inquiry import Inquiry
from utfproof.proof.diagnose import Diagnose
from utfproof.proof.families.inquiry import Families
from utfproof.proof.identify.inquiry import Identify
from utfproof.proof.sweep.inquiry import Sweeps


def inquiries(level: str, extra_states: int = 0) -> tuple[Inquiry, ...]:
    """List the inquiries of a level; failures are diagnosed at every one, last of all."""
    match level:
        case "complete" | "exhaustive":
            return (Families(extra_states), Sweeps(level), Identify(), Diagnose())
        case _:
            return (Diagnose(),)

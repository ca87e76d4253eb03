"""The levels of proof: the questions of each beyond the written cases."""

from __future__ import annotations

from utfproof.engine.run.proof_stage import ProofStage
from utfproof.oracle.verdict_cache import Memory
from utfproof.proof.diagnosis.diagnose import Diagnose
from utfproof.proof.families.stage import Families
from utfproof.proof.identify.stage import Identify
from utfproof.proof.sweep.stage import Sweeps


def stages(
    level: str, extra_states: int = 0, *, identifies: bool = True, remembers: bool = False
) -> tuple[ProofStage, ...]:
    """List the stages of a level; failures are diagnosed at every one, last of all.

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

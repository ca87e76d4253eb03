"""The levels of proof: the questions of each beyond the written cases."""

from __future__ import annotations

from utfproof.engine.run.proof_stage import ProofStage
from utfproof.oracle.verdict_cache import VerdictCache
from utfproof.proof.diagnosis.diagnose import DiagnosisStage
from utfproof.proof.families.stage import FamiliesStage
from utfproof.proof.fresh import FreshStage
from utfproof.proof.identify.stage import IdentifyStage
from utfproof.proof.sweep.stage import SweepStage
from utfproof.proof.warm import WarmStage


def stages(
    level: str,
    extra_states: int = 0,
    *,
    identifies: bool = True,
    remembers: bool = False,
    nonce: str = "",
) -> tuple[ProofStage, ...]:
    """List the stages of a level; failures are diagnosed at every one, last of all.

    Without `identifies` no policies are fitted, on which no verdict depends. What answers came
    to is known to later runs where it `remembers`. By a `nonce` fresh questions are drawn.
    """
    fresh = (FreshStage(nonce, around_errors=level != "vectors"),) if nonce else ()
    match level:
        case "complete" | "exhaustive":
            identified = (IdentifyStage(),) if identifies else ()
            memory = VerdictCache(shared=remembers)
            return (
                FamiliesStage(extra_states, memory),
                SweepStage(level),
                WarmStage(),
                *fresh,
                *identified,
                DiagnosisStage(),
            )
        case _:
            return (*fresh, DiagnosisStage())

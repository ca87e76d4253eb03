"""A random sample of the questions to one codec: cases, whole families, shards of sweeps."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from utfproof.certificate.certified_run import CertifiedRun
from utfproof.engine.journal.events import CaseFinished, FamilyFinished, ShardFinished
from utfproof.proof.sweep.swept import FAMILY as SWEEP

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class RerunSample:
    """How much is asked again: a share of 1, drawn by a seed."""

    share: float
    seed: int


@dataclass(frozen=True, slots=True)
class DrawnQuestions:
    """The questions drawn for one codec; `words` says how many of how many."""

    cases: Sequence[CaseFinished]
    families: Sequence[FamilyFinished]
    shards: Sequence[ShardFinished]
    words: str


def draw(run: CertifiedRun, name: str, sample: RerunSample) -> DrawnQuestions:
    """Draw from the questions to a codec, one of each kind at least."""
    # One draw for each codec, which does not depend on the codecs that are asked beside it.
    dice = random.Random(f"{sample.seed} {name}")  # noqa: S311  (a sample is no secret)
    evidence = run.trace.codecs.get(name, ())
    cases = [item.case for item in evidence if not item.family and item.case.asked]
    families = [
        family
        for (codec, kind, _), family in sorted(run.trace.families.items())
        if codec == name and kind != SWEEP and family.asked
    ]
    shards = [item for item in run.shards if item.codec == name and item.digest]
    some = _some(dice, cases, sample.share)
    whole = _whole(dice, families, sample.share)
    swept = _some(dice, shards, sample.share)
    words = (
        f"{len(some):,} of {len(cases):,} cases, {len(whole)} of {len(families)} families"
        f" ({sum(one.asked for one in whole):,} questions),"
        f" {len(swept)} of {len(shards)} shards of sweeps"
    )
    return DrawnQuestions(some, whole, swept, words)


def _some(dice: random.Random, found: Sequence[_T], share: float) -> list[_T]:
    # Rounded up: a small share of a few is still one of them.
    return dice.sample(found, min(len(found), math.ceil(share * len(found))))


def _whole(
    dice: random.Random, found: Sequence[FamilyFinished], share: float
) -> list[FamilyFinished]:
    """Draw families until the share of all their questions is reached.

    A digest speaks of all answers to a family, so that a part of one could not be compared.
    """
    wanted = share * sum(family.asked for family in found)
    drawn: list[FamilyFinished] = []
    for family in dice.sample(found, len(found)):
        if drawn and sum(one.asked for one in drawn) >= wanted:
            break
        drawn.append(family)
    return drawn

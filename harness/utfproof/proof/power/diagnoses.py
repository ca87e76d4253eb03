"""Whether diagnoses are true: measured on codecs with one fault, with two, and with moved ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import Diagnosed
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run.proof_stage import CodecContext, CodecRecord
from utfproof.proof.diagnosis.diagnose import DiagnosisStage
from utfproof.proof.power import planted
from utfproof.proof.power.planted import PlantedCodec
from utfproof.proof.power.sentences import Trial
from utfproof.proof.power.shared_questions import SharedQuestions
from utfproof.vectors.suite import Suite

SETS = ("alone", "pairs", "moved")
DRAWN = 500
"""Codecs of each set but the first, which has every named fault once."""


@dataclass(frozen=True, slots=True)
class DiagnosisResult:
    """The first sentence that a diagnosis says of a codec with known faults.

    `said` is the fault named or the sentence, "" where the diagnosis is silent. `contradiction`
    is a question whose answer shows it to be false. `failed` tells whether a written case failed:
    without one nothing is diagnosed.
    """

    codec: str
    part: str
    said: str
    contradiction: str
    failed: bool

    @property
    def true(self) -> bool:
        """True for a sentence that no question contradicted."""
        return bool(self.said) and not self.contradiction

    @property
    def false(self) -> bool:
        """True for a sentence that an answer of the codec contradicts."""
        return bool(self.said and self.contradiction)


@dataclass(frozen=True, slots=True)
class DiagnosisScore:
    """How many first sentences of one set are true, false, or not said."""

    part: str
    codecs: int
    true: int
    false: int

    def as_json(self) -> dict[str, object]:
        """Return the counts."""
        silent = self.codecs - self.true - self.false
        return {"codecs": self.codecs, "true": self.true, "false": self.false, "silent": silent}


def drawn(part: str) -> list[PlantedCodec]:
    """Return the codecs of one of the sets, the same ones in every run."""
    if part == "alone":
        return planted.alone()
    return list(planted.pairs(DRAWN) if part == "pairs" else planted.moved(DRAWN))


def diagnosed(
    suite: Suite, questions: SharedQuestions, part: str, codec: PlantedCodec
) -> DiagnosisResult:
    """Ask a codec the written cases, diagnose its failures, and try to contradict the sentence."""
    mutant = codec.mutant
    asked = mutant.make()
    failures = [
        event for _, cases in questions.cases(mutant) for event in cases.failed(mutant, asked)
    ]
    session = cast("Session", asked)
    context = CodecContext(
        name="planted",
        codec=Codec("planted", mutant.about, mutant.claims, 1, {}),
        offers=mutant.offers,
        session=session,
        another=lambda: session,
        narrowing=Narrowing(),
        suite=suite,
        record=CodecRecord(failures),
    )
    events = (event for event in DiagnosisStage()(context) if isinstance(event, Diagnosed))
    first = next(events, None)
    red = any(event.verdict.red for event in failures)
    if first is None:
        return DiagnosisResult(mutant.id, part, "", "", red)
    dice = random.Random(f"{planted.SEED} {mutant.id}")  # noqa: S311  (the same in every run)
    trial = Trial(asked, mutant.right(), codec.planted, mutant.offers, dice)
    said = first.about if first.fault.startswith("unnamed/") else first.fault
    return DiagnosisResult(mutant.id, part, said, trial.contradiction(first), red)


def added_up(results: Iterable[DiagnosisResult]) -> list[DiagnosisScore]:
    """Count by set, of the codecs that fail a written case."""
    found = [result for result in results if result.failed]
    codecs = Counter(result.part for result in found)
    true = Counter(result.part for result in found if result.true)
    false = Counter(result.part for result in found if result.false)
    return [
        DiagnosisScore(part, codecs[part], true[part], false[part]) for part in SETS if codecs[part]
    ]

"""Questions that a diagnosis asks a codec itself, and the requirements its answers break."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.attribution.attribute import broken
from utfproof.engine.attribution.resolution import Place, resolved
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.questions.domain import outside
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.encoding import Encoding
from utfproof.model.fields import read_joined, render, without_room
from utfproof.model.operation import Offer
from utfproof.model.profile import Settings
from utfproof.oracle.whole import close_question

_CASE = "diagnosis"


@dataclass(slots=True)
class CodecInquiry:
    """Asks one codec lines of a diagnosis' own; no line twice.

    `charges` has the requirement that each red case of the run is charged to.
    """

    context: CodecContext
    charges: Mapping[Place, str]
    _answers: dict[tuple[Offer, str], Answer] = field(default_factory=dict)
    _promises: dict[Encoding, Settings | None] = field(default_factory=dict)

    @classmethod
    def of(cls, context: CodecContext) -> CodecInquiry:
        """Open an inquiry into the failures of a run."""
        red = [event for event in context.record.not_passed if event.verdict.red]
        rule_of = context.suite.rule_of
        return cls(context, {place: rule_of(name) for place, name in resolved(red).items()})

    def charge(self, event: CaseFinished) -> str:
        """Return the requirement that a red case is charged to; "" where it breaks none."""
        return self.charges.get((event.op, event.case), "")

    def ask(self, offer: Offer, lines: Sequence[str]) -> list[Answer]:
        """Return the answer to each line."""
        new = [line for line in dict.fromkeys(lines) if (offer, line) not in self._answers]
        if new:
            codec = self.context.codec
            sent = [line.encode("ascii") for line in new]
            answers = self.context.session.ask(codec.name, offer, sent, codec.claims.excludes)
            self._answers.update(
                {(offer, line): answer for line, answer in zip(new, answers, strict=True)}
            )
        return [self._answers[offer, line] for line in lines]

    def may_ask(self, offer: Offer, line: str) -> bool:
        """Tell whether the codec's format and its contract admit a line."""
        settings = self._settings(offer.encoding)
        if settings is None or outside(offer, line.encode("ascii"), settings):
            return False
        return offer.op.encodes or settings.excludes.isdisjoint(
            read_joined(without_room(offer.op, line))
        )

    def may_ask_all(self, offer: Offer, texts: Iterable[bytes]) -> bool:
        """Tell whether all of some texts may be asked in one piece."""
        return all(self.may_ask(offer, render(octets)) for octets in texts)

    def judged(self, offer: Offer, texts: Sequence[bytes]) -> list[Judgement]:
        """Ask texts in one piece and judge the answers.

        Raises:
            ValueError: the codec claims nothing of the encoding.
        """
        settings = self._settings(offer.encoding)
        if settings is None:
            raise ValueError(f"{self.context.name} claims nothing of {offer.encoding}")
        own = settings.for_decoding()
        questions = [close_question(_CASE, offer, own, octets) for octets in texts]
        answers = self.ask(offer, [render(octets) for octets in texts])
        return [
            judge(question, answer) for question, answer in zip(questions, answers, strict=True)
        ]

    def rule(self, judgement: Judgement) -> str:
        """Return the requirement that an answer is charged to; "" where it is green.

        Of those that it may break, one that the run found broken for certain is taken.
        """
        settings = self._settings(judgement.question.offer.encoding)
        names = [self.context.suite.rule_of(name) for name in broken(settings, judgement)]
        known = set(self.charges.values())
        return next((name for name in names if name in known), names[0] if names else "")

    def _settings(self, encoding: Encoding) -> Settings | None:
        # Asked for every line that a diagnosis thinks of.
        if encoding not in self._promises:
            self._promises[encoding] = self.context.codec.claims.settings(encoding)
        return self._promises[encoding]

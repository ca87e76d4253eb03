"""The refusals of a decoder or validator: the facts it reports of an error, and wrong refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from utfproof.model.operation import WHOLE_OPS, Mode, Offer, Op
from utfproof.model.profile import Policy
from utfproof.proof.identify.conversation import EncodingConversation
from utfproof.proof.identify.corpora import Span
from utfproof.proof.identify.fit import (
    FittedAnswers,
    ModelDifference,
    StrayAnswers,
    fit,
    shown,
    words,
)
from utfproof.proof.identify.identified import IdentifiedOption, StrictBehaviour
from utfproof.proof.identify.policies import CorpusQuestions, Odd, claimed, holding, questions

# They say what becomes of errors that are let pass; one that is refused is a unit like others.
_WITHOUT_LENGTHS = (Policy.DROP_ODD, Policy.RAW)
_UNTOLD = b"?"
_NOWHERE = (0, 0)
# No string of a corpus is longer.
_NUMBERS = tuple(b"%d" % number for number in range(32))


@dataclass(frozen=True, slots=True)
class Refusals:
    """How a codec refuses, and all strings of the corpus that it `accepts` or `errs` on."""

    strict: StrictBehaviour
    accepts: Odd
    errs: Odd


def refusals(conversation: EncodingConversation, signature: str) -> Refusals | None:
    """Ask the corpus in strict mode; None where neither decoder nor validator can be asked.

    Where both can, the reports are those of the one that reports more.
    """
    offers = (conversation.offer(op, Mode.STRICT) for op in WHOLE_OPS)
    found = [
        _Asked.of(conversation, offer, signature).refusals(claimed(conversation))
        for offer in offers
        if offer
    ]
    if not found:
        return None
    most = max(found, key=lambda item: (item.strict.length is not None, item.strict.tells))
    worst = max(found, key=lambda item: len(item.accepts) + len(item.errs))
    strict = replace(most.strict, accepts=worst.strict.accepts, errs=worst.strict.errs)
    return Refusals(strict, worst.accepts, worst.errs)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A corpus asked in strict mode: the answers, and where the first errors are."""

    op: Op
    questions: CorpusQuestions
    lines: Sequence[bytes]
    answers: Sequence[bytes | None]
    errors: Sequence[Span | None]
    good: Sequence[bytes]

    @classmethod
    def of(cls, conversation: EncodingConversation, offer: Offer, signature: str) -> _Asked:
        asked = questions(conversation, offer, signature)
        lines = asked.lines
        answers = conversation.decode(offer, lines)
        reports = [
            answer if keep else None for keep, answer in zip(asked.asked, answers, strict=True)
        ]
        right = asked.corpus.strict
        good = [b"ok"] * len(reports) if offer.op is Op.VALIDATE else asked.expected(right.replaced)
        return cls(offer.op, asked, lines, reports, asked.moved(right.errors), good)

    def refusals(self, policy: str | None) -> Refusals:
        """Sort the answers; `policy` is the one that is claimed."""
        rows = enumerate(zip(self.answers, self.errors, self.good, strict=True))
        refused: list[int] = []
        accepts: list[int] = []
        errs: list[int] = []
        for index, (answer, error, good) in rows:
            if answer is None:
                continue
            if error and answer.startswith(b"error"):
                refused.append(index)
            elif error and answer.startswith(b"ok"):
                accepts.append(index)
            elif error or answer != good:
                errs.append(index)
        accepted = self.odd(accepts)
        strict = self.strict(refused, accepted, policy)
        erring = self.odd(errs)
        return Refusals(
            replace(strict, accepts=shown(accepted.values()), errs=shown(erring.values())),
            accepted,
            erring,
        )

    def odd(self, indexes: Iterable[int]) -> Odd:
        strings = self.questions.corpus.strings
        return {strings[index]: self.difference(index) for index in indexes}

    def strict(self, refused: Sequence[int], accepted: Odd, policy: str | None) -> StrictBehaviour:
        """Summarise the reports of refused errors.

        Where a codec accepts an ill-formed string, its next error is another one, rightly.
        """
        held = holding(self.questions.corpus, accepted.keys()) if accepted else ()
        reports = {index: (self.answers[index] or b"").split(b" ", 3)[1:3] for index in refused}
        tells = [index for index in refused if reports[index][0] != _UNTOLD]
        elsewhere = [
            index
            for index in tells
            if reports[index][0] != _NUMBERS[(self.errors[index] or _NOWHERE)[0]]
        ]
        lengths = {index: length for index, (_, length) in reports.items() if length != _UNTOLD}
        for index in elsewhere:
            lengths.pop(index, None)
        misplaced = [index for index in elsewhere if not (held and held[index])]
        return StrictBehaviour(
            op=self.op.value,
            asked=sum(answer is not None for answer in self.answers),
            refused=len(refused),
            tells=len(tells),
            misplaced=shown(self.difference(index) for index in misplaced),
            length=self.length(lengths, policy),
            accepts=StrayAnswers(),
            errs=StrayAnswers(),
        )

    def length(self, reports: dict[int, bytes], policy: str | None) -> IdentifiedOption | None:
        """Fit the reported lengths to the policies' units of error."""
        if not reports:
            return None
        models = {
            name: [_NUMBERS[(model.errors[index] or _NOWHERE)[1]] for index in reports]
            for name, model in self.questions.corpus.models.items()
            if name not in _WITHOUT_LENGTHS
        }
        fitted = FittedAnswers(
            [self.lines[index] for index in reports],
            [self.answers[index] or b"" for index in reports],
            [True] * len(reports),
            list(reports.values()),
        )
        found = fit(models, fitted)
        return IdentifiedOption(found, policy) if found else None

    def difference(self, index: int) -> ModelDifference:
        error = self.errors[index]
        right = b"error %d %d" % error if error else self.good[index]
        return ModelDifference(
            words(self.lines[index]), words(self.answers[index] or b""), words(right)
        )

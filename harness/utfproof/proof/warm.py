"""The written cases asked once more of a codec that is compiled while it runs.

A just-in-time compiler replaces a function that was called some thousand times. The replacement is
another program, with tables and vector code of its own, and has to give the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from utfproof.engine.journal.events import CaseFinished, Event
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.encoding import Encoding
from utfproof.model.level import WARM
from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict

_CALLS = 20_000
"""Questions of one offer, after which the compilers of today's engines have replaced a function."""
_NO_ANSWER = frozenset({Verdict.BROKEN, Verdict.CRASH, Verdict.HANG, Verdict.NOT_RUN})


@dataclass(frozen=True, slots=True)
class WarmStage:
    """Asks each offer its written cases until it was asked often, and compares the answers.

    A case that is answered otherwise than at first is `unstable`, whichever answer is right.
    """

    calls: int = _CALLS

    def __call__(self, context: CodecContext) -> Iterator[Event]:
        """Yield one case an offer: it passes where no answer changed."""
        if context.record.first is None:
            return
        for offer in context.offers:
            if offer.encoding is not Encoding.NONE:
                yield from self._offer(context, offer)

    def _offer(self, context: CodecContext, offer: Offer) -> Iterator[CaseFinished]:
        name = f"{WARM}{offer.encoding.lower()}/written"
        if not fnmatchcase(name, context.narrowing.case):
            return
        first = context.record.first if context.record.first is not None else {}
        asked, changed = 0, list[CaseFinished]()
        while asked < self.calls:
            before = asked
            for now in context.written(offer):
                asked += now.asked
                # Where this case is asked alone, its first round is the cold one.
                was = first.setdefault((now.case, now.op), now)
                if _differ(was, now):
                    changed.append(_unstable(was, now))
            if changed or asked == before:  # nothing is left to find, or nothing is asked
                break
        if changed:
            smallest = min(changed, key=lambda one: (len(one.input), one.input))
            yield replace(smallest, case=name, asked=asked)
        elif asked:
            yield CaseFinished(
                context.name, name, str(offer), Verdict.PASS, asked, "", "", "", "", (), ()
            )


def _differ(was: CaseFinished, now: CaseFinished) -> bool:
    """Tell whether a case that was answered at first has another answer now."""
    if was.verdict in _NO_ANSWER:
        return False
    return (was.verdict, was.input, was.actual) != (now.verdict, now.input, now.actual)


def _unstable(was: CaseFinished, now: CaseFinished) -> CaseFinished:
    """Return a case with both answers; one that has no answer now keeps its own verdict."""
    if now.verdict in _NO_ANSWER:
        return now
    shown = now if now.verdict is not Verdict.PASS else was
    return replace(
        shown,
        verdict=Verdict.UNSTABLE,
        actual=f"unstable {_answer(was, shown)} ; {_answer(now, shown)}",
    )


def _answer(case: CaseFinished, shown: CaseFinished) -> str:
    """Return the answer to the line that is shown."""
    # A case that passed tells the answer to its first line alone; to this one it was as expected.
    return case.actual if case.verdict is not Verdict.PASS else shown.expected

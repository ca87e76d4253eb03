"""Sides: the two codecs of a comparison, each with the offer by which it is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from utfproof.adapters.session import answer_lines
from utfproof.adapters.session.blocks import Answer
from utfproof.engine.judging.judge import describe
from utfproof.errors import UsageError
from utfproof.fuzz.compare.disagreement import ModeOutcome
from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.model.encoding import Encoding
from utfproof.model.fields import render
from utfproof.model.operation import WHOLE_OPS, Mode, Offer, Op
from utfproof.model.outcome import Garbled, NotRun, Outcome
from utfproof.model.profile import Claims

MODES = (Mode.STRICT, Mode.REPLACE, Mode.SKIP)


@dataclass(slots=True)
class ComparedCodec:
    """One codec that runs, asked in one way."""

    target: FuzzTarget
    adapter: RunningAdapter
    version: str = ""

    def admitted(self, inputs: Sequence[bytes]) -> list[bytes]:
        """Return the inputs that the codec's format lets through and that do not kill it."""
        return [inputs[at] for at in self.adapter.admitted(self.target, inputs)]

    def ask(self, inputs: Sequence[bytes]) -> list[Answer]:
        """Ask inputs; those that a dying process left unanswered are asked of a fresh one."""
        found = self._asked(inputs)
        left = [at for at, answer in enumerate(found) if isinstance(answer, NotRun)]
        # A spent budget answers nothing; the next question finds a fresh session.
        if left and self.adapter.nearly_spent:
            again = self._asked([inputs[at] for at in left])
            for at, answer in zip(left, again, strict=True):
                found[at] = answer
        return found

    def _asked(self, inputs: Sequence[bytes]) -> list[Answer]:
        return self.adapter.ask(self.target, _lines(inputs))

    def read_answer(self, answer: Answer) -> ModeOutcome | None:
        """Read an answer; None where the codec was not heard. A garbled one is complained of."""
        outcome = self._outcome(answer)
        if isinstance(outcome, Garbled):
            self.adapter.add_complaint(f"{self.target.codec}: {describe(outcome)}")
        unheard = isinstance(outcome, Garbled | NotRun)
        return None if unheard else ModeOutcome(self.target.offer.mode, outcome)

    def _outcome(self, answer: Answer) -> Outcome:
        if isinstance(answer, bytes):
            return answer_lines.parse(self.target.offer.op, answer)
        return answer

    def once_more(self, inputs: Sequence[bytes]) -> list[Answer]:
        """Ask inputs of a fresh process, those too that kill it."""
        target = self.target
        with self.adapter.fresh() as session:
            return session.ask(target.name, target.offer, _lines(inputs), target.excludes)

    def shun(self, octets: bytes) -> None:
        """Keep inputs that contain the deadly octets from the codec."""
        self.adapter.quarantine.setdefault(self.target.codec, []).append(octets)


def _lines(inputs: Sequence[bytes]) -> list[bytes]:
    return [render(octets).encode("ascii") for octets in inputs]


def answer_text(answer: Answer) -> str:
    """Return an answer in the protocol's words."""
    if isinstance(answer, bytes):
        return answer.decode("ascii", "backslashreplace")
    return describe(answer)


@dataclass(frozen=True, slots=True)
class OfferedCodec:
    """A codec by its full name, with its claims and offers."""

    codec: str
    claims: Claims
    offers: tuple[Offer, ...]


def choose_targets(
    a: OfferedCodec,
    b: OfferedCodec,
    encoding: Encoding,
    modes: Sequence[Mode] = (),
    *,
    reads: bool = False,
) -> tuple[FuzzTarget, FuzzTarget]:
    """Choose how two codecs are asked; `reads` leaves out those that only validate.

    Without modes: in the first of strict, replace and skip that both have, else each in its own
    first. One mode is for both, two are those of A and of B.

    Raises:
        UsageError: one of them has no such offer.
    """
    found = [_by_mode(one, encoding, reads=reads) for one in (a, b)]
    both = [mode for mode in MODES if all(mode in targets_of for targets_of in found)]
    wanted = (
        [*modes, *modes][:2] or both[:1] * 2 or [next(iter(targets_of)) for targets_of in found]
    )
    return _target(a, found[0], wanted[0]), _target(b, found[1], wanted[1])


def _target(one: OfferedCodec, own: Mapping[Mode, FuzzTarget], mode: Mode) -> FuzzTarget:
    if mode not in own:
        problem = f"{one.codec} cannot be asked in mode {mode}"
        raise UsageError(problem, hint=f"it can in {', '.join(own)}; --mode A,B is one for each")
    return own[mode]


def _by_mode(one: OfferedCodec, encoding: Encoding, *, reads: bool) -> dict[Mode, FuzzTarget]:
    """Return the plainest target of each mode, in the order of the modes.

    Raises:
        UsageError: there is none.
    """
    ops = (Op.DECODE,) if reads else WHOLE_OPS
    own = [
        target
        for target in fuzz_targets(one.codec, one.claims, one.offers)
        if target.offer.op in ops
    ]
    # Reversed, because the last one stays: of the targets of a mode that is the plainest.
    own.sort(key=lambda target: target.rank, reverse=True)
    found = {target.offer.mode: target for target in own if target.offer.encoding is encoding}
    if not found:
        does = "decode" if reads else "decode or validate"
        raise UsageError(f"{one.codec} does not {does} whole inputs of {encoding}", hint=_hint(one))
    return {mode: found[mode] for mode in MODES if mode in found}


def _hint(one: OfferedCodec) -> str:
    """Return the offers of a codec, as a hint when it lacks the wanted one."""
    own = [target.offer for target in fuzz_targets(one.codec, one.claims, one.offers)]
    fitting = dict.fromkeys(str(offer) for offer in own if offer.op.reads_whole)
    return f"it offers {', '.join(fitting)}" if fitting else "`utfproof codecs` lists others"

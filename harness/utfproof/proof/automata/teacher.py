"""A teacher: whether a codec accepts a string, asked in blocks and remembered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from utfproof.adapters.session.answer_lines import parse
from utfproof.adapters.session.blocks import Answer
from utfproof.engine.judging.judge import describe
from utfproof.errors import UtfproofError
from utfproof.model.encoding import Encoding
from utfproof.model.fields import render
from utfproof.model.operation import WHOLE_OPS, Mode, Offer, Op
from utfproof.model.outcome import Crashed, Garbled, Hung, NotRun, Outcome, Touched, Unstable
from utfproof.reference.automaton import Automaton

_BLOCK = 32_768

Ask = Callable[[Sequence[bytes]], list[Answer]]
"""Asks the codec some lines of the protocol; one answer for each."""

Progress = Callable[[str, int], None]
"""Hears what is being asked, and how many more strings were."""


class Unanswered(UtfproofError):
    """The adapter gave no answer that says whether a string was accepted."""

    exit_code = 3


@dataclass(frozen=True, slots=True)
class Breakdown:
    """How often the codec crashed, hung, touched other memory or changed its answer; the first."""

    count: int
    how: str
    first: bytes


def membership(offers: Collection[Offer], encoding: Encoding) -> Offer | None:
    """Return the offer that shows acceptance: strict decoding, else validation."""
    wanted = (Offer(op, encoding, Mode.STRICT) for op in WHOLE_OPS)
    return next((offer for offer in wanted if offer in offers), None)


class Teacher:
    """Answers whether one codec accepts a string. A breakdown counts as a refusal."""

    def __init__(
        self,
        ask: Ask,
        op: Op,
        excluded: Collection[int] = (),
        progress: Progress = lambda _what, _count: None,
        excludes_length: Callable[[int], bool] = lambda _octets: False,
    ) -> None:
        """Prepare to ask.

        A string with an octet that is excluded, or of a length that is, is refused without asking.
        """
        self.asked = 0
        self.breakdowns: dict[type[Outcome], Breakdown] = {}
        self.known: dict[bytes, bool] = {}
        self._in_order: list[bytes] = []
        self._ask = ask
        self._op = op
        self._excluded = frozenset(excluded)
        self._excludes_length = excludes_length
        self._progress = progress

    def accepts(self, string: bytes) -> bool:
        """Tell whether the codec accepts a string."""
        if string not in self.known:
            self.remember("single strings", (string,))
        return self.known[string]

    def remember(self, what: str, strings: Iterable[bytes]) -> None:
        """Ask the strings that are not known yet, in blocks; `what` labels the progress."""
        new = (string for string in dict.fromkeys(strings) if string not in self.known)
        for block in _blocks(new):
            self.known.update(zip(block, self._verdicts(what, block), strict=True))

    def contradicting(self, machine: Automaton) -> bytes | None:
        """Find the shortest string that is known, and about which a machine is wrong."""
        # Strings are never forgotten: as long as the numbers agree, the sorted list is complete.
        if len(self._in_order) < len(self.known):
            self._in_order = sorted(self.known, key=_by_length)
        known = self.known
        wrong = (string for string in self._in_order if machine.accepts(string) != known[string])
        return next(wrong, None)

    def differing(self, what: str, machine: Automaton, strings: Iterable[bytes]) -> bytes | None:
        """Find a string about which the codec and a machine disagree, and remember only that.

        It is the shortest of the first block that has one. The strings may be millions.
        """
        for block in _blocks(string for string in strings if string not in self.known):
            verdicts = zip(block, self._verdicts(what, block), strict=True)
            wrong = [string for string, verdict in verdicts if machine.accepts(string) != verdict]
            if wrong:
                first = min(wrong, key=_by_length)
                self.known[first] = not machine.accepts(first)
                return first
        return None

    def _verdicts(self, what: str, block: Sequence[bytes]) -> list[bool]:
        asked = [string for string in block if self._is_asked(string)]
        lines = [render(string).encode("ascii") for string in asked]
        answers = self._ask(lines) if lines else []
        self.asked += len(asked)
        self._progress(what, len(block))
        if len(asked) == len(block):
            return [self._verdict(*pair) for pair in zip(block, answers, strict=True)]
        answered = dict(zip(asked, answers, strict=True))
        return [string in answered and self._verdict(string, answered[string]) for string in block]

    def _is_asked(self, string: bytes) -> bool:
        return self._excluded.isdisjoint(string) and not self._excludes_length(len(string))

    def _verdict(self, string: bytes, answer: Answer) -> bool:
        if isinstance(answer, bytes):
            # What follows the first word is judged elsewhere, and there may be millions of lines.
            if answer.startswith(b"ok"):
                return True
            if answer.startswith(b"error"):
                return False
            return self._broken(string, _read(self._op, answer))
        return self._broken(string, answer)

    def _broken(self, string: bytes, outcome: Outcome) -> bool:
        match outcome:
            case Crashed(how):
                self._broke(Crashed, how, string)
            case Hung(seconds):
                self._broke(Hung, f"no answer within {seconds:g} s", string)
            case Touched() | Unstable():
                self._broke(type(outcome), describe(outcome), string)
            case Garbled(line, problem):
                hint = "`utfproof certify` shows what the adapter says"
                raise Unanswered(f"{problem} {line}".strip(), place=string.hex(), hint=hint)
            case NotRun(why):
                hint = "`utfproof certify` shows with which input it breaks"
                raise Unanswered(f"not asked: {why}", place=string.hex(), hint=hint)
        return False

    def _broke(self, kind: type[Outcome], how: str, string: bytes) -> None:
        before = self.breakdowns.get(kind, Breakdown(0, how, string))
        self.breakdowns[kind] = Breakdown(before.count + 1, before.how, before.first)


def _read(op: Op, line: bytes) -> Outcome:
    outcome = parse(op, line)
    if isinstance(outcome, Garbled | Touched | Unstable):
        return outcome
    return Garbled(line.decode("ascii"), f"no answer to {op}")


def _by_length(string: bytes) -> tuple[int, bytes]:
    return len(string), string


def _blocks(strings: Iterable[bytes]) -> Iterator[list[bytes]]:
    source = iter(strings)
    while block := list(islice(source, _BLOCK)):
        yield block

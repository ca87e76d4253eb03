"""The comparison: two codecs are asked the same inputs, and each cause of parting is shown once.

Every input on which they part counts for its cause. The shortest of each cause is made as short and
plain as it can be, and asked again of a fresh process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import NamedTuple

from utfproof.engine.questions import placement
from utfproof.fuzz.compare.compared_codec import ComparedCodec, answer_text
from utfproof.fuzz.compare.disagreement import (
    Act,
    Cause,
    Disagreement,
    ModeOutcome,
    compare_contents,
    compare_outcomes,
    remove_disagreement,
)
from utfproof.fuzz.inputs.mutators import Mutator
from utfproof.fuzz.targets import octet_classes
from utfproof.fuzz.triage import minimisation
from utfproof.fuzz.triage.position_dependence import find_dependence
from utfproof.model.encoding import Scheme
from utfproof.model.outcome import Values
from utfproof.oracle.samples import pieces

_LEAST, _MOST = 64, 4096
"""Inputs of the first block, and of later ones: what kills a codec is met in a small one."""
_ROUND_SECONDS = (0.2, 0.8)
_CANDIDATES, _CANDIDATES_IF_FATAL = 256, 16
_BY_BLOCKS = "mod "
_KINDS = tuple(chain.from_iterable(octet_classes.ILL_FORMED.values()))

ComparisonProgress = Callable[[str, int, int], None]
"""Hears what is asked now, how many inputs were asked, and how many causes are known."""


@dataclass(frozen=True, slots=True)
class CauseExample:
    """A cause with the shortest input that shows it, and the answers of both to that input.

    `count` is how many of the asked inputs showed it. `position` is "" or says at which places it
    shows. `repeats` is false where fresh processes did not part in the same way.
    """

    octets: bytes
    found: Disagreement
    count: int
    position: str = ""
    a: str = ""
    b: str = ""
    repeats: bool = True

    @property
    def rank(self) -> tuple[int, bool, int, bytes]:
        """Return its rank: the shortest first, then inputs that the filter A does not see."""
        kind = _KINDS.index(self.found.kind) if self.found.kind in _KINDS else len(_KINDS)
        return len(self.octets), self.found.way.a is Act.SEES, kind, self.octets


class _ComparedInput(NamedTuple):
    """An input that both have answered, and how they part if they do."""

    octets: bytes
    found: Disagreement | None


@dataclass(slots=True)
class _CauseCount:
    """A cause: the shortest input so far that shows it, and how many did."""

    octets: bytes
    found: Disagreement
    count: int = 0


@dataclass(slots=True)
class CodecComparison:
    """Compares two codecs; `text` is the text to look for in their readings, () for any difference.

    `asked` counts the inputs that both have answered, `unanswered` those that one did not.
    """

    a: ComparedCodec
    b: ComparedCodec
    text: Values = ()
    hear: ComparisonProgress = lambda *_: None
    asked: int = 0
    unanswered: int = 0
    _met: dict[Cause, _CauseCount] = field(default_factory=dict)

    def ask(self, inputs: Iterable[bytes], what: str) -> None:
        """Ask inputs of both, in blocks."""
        left, size = iter(inputs), _LEAST
        while block := list(islice(left, size)):
            self._play(block, what)
            size = min(2 * size, _MOST)

    def mutate(self, mutator: Mutator, corpus: Iterable[bytes], seconds: float) -> None:
        """Ask mutated inputs for some time; an input that shows a new cause is mutated in turn."""
        pool, until, size = list(dict.fromkeys(corpus)), time.monotonic() + seconds, _LEAST
        known = set(pool)
        while (started := time.monotonic()) < until:
            new = [met.octets for met in self._met.values() if met.octets not in known]
            pool += new
            known.update(new)
            self._play(mutator.block(pool, size), "mutated inputs")
            size = _fitting(size, time.monotonic() - started)

    def interrupted(self) -> None:
        """Forget the unfinished block, so that found inputs can still be asked."""
        for side in (self.a, self.b):
            side.adapter.restart()

    def causes(self) -> list[CauseExample]:
        """Return each cause once, the shortest input first."""
        found: dict[Cause, CauseExample] = {}
        for cause, met in sorted(self._met.items(), key=lambda item: len(item[1].octets)):
            self.hear(f"shortest: {cause.kind or cause.way.text}", self.asked, len(self._met))
            one = self._reduced(met)
            key = one.found.cause
            # A fault of the place within a block shows with octets of many classes: it is one
            # cause.
            if one.position.startswith(_BY_BLOCKS):
                key = Cause(key.way, one.position)
            other = found.get(key)
            shortest = min((one, other), key=lambda shown: shown.rank) if other else one
            found[key] = replace(shortest, count=one.count + (other.count if other else 0))
        return sorted(self._once_more(list(found.values())), key=lambda shown: shown.rank)

    def _play(self, inputs: Sequence[bytes], what: str) -> None:
        """Ask a block, and count the differences; an input that kills a codec is kept from it."""
        found = self._compared(inputs)
        self.asked += len(found)
        for octets, own in found:
            if own:
                self._count(octets, own)
        self.hear(what, self.asked, len(self._met))

    def _count(self, octets: bytes, own: Disagreement) -> None:
        if own.way.fatal and self._admitted([octets]):
            octets, own = self._shortest(octets, own)
            _exclude((self.a, self.b), octets, own)
        met = self._met.setdefault(own.cause, _CauseCount(octets, own))
        met.count += 1
        if len(octets) < len(met.octets):
            met.octets, met.found = octets, own

    def _admitted(self, inputs: Sequence[bytes]) -> list[bytes]:
        return self.b.admitted(self.a.admitted(inputs))

    def _compared(self, inputs: Sequence[bytes]) -> list[_ComparedInput]:
        """Ask both the inputs that neither's format excludes; leave out unanswered ones."""
        fine = self._admitted(inputs)
        if not fine:
            return []
        answers = zip(self.a.ask(fine), self.b.ask(fine), strict=True)
        outcomes = [(self.a.read_answer(a), self.b.read_answer(b)) for a, b in answers]
        pairs = [(octets, a, b) for octets, (a, b) in zip(fine, outcomes, strict=True) if a and b]
        self.unanswered += len(fine) - len(pairs)
        return [_ComparedInput(octets, self._parted(octets, a, b)) for octets, a, b in pairs]

    def _parted(self, octets: bytes, a: ModeOutcome, b: ModeOutcome) -> Disagreement | None:
        if self.text:
            return compare_contents(self._scheme, octets, a, b, self.text)
        return compare_outcomes(self._scheme, octets, a, b)

    def _found(self, inputs: Sequence[bytes]) -> list[Disagreement | None]:
        """Tell of each input how it parts the two."""
        found = {one.octets: one.found for one in self._compared(inputs)}
        return [found.get(octets) for octets in inputs]

    def _shortest(self, octets: bytes, own: Disagreement) -> tuple[bytes, Disagreement]:
        """Return the shortest input of the same cause that is come upon."""

        def still(candidates: Sequence[bytes]) -> list[bool]:
            found = self._found(candidates)
            return [one is not None and one.cause == own.cause for one in found]

        most = _CANDIDATES_IF_FATAL if own.way.fatal else _CANDIDATES
        if Act.HANGS in own.way:
            return octets, own  # each step would wait for it
        least = minimisation.minimise(octets, still, pieces(self._scheme).letter, most)
        return least, self._found([least])[0] or own

    def _reduced(self, met: _CauseCount) -> CauseExample:
        """Make the input of a cause as short as it can be, and see where it shows.

        What parts them may not be what it is called by: where they part in the same way without
        that, it was only company.
        """
        if met.found.way.fatal:
            return CauseExample(met.octets, met.found, met.count)
        octets, own = self._shortest(met.octets, met.found)
        while own.cause.kind:
            rest = remove_disagreement(self._scheme, octets, own)
            other = self._found([rest])[0] if len(rest) < len(octets) else None
            if not other or other.way != own.way:
                break
            octets, own = self._shortest(rest, other)
        return CauseExample(octets, own, met.count, self._position(octets, own))

    def _position(self, octets: bytes, own: Disagreement) -> str:
        """Say at which places it shows; where a signature may rule, nothing can stand before."""
        if placement.unordered(self._scheme):
            return ""

        def shows(inputs: Sequence[bytes]) -> list[bool]:
            return [one is not None and one.way == own.way for one in self._found(inputs)]

        return find_dependence(octets, pieces(self._scheme).letter, shows)

    def _once_more(self, found: Sequence[CauseExample]) -> Iterator[CauseExample]:
        """Ask the shortest inputs of fresh processes; theirs are the answers that are shown."""
        inputs = [one.octets for one in found]
        answers = zip(self.a.once_more(inputs), self.b.once_more(inputs), strict=True)
        for one, (a, b) in zip(found, answers, strict=True):
            outcome, other = self.a.read_answer(a), self.b.read_answer(b)
            again = self._parted(one.octets, outcome, other) if outcome and other else None
            repeats = again is not None and again.way == one.found.way
            yield replace(one, a=answer_text(a), b=answer_text(b), repeats=repeats)

    @property
    def _scheme(self) -> Scheme:
        return Scheme(self.a.target.encoding.value)


def _exclude(pair: tuple[ComparedCodec, ComparedCodec], octets: bytes, own: Disagreement) -> None:
    """Ask a codec nothing more that holds an input which kills it."""
    for side, killed in zip(pair, own.way.killed, strict=True):
        if killed and octets:
            side.shun(octets)


def _fitting(size: int, seconds: float) -> int:
    """Make rounds so large that most time goes to the codecs, and so small that they end."""
    least, most = _ROUND_SECONDS
    if seconds < least and size < _MOST:
        return 2 * size
    return size // 2 if seconds > most and size > _LEAST else size

"""The labels of a sweep in run lengths: expected, answered, and their first difference."""

from __future__ import annotations

import random
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from utfproof.proof.sweep.shards import SweepShard
from utfproof.reference.automaton import Automaton
from utfproof.reference.runs import Run, runs, without_offsets

WELL_FORMED = "v"
ILL_FORMED = "i"
_RUN = re.compile(rb" ([1-9][0-9]{0,18})(v|i(?:0|[1-9][0-9]{0,18})?)(?= |\Z)")
_OFFSET = re.compile(rb"i[0-9]")
_SHOWN = 60


class NoSweepError(ValueError):
    """An answer that is no sentence of the protocol, or does not speak of all strings."""


class _Kind:
    """The runs of one kind: how many strings of the kind lie before each, where it starts."""

    def __init__(self) -> None:
        self.count = 0
        # Arrays of numbers: a shard may have millions of runs, and each would be several objects.
        self._before = array("Q")
        self._starts = array("Q")
        self._labels: list[str] = []

    def add(self, start: int, length: int, label: str) -> None:
        self._before.append(self.count)
        self._starts.append(start)
        self._labels.append(label)
        self.count += length

    def at(self, rank: int) -> tuple[int, str]:
        run = bisect_right(self._before, rank) - 1
        return self._starts[run] + rank - self._before[run], self._labels[run]


class ShardStrings:
    """The strings of a shard by kind, to be counted and drawn from."""

    def __init__(self, labelled: Iterable[Run]) -> None:
        """Take in all runs of a shard."""
        self._kinds = {WELL_FORMED: _Kind(), ILL_FORMED: _Kind()}
        start = 0
        for length, label in labelled:
            self._kinds[label[0]].add(start, length, label)
            start += length
        self.count = start

    @property
    def well_formed(self) -> int:
        """Return how many are labelled well-formed."""
        return self._kinds[WELL_FORMED].count

    def sample(self, count: int, dice: random.Random) -> dict[int, str]:
        """Draw up to `count` strings, half of each kind where there are both.

        They are given by their places, with their labels.
        """
        kinds = [kind for kind in self._kinds.values() if kind.count]
        return dict(
            # A rank within a kind, not a place in the shard: well-formed strings may be one in
            # millions.
            kind.at(rank)
            for kind in kinds
            for rank in dice.sample(range(kind.count), min(count // len(kinds), kind.count))
        )


@dataclass(frozen=True, slots=True)
class ShardLabels:
    """The labels of all strings of a shard, and the two answers that give them.

    `with_offsets` is the answer of a codec that reports offsets, `without_offsets` of one that
    does not.
    """

    strings: ShardStrings
    with_offsets: bytes
    without_offsets: bytes


@dataclass(frozen=True, slots=True)
class LabelDifference:
    """The first string that is labelled otherwise, by its place, with both labels."""

    index: int
    expected: str
    actual: str


class ShardLabeller:
    """Labels shards by an automaton; parts that shards share are computed once."""

    def __init__(self, automaton: Automaton) -> None:
        """Label by an automaton."""
        self._automaton = automaton
        self._known: dict[tuple[int, ...], ShardLabels] = {}

    def labels(self, shard: SweepShard) -> ShardLabels:
        """Label all strings of a shard.

        They depend on the state that its prefix leads to, and on two offsets: where the prefix
        ends, and where its last whole character does.
        """
        prefix = shard.prefix
        ends = range(len(prefix) + 1)
        whole = max((end for end in ends if self._automaton.accepts(prefix[:end])), default=0)
        key = (self._automaton.after(prefix), len(prefix), whole, shard.free)
        if key not in self._known:
            self._known[key] = _labels(runs(self._automaton, prefix, shard.free))
        return self._known[key]


def _labels(labelled: tuple[Run, ...]) -> ShardLabels:
    return ShardLabels(
        ShardStrings(labelled), _written(labelled), _written(without_offsets(labelled))
    )


def _written(labelled: Iterable[Run]) -> bytes:
    return " ".join(["ok", *(f"{length}{label}" for length, label in labelled)]).encode("ascii")


def strings(answer: bytes, shard: SweepShard) -> ShardStrings:
    """Return the strings of an answer.

    Raises:
        NoSweepError: it is none, or it does not label as many strings as the shard has.
    """
    found = ShardStrings(_no_more(_read(answer), shard.strings))
    if found.count != shard.strings:
        raise NoSweepError(f"labels of {found.count} strings, not of {shard.strings}")
    return found


def _no_more(labelled: Iterable[Run], most: int) -> Iterator[Run]:
    """Pass runs on until they label too many strings: an answer may be long and is not all kept."""
    count = 0
    for run in labelled:
        count += run[0]
        if count > most:
            raise NoSweepError(f"labels of more than {most} strings")
        yield run


def difference(labels: ShardLabels, answer: bytes) -> LabelDifference | None:
    """Return the first string that an answer to the same shard labels otherwise, or None.

    A label without an offset differs from none that is ill-formed too: a codec may tell where
    some errors are, and not where others are.

    Raises:
        NoSweepError: the answer is none.
    """
    wanted = labels.with_offsets if _OFFSET.search(answer) else labels.without_offsets
    if answer == wanted:
        return None
    ours, theirs = _ends(_read(wanted)), _ends(_read(answer))
    (end, label), (other_end, other) = next(ours), next(theirs)
    start = 0
    while other in (label, label[:1]):
        # The runs of the two answers end at different places: the one that ends first is stepped
        # on.
        start = min(end, other_end)
        if start == labels.strings.count:
            return None
        if end == start:
            end, label = next(ours)
        if other_end == start:
            other_end, other = next(theirs)
    return LabelDifference(start, label, other)


def _ends(labelled: Iterable[Run]) -> Iterator[tuple[int, str]]:
    """Yield where each run ends, with its label."""
    end = 0
    for length, label in labelled:
        end += length
        yield end, label


def _read(answer: bytes) -> Iterator[Run]:
    """Yield the runs of an answer one by one: those of a wrong codec may be millions.

    Each series of labels has one answer only: numbers have no leading zeros, and neighbours with
    one label are merged.
    """
    if not answer.startswith(b"ok "):
        raise NoSweepError(f"no answer to sweep: {shown(answer)}")
    at, last = 2, ""
    while at < len(answer):
        found = _RUN.match(answer, at)
        if not found:
            raise NoSweepError(f"no run of labels: {shown(answer[at : at + _SHOWN + 1])}")
        label = found[2].decode("ascii")
        if label == last:
            raise NoSweepError(f"neighbours with one label are not merged: {shown(found[0])}")
        yield int(found[1]), label
        at, last = found.end(), label


def shown(answer: bytes) -> str:
    """Return the beginning of an answer."""
    text = answer[:_SHOWN].decode("ascii", "backslashreplace").strip()
    return f"{text} …" if len(answer) > _SHOWN else text

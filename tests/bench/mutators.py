"""The mutators: inputs a second of processor time, and what that is beside cutting them apart."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice, pairwise

from utfproof.fuzz.inputs.batch_mutation import BatchMutator
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.model.encoding import Encoding, Scheme

_COUNT = 1 << 14
_CORPUS = 2_000
_ROUNDS = 40
_AIM = 10.0


def blocks() -> Iterator[tuple[str, bool]]:
    """Measure blocks of inputs made of 2,000 short seeds, in each width of units.

    The least of which a block consists is its byte strings, cut from one: the ratio to that holds
    on a busy machine too.
    """
    for encoding in (Encoding.UTF_8, Encoding.UTF_16LE, Encoding.UTF_32BE):
        times = list(_times(encoding))
        made = [block for block, _ in times]
        ratio = statistics.median(block / cut for block, cut in times)
        rates = [_COUNT / seconds / 1e6 for seconds in (statistics.median(made), min(made))]
        measured = f"{rates[0]:.2f} million inputs a second, at best {rates[1]:.2f}"
        aim = f"{ratio:.1f} times the cost of cutting them apart (aim at most {_AIM:g})"
        yield f"mutators: {encoding}: {measured}; {aim}", ratio > _AIM


def _times(encoding: Encoding) -> Iterator[tuple[float, float]]:
    """Time blocks, and beside each the cutting of as many octets."""
    mutator = BatchMutator(Scheme(encoding.value), 1)
    corpus = tuple(islice(cycle(seeds(encoding)), _CORPUS))
    made = mutator.block(corpus, _COUNT).inputs
    for _ in range(_ROUNDS):
        block = _seconds(lambda: mutator.block(corpus, _COUNT))
        yield block, _seconds(lambda: _cut(made))


def _cut(made: list[bytes]) -> list[bytes]:
    whole = b"".join(made)
    ends = [0]
    for octets in made:
        ends.append(ends[-1] + len(octets))
    return [whole[start:end] for start, end in pairwise(ends)]


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started

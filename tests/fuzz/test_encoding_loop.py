"""A field looks closely at wrong answers, and ever more rarely where that shows nothing new."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest

pytest.importorskip("numpy")

from utfproof.fuzz.inputs.batch_mutation import BatchMutator
from utfproof.fuzz.inputs.corpus import InputList
from utfproof.fuzz.targets.guidance import Guidance
from utfproof.fuzz.targets.input_batch import InputBatch
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.triage.triage import Triage
from utfproof.fuzz.worker.encoding_loop import EncodingLoop
from utfproof.model.encoding import Encoding, Scheme

_ROUNDS = 64


class WrongObserver:
    """Stands for a codec whose every answer is wrong in the same way."""

    def __init__(self) -> None:
        self.target = SimpleNamespace(codec="fake/codec", bulk_compared=True)
        self.adapter = SimpleNamespace(admitted=lambda _, inputs: range(len(inputs)))

    def find_differences_jointly(
        self, inputs: InputBatch
    ) -> tuple[Sequence[bytes], dict[int, int]]:
        return [b"ok"] * len(inputs), dict.fromkeys(range(len(inputs)), 1)

    def judge_closely(self, octets: bytes, answer: bytes) -> bytes:
        assert answer == b"ok"
        return octets


class Counting:
    """Stands for a triage: counts what it is given in a round, and finds what it is told to."""

    def __init__(self, new: frozenset[int] = frozenset()) -> None:
        self.new = new
        self.rounds = [0]

    def process(self, observer: object, wrong: object) -> str | None:
        assert observer
        assert wrong
        self.rounds[-1] += 1
        return "finding" if len(self.rounds) in self.new else None

    def confirm(self) -> None:
        self.rounds.append(0)


def hunted(triage: Counting) -> list[int]:
    """Play rounds of the same kind of input; list how many answers were looked at in each."""
    field = EncodingLoop(
        encoding=Encoding.UTF_8,
        observers=[cast("Observer", WrongObserver())],
        corpus=InputList(),
        guidance=Guidance(Scheme.UTF_8),
        mutator=BatchMutator(Scheme.UTF_8, 1),
        triage=cast("Triage", triage),
    )
    for _ in range(_ROUNDS):
        field.run_inputs([b"\xc0\x80" + bytes((letter,)) for letter in range(0x41, 0x5B)])
    return triage.rounds[:-1]


def test_a_kind_of_difference_without_findings_is_judged_more_rarely() -> None:
    looks = hunted(Counting())
    assert looks[0] > 0
    assert sum(looks[:8]) > sum(looks[8:16]) > sum(looks[16:32]) / 2 > 0
    assert any(looks[_ROUNDS // 2 :])


def test_after_a_finding_it_is_looked_at_in_each_round_again() -> None:
    looks = hunted(Counting(new=frozenset({32})))
    assert looks[31] > 0
    assert looks[32] > 0
    assert looks[32] > hunted(Counting())[32]

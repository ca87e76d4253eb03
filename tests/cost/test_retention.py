"""Memory that rises with every question, and memory that rises for other reasons."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from adapters import fakes
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.process import MemoryUse
from utfproof.adapters.session.session import Session
from utfproof.model.operation import Offer
from utfproof.model.outcome import Crashed
from utfproof.model.profile import Claims
from utfproof.proof.cost import retention_meter
from utfproof.proof.cost.retention import (
    MemoryPoint,
    Retention,
    rise,
    rises_throughout,
    slope,
)
from utfproof.proof.cost.retention_meter import RetentionMeter, collects
from utfproof.proof.cost.shapes import CostShape, shapes

OFFER = Offer.parse("validate UTF-8 strict")
KiB, MiB = 1 << 10, 1 << 20

Octets = Callable[[int], float]


class Remembering:
    """A session whose process has so many octets after so many questions."""

    restarts = 0
    processor_seconds = 0.0

    def __init__(self, kept: Octets, lump: int = 4 * KiB, dies_at: int = 1 << 60) -> None:
        self.questions = 0
        self._kept, self._lump, self._dies_at = kept, lump, dies_at

    def memory(self) -> MemoryUse:
        kept = int(10 * MiB + self._kept(self.questions))
        return MemoryUse(kept // self._lump * self._lump, 0)

    def ask(
        self, codec: str, offer: Offer, lines: list[bytes], excluded: frozenset[int]
    ) -> list[Answer]:
        del codec, offer, excluded
        self.questions += len(lines)
        if self.questions >= self._dies_at:
            return [Crashed("SIGKILL")] * len(lines)
        return [b"ok"] * len(lines)


def own_shapes(*names: str) -> list[CostShape]:
    settings = Claims(("rfc3629",)).settings(OFFER.encoding)
    assert settings
    return [one for one in shapes(OFFER, settings) if not names or one.name in names]


def found(session: Remembering, *, collected: bool = False) -> list[Retention]:
    meter = RetentionMeter(cast("Session", session), "codec", frozenset(), collected)
    return meter.found(own_shapes("tails"))


def points(kept: Octets, count: int = 64) -> list[MemoryPoint]:
    return [MemoryPoint(n * 1000, int(10 * MiB + kept(n * 1000))) for n in range(count)]


def test_the_slope_is_the_octets_of_a_question_whatever_single_points_say() -> None:
    assert slope(points(lambda n: 24 * n)) == pytest.approx(24)
    assert slope(points(lambda n: 24 * n + (MiB if n == 30_000 else 0))) == pytest.approx(24)
    assert slope(points(lambda _: 0)) == 0
    assert slope([]) == 0


@pytest.mark.parametrize(
    ("kept", "rises"),
    [
        (lambda n: 24 * n, True),
        (lambda n: 24 * n + 64 * KiB * math.sin(n), True),
        (lambda _: 0, False),
        (lambda n: 24 * min(n, 30_000), False),  # a cache that is full
        (lambda n: 1000 * (n % 20_000), False),  # garbage that is collected
        (lambda n: 0 if n < 32_000 else MiB, False),  # a step
        (lambda n: -24 * n, False),
    ],
)
def test_a_rise_goes_through_all_quarters(kept: Octets, *, rises: bool) -> None:
    assert rises_throughout(points(kept)) is rises


def test_a_rise_counts_what_is_left_after_collections() -> None:
    assert rise(points(lambda n: 1000 * (n % 10_000))) == 0
    assert rise(points(lambda n: 24 * n)) == 48 * 24 * 1000


@pytest.mark.parametrize("each", [16, 100, 1100, 100_000])
@pytest.mark.parametrize("lump", [4 * KiB, 256 * KiB])
def test_what_is_kept_of_each_question_is_found(each: int, lump: int) -> None:
    [one] = found(Remembering(lambda n: each * n, lump))
    assert one.each == pytest.approx(each, rel=0.2)
    assert (one.shape, one.offer) == ("tails", OFFER)
    assert one.grown >= 32 * MiB


@pytest.mark.parametrize(
    "kept",
    [
        lambda _: 0,
        lambda n: 200 * min(n, 100_000),  # a cache
        lambda n: 20 * MiB * n / (n + 50_000),  # an allocator that comes to rest
        lambda n: 4 * MiB * (1 + math.sin(n)),
        *(
            # The period in questions, and how much lies about at its end.
            lambda n, period=period, most=most: most * (n % period) / period
            for period in (10_000, 300_000, 3_000_000)
            for most in (MiB, 30 * MiB)
        ),
    ],
)
def test_what_comes_to_rest_or_is_given_back_is_not_told(kept: Octets) -> None:
    assert found(Remembering(kept)) == []


def test_of_a_collector_of_garbage_more_has_to_be_seen() -> None:
    session = Remembering(lambda n: 1100 * (n % 50_000))  # 52 MiB of garbage
    assert found(session, collected=True) == []
    [one] = found(Remembering(lambda n: 1100 * n), collected=True)
    assert one.grown >= 96 * MiB


def test_a_rise_that_is_cut_off_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Remembering(lambda n: 4 * n)
    assert found(session) == []
    assert 3_000_000 < session.questions < 3_200_000
    monkeypatch.setattr(retention_meter, "_LONGEST", 0.0)
    assert found(Remembering(lambda n: 16 * n)) == []


def test_a_rise_that_cannot_become_enough_is_not_followed() -> None:
    session = Remembering(lambda n: 2 * n)
    assert found(session) == []
    assert session.questions < 1_000_000
    # The octets of a question are nearly four times as many later.
    [one] = found(Remembering(lambda n: 11 * n + 11 * max(0, n - 400_000)))
    assert one.grown >= 32 * MiB


def test_a_process_that_dies_or_tells_no_memory_is_not_measured() -> None:
    assert found(Remembering(lambda n: 1100 * n, dies_at=5000)) == []
    assert found(Remembering(lambda _: -10 * MiB)) == []


def test_which_languages_collect_garbage() -> None:
    assert [one for one in ("C", "C++", "C#", "Go", "Java 17", "Perl") if collects(one)] == [
        "C#",
        "Go",
        "Java 17",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    ("manner", "told"),
    [("errors", ["tails"]), ("nothing", []), ("cache", []), ("garbage", [])],
)
def test_processes_that_keep_memory_are_found_and_no_others(
    tmp_path: Path, manner: str, told: list[str], number: int
) -> None:
    with Session(fakes.command("remembers", tmp_path, manner), 20.0, seed=number) as session:
        meter = RetentionMeter(session, "table", frozenset())
        retained = meter.found(own_shapes("well-formed text", "tails"))
    assert [one.shape for one in retained] == told
    # 128 hexadecimal digits, and what Python adds to a text.
    assert all(128 < one.each < 300 for one in retained)

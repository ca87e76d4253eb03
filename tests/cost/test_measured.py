"""Codecs whose time grows, and codecs whose time does not: measured for real."""

from __future__ import annotations

import math
from pathlib import Path
from typing import cast

import pytest

from adapters import fakes
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.process import MemoryUse
from utfproof.adapters.session.session import Session
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.outcome import Crashed, Hung
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.proof.cost.measuring import LARGEST, CostMeter
from utfproof.proof.cost.shapes import CostShape, shapes

OFFER = Offer.parse("validate UTF-8 strict")
KiB = 1 << 10


class Clocked:
    """A session whose codec takes as long as it says, and hangs after two seconds."""

    deadline = 2.0

    def __init__(
        self,
        power: float,
        each: float,
        answer: Answer = b"ok",
        least: int = LARGEST + 1,
        outcome: Answer = b"",
    ) -> None:
        self.processor_seconds = 0.0
        self.peak = 0
        self.asked: list[int] = []
        self._power, self._each, self._answer = power, each, answer
        self._least, self._outcome = least, outcome

    def ask(
        self, codec: str, offer: Offer, lines: list[bytes], excluded: frozenset[int]
    ) -> list[Answer]:
        del codec, offer, excluded
        size = len(lines[0]) // 2
        self.asked.append(size)
        seconds = self.seconds(size) * len(lines)
        self.peak = sum(map(len, lines))
        # A clock of ticks, as the system's is.
        self.processor_seconds = round(100 * (self.processor_seconds + seconds)) / 100
        if size >= self._least:
            return [self._outcome] * len(lines)
        return [Hung(2.0) if seconds > self.deadline * len(lines) else self._answer] * len(lines)

    def memory(self) -> MemoryUse:
        """Tell what the last block took, as the system does, and begin anew."""
        last, self.peak = self.peak, 0
        return MemoryUse(0, last)

    def seconds(self, size: int) -> float:
        return self._each * math.pow(size / KiB, self._power)


class GrowsForAWhile(Clocked):
    """Quadratic up to 64 Ki, and linear above."""

    def seconds(self, size: int) -> float:
        return 6e-5 * min(size / KiB, 64) ** 2 * max(1, size / KiB / 64)


class ReadsAhead(Clocked):
    """Reads the next 64 Ki, or what there is, at each KiB: by the square up to there alone."""

    deadline = 10.0

    def seconds(self, size: int) -> float:
        wide = min(size, 64 * KiB) / KiB
        return 8e-5 * (wide * wide / 2 + wide * (size / KiB - wide))


class WarmsUp(Clocked):
    """Linear once it has been asked a size three times, and until then the slower the longer."""

    def seconds(self, size: int) -> float:
        linear = 1e-4 * size / KiB
        return linear if self.asked.count(size) > 3 else linear * max(1, size / (128 * KiB))


def shape(name: str = "tails") -> CostShape:
    settings = Claims(("rfc3629",)).settings(Encoding.UTF_8)
    assert settings
    return next(one for one in shapes(OFFER, settings) if one.name == name)


def meter(session: Clocked) -> CostMeter:
    return CostMeter(cast("Session", session), "codec", frozenset())


@pytest.mark.parametrize("power", [1.4, 2.0, 3.0])
@pytest.mark.parametrize("each", [1e-5, 1e-4, 1e-3, 1e-2])
def test_growth_is_found_whatever_the_codec_s_speed(power: float, each: float) -> None:
    found = meter(Clocked(power, each)).curve(shape())
    # What takes less than a twentieth of a second for a MiB is no danger, and not measured further.
    if each * KiB**power > 0.3:
        assert found.grows
    assert not found.unasked


@pytest.mark.parametrize("power", [0.5, 1.0, 1.1])
@pytest.mark.parametrize("each", [1e-6, 1e-4, 1e-3, 1e-2])
def test_a_linear_codec_is_not_accused_whatever_its_speed(power: float, each: float) -> None:
    assert not meter(Clocked(power, each)).curve(shape()).grows


def test_growth_that_ends_is_no_growth() -> None:
    found = meter(GrowsForAWhile(0, 0)).curve(shape())
    assert not found.grows
    assert found.points[-1].size > 64 * KiB


def test_what_reads_ahead_a_fixed_distance_is_followed_until_it_is_linear() -> None:
    found = meter(ReadsAhead(0, 0)).curve(shape())
    assert not found.grows
    assert found.points[-1].size > 128 * KiB


def test_what_looks_steep_once_is_measured_again() -> None:
    assert not meter(WarmsUp(0, 0)).curve(shape()).grows


def test_a_quick_codec_is_asked_three_times() -> None:
    session = Clocked(1.0, 1e-6)
    assert meter(session).curve(shape()).points
    assert session.asked == [16 * KiB, 128 * KiB, LARGEST]


def test_no_input_is_longer_than_the_codec_can_be_given() -> None:
    session = Clocked(2.0, 1e-3)
    meter(session).curve(shape(), longest=20 * KiB)
    assert max(session.asked) <= 20 * KiB


def test_the_peak_is_that_of_one_question_where_several_were_asked() -> None:
    points = meter(Clocked(2.0, 1e-4)).curve(shape()).points
    assert len(points) > 3
    assert [point.peak for point in points] == [2 * point.size for point in points]


@pytest.mark.parametrize("answer", [b"impossible so large", b"failed x"])
def test_what_has_no_answer_is_not_timed(answer: Answer) -> None:
    found = meter(Clocked(2.0, 1e-3, answer)).curve(shape())
    assert found.points == ()
    assert found.unasked
    assert found.verdict is Verdict.NOT_RUN


@pytest.mark.parametrize(
    ("outcome", "verdict"), [(Crashed("SIGSEGV"), Verdict.CRASH), (Hung(2.0), Verdict.HANG)]
)
@pytest.mark.parametrize("least", [300, 5000, 100_000, 500_000])
def test_a_size_that_the_codec_does_not_survive_is_told(
    outcome: Crashed | Hung, verdict: Verdict, least: int
) -> None:
    found = meter(Clocked(1.0, 1e-6, least=least, outcome=outcome)).curve(shape())
    assert found.ended
    assert found.ended.outcome == outcome
    assert least <= found.ended.size < 2 * least
    assert found.verdict is verdict


@pytest.mark.slow
def test_the_time_of_copies_is_found_and_no_other(tmp_path: Path) -> None:
    settings = Claims(("rfc3629",)).settings(Encoding.UTF_8)
    assert settings
    with Session(fakes.command("copies_its_text", tmp_path), 20.0) as session:
        own = CostMeter(session, "table", frozenset())
        curves = [own.curve(one) for one in shapes(OFFER, settings)]
    assert [one.shape for one in curves if one.grows] == ["tails"], curves


@pytest.mark.slow
def test_the_peak_of_memory_is_that_of_each_question(tmp_path: Path) -> None:
    command = fakes.command("remembers", tmp_path, "burden")
    with Session(command, 20.0) as session:
        own = CostMeter(session, "table", frozenset())
        first, second = own.curve(shape("ASCII")), own.curve(shape("ASCII"))
    for found in (first, second):
        by_size = {point.size: point.peak for point in found.points}
        # The text itself, 64 times; and what was before must not be in the figure of less.
        assert by_size[LARGEST] - by_size[16 * KiB] > 60 * LARGEST

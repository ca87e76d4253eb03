"""One block and its answers: what a wire accepts, and how it ends what it does not."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from utfproof.adapters.session import limits
from utfproof.adapters.session import wire as wires
from utfproof.adapters.session.wire import Died, Late, Nonsense, RenderedBlock

from . import fakes
from .conftest import StartWire

PATIENCE = 10.0


def block(*lines: bytes, op: bytes = b"decode") -> RenderedBlock:
    return RenderedBlock.of(op + b" fake UTF-8 strict", list(lines))


def test_a_block_is_a_header_its_lines_and_an_empty_line() -> None:
    assert block(b"41", b"-").octets == b"decode fake UTF-8 strict\n41\n-\n\n"


def test_each_line_has_its_answer_in_order(wire_to: StartWire) -> None:
    wire = wire_to("honest")
    assert wire.exchange(block(b"41", b"c3", b"e282ac"), PATIENCE) == b"ok 41\nerror 0 1\nok 20ac"
    assert wire.exchange(block(b"42"), PATIENCE) == b"ok 42"


def test_a_block_without_lines_has_no_answers(wire_to: StartWire) -> None:
    wire = wire_to("honest")
    assert wire.exchange(block(), PATIENCE) == b""
    assert wire.exchange(block(b"41"), PATIENCE) == b"ok 41"


@pytest.mark.parametrize("fake", ["honest", "answers_while_it_reads"])
def test_the_largest_block_fits_however_the_adapter_reads(fake: str, wire_to: StartWire) -> None:
    lines = [b"41" * 31 for _ in range(limits.MOST_LINES)]
    assert len(block(*lines).octets) > limits.MOST_OCTETS - limits.MOST_LINES
    answers = wire_to(fake).exchange(block(*lines), PATIENCE).split(b"\n")
    assert answers == [b"ok" + b" 41" * 31] * limits.MOST_LINES


def test_one_line_may_fill_a_block(wire_to: StartWire) -> None:
    letters = 2_000_000
    answer = wire_to("honest").exchange(block(b"41" * letters), PATIENCE)
    assert answer == b"ok" + b" 41" * letters


def test_cr_lf_ends_a_line_as_well(wire_to: StartWire) -> None:
    wire = wire_to("ends_lines_with_cr_lf")
    assert wire.exchange(block(b"41", b"42"), PATIENCE) == b"ok 41\nok 42"
    assert wire.exchange(block(), PATIENCE) == b""


def test_stderr_is_no_answer(wire_to: StartWire) -> None:
    wire = wire_to("warns_on_stderr")
    assert wire.exchange(block(b"41", b"c3"), PATIENCE) == b"ok 41\nerror 0 1"
    assert wire.process.stderr_text() == "warning: something is deprecated\n" * 2


def test_a_closed_stderr_is_not_asked_again_and_again(wire_to: StartWire) -> None:
    wire = wire_to("closes_stderr")
    spent = time.process_time()
    assert wire.exchange(block(b"41"), PATIENCE) == b"ok 41"
    assert time.process_time() - spent < 0.25


@pytest.mark.parametrize(
    ("fake", "problem"),
    [
        ("says_a_line_too_many", "more lines than were asked"),
        ("says_a_line_too_few", "2 lines for 3"),
        ("leaves_an_answer_empty", "an empty line among the answers"),
        ("ends_a_block_with_two_crs", "more lines than were asked"),
        ("answers_in_utf_8", "octets that are not ASCII"),
    ],
)
def test_an_invalid_block_of_answers_is_nonsense(
    fake: str, problem: str, wire_to: StartWire
) -> None:
    with pytest.raises(Nonsense, match=problem):
        wire_to(fake).exchange(block(b"c3a9", b"42", b"43"), PATIENCE)


def test_output_after_a_block_is_not_taken_for_the_next_answer(wire_to: StartWire) -> None:
    wire = wire_to("talks_after_the_block")
    assert wire.exchange(block(b"41"), PATIENCE) == b"ok 41"
    time.sleep(0.3)
    with pytest.raises(Nonsense, match="came without being asked"):
        wire.exchange(block(b"42"), PATIENCE)


def test_an_adapter_that_closes_stdout_is_not_waited_for(wire_to: StartWire) -> None:
    started = time.monotonic()
    with pytest.raises(Nonsense, match="stdout was closed while the program lives on") as caught:
        wire_to("closes_stdout").exchange(block(b"41", b"42"), PATIENCE)
    assert caught.value.answers == 1
    assert time.monotonic() - started < PATIENCE / 2


def test_a_line_without_end_is_stopped_before_it_fills_the_memory(
    wire_to: StartWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wires, "LONGEST_ANSWER", 4 << 20)
    wire = wire_to("floods_stdout")
    tracemalloc.start()
    try:
        with pytest.raises(Nonsense, match="answers of more than"):
            wire.exchange(block(b"41"), PATIENCE)
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_a_flood_on_stderr_neither_blocks_nor_fills_the_memory(wire_to: StartWire) -> None:
    wire = wire_to("floods_stderr")
    tracemalloc.start()
    try:
        assert wire.exchange(block(b"41", b"42"), PATIENCE) == b"ok 41\nok 42"
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    said = wire.process.stderr_text()
    assert len(said) <= 64 * 1024
    assert said.endswith("last words")


def test_stderr_without_end_does_not_put_the_deadline_off(wire_to: StartWire) -> None:
    wire = wire_to("complains_without_end")
    started = time.monotonic()
    with pytest.raises(Late):
        wire.exchange(block(b"41"), 0.3)
    assert "noise noise" in wire.process.stderr_text()
    assert time.monotonic() - started < PATIENCE / 2


def test_silence_ends_with_the_deadline(wire_to: StartWire) -> None:
    wire = wire_to("stays_silent")
    started = time.monotonic()
    with pytest.raises(Late):
        wire.exchange(block(b"41"), 0.3)
    assert 0.3 <= time.monotonic() - started < 1


def test_death_in_the_middle_of_a_line_counts_the_whole_ones(wire_to: StartWire) -> None:
    wire = wire_to("dies_in_the_middle_of_a_line")
    with pytest.raises(Died, match="exit status 3") as caught:
        wire.exchange(block(b"41", b"42", b"43"), PATIENCE)
    assert caught.value.answers == 1
    assert wire.process.stderr_text() == "out of luck\n"


def test_death_by_a_signal_names_it(wire_to: StartWire) -> None:
    with pytest.raises(Died, match="SIGSEGV"):
        wire_to("crashes_on_ff").exchange(block(b"41", b"ff"), PATIENCE)


def test_a_dead_adapter_stays_dead(wire_to: StartWire) -> None:
    wire = wire_to("crashes_on_ff")
    for _ in range(2):
        with pytest.raises(Died, match="SIGSEGV"):
            wire.exchange(block(b"ff"), PATIENCE)


def test_a_death_is_no_hang_though_a_child_holds_the_pipes(wire_to: StartWire) -> None:
    with pytest.raises(Died, match="SIGABRT"):
        wire_to("leaves_a_child").exchange(block(b"ff"), 0.5)


def test_a_huge_block_to_a_dead_reader_is_a_death(wire_to: StartWire) -> None:
    wire = wire_to("dies_before_hello")
    with pytest.raises(Died, match="exit status 1"):
        wire.exchange(block(*[b"41" * 31] * limits.MOST_LINES), PATIENCE)


@pytest.mark.parametrize("where", ["itself", "child"])
def test_memory_is_limited_over_the_whole_group(where: str, wire_to: StartWire) -> None:
    wire = wire_to("hogs_memory", where, memory=128 << 20)
    assert wire.exchange(block(b"41"), PATIENCE) == b"ok 41"
    started = time.monotonic()
    with pytest.raises(Died, match="more than 128 MiB of memory"):
        wire.exchange(block(b"ff"), PATIENCE)
    assert time.monotonic() - started < PATIENCE / 2


def test_reserved_memory_is_not_counted(wire_to: StartWire) -> None:
    wire = wire_to("reserves_memory", memory=128 << 20)
    assert wire.exchange(block(*[b"41"] * 5), PATIENCE) == b"\n".join([b"ok 41"] * 5)


def test_nothing_is_left_of_a_killed_group(wire_to: StartWire) -> None:
    wire = wire_to("leaves_a_child")
    with pytest.raises(Died):
        wire.exchange(block(b"ff"), 0.5)
    child = int((wire.process.command.folder / "child").read_text("ascii"))
    assert fakes.alive(wire.process.pid) == [child]
    wire.process.kill()
    assert fakes.left(wire.process.pid) == []

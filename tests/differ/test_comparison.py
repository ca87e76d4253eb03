"""The comparison: inputs on which two sides part become causes, one for each fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.fuzz.compare.comparison import CauseExample, CodecComparison
from utfproof.fuzz.inputs.mutators import Mutator
from utfproof.model.encoding import Scheme
from utfproof.model.outcome import Crashed, Garbled, Hung, NotRun

from .sides import Called, Decoder, lenient

if TYPE_CHECKING:
    from utfproof.fuzz.targets.input_batch import InputBatch

STRICT = lenient()


def compared(a: Decoder, b: Decoder, *inputs: str) -> list[CauseExample]:
    comparison = CodecComparison(Called(a), Called(b))
    comparison.ask([bytes.fromhex(octets) for octets in inputs], "inputs")
    return comparison.causes()


def brief(found: Sequence[CauseExample]) -> list[tuple[str, str, int]]:
    return [(one.octets.hex(), one.found.kind, one.count) for one in found]


def test_each_cause_is_shown_once_by_its_shortest_input() -> None:
    b = lenient(reads=["overlong", "surrogate"])
    found = compared(STRICT, b, "41c0af", "eda080", "c0af", "41", "c1bf41c0af41", "ff", "42edbfbf")
    assert brief(found) == [("c080", "overlong", 3), ("eda080", "surrogate", 2)]
    assert [(one.a, one.b) for one in found] == [("error ? ?", "ok 2f")] * 2


def test_no_cause_hides_behind_another_that_needs_fewer_octets() -> None:
    b = lenient(reads=["overlong", "surrogate", "cut by the end"])
    found = compared(STRICT, b, "c0af", "eda080", "c3")
    shown = [("c0", "cut by the end", 1), ("c080", "overlong", 1), ("eda080", "surrogate", 1)]
    assert brief(found) == shown


def test_a_part_that_both_codecs_skip_is_no_cause() -> None:
    a, b = lenient(drops=["stray tail"]), lenient(["overlong"], ["stray tail"])
    assert brief(compared(a, b, "41 80 c0af 80")) == [("c080", "overlong", 1)]


def test_company_is_counted_with_the_cause_that_it_keeps() -> None:
    a, b = lenient(drops=["stray tail"]), lenient(["overlong"], ["stray tail"])
    assert brief(compared(a, b, "80 c0af", "c0af", "41c0af")) == [("c080", "overlong", 3)]


def misses_every_sixteenth(octets: bytes) -> Answer:
    """Read a slash where what is ill-formed is the last octet of a block of sixteen."""
    bad = next((at for at, octet in enumerate(octets) if octet >= 0x80), 0)
    return b"ok 2f" if bad % 16 == 15 else STRICT(octets)


def test_faults_that_turn_on_blocks_are_one_cause() -> None:
    before = "41" * 15
    found = compared(STRICT, misses_every_sixteenth, f"{before}ff", f"{before}80", f"{before}c0af")
    assert [(one.position, one.count) for one in found] == [("mod 16", 3)]


def test_a_fault_at_the_beginning_says_so() -> None:
    def b(octets: bytes) -> Answer:
        return STRICT(octets[1:] if octets.startswith(b"\xff") else octets)

    [one] = compared(STRICT, b, "ff4141", "41ff")
    assert (one.octets, one.position) == (b"\xff", "only at the beginning")


def test_a_difference_that_a_fresh_process_does_not_repeat_is_marked() -> None:
    comparison = CodecComparison(Called(STRICT), Called(lenient(reads=["overlong"]), later=STRICT))
    comparison.ask([bytes.fromhex("c0af")], "inputs")
    [one] = comparison.causes()
    assert not one.repeats
    assert one.b == "error ? ?"


def test_only_a_text_that_one_of_them_reads_counts_where_one_is_looked_for() -> None:
    a, b = lenient(drops=["overlong", "FE or FF"]), lenient(["overlong"], ["FE or FF"])
    comparison = CodecComparison(Called(a), Called(b), (0x2F,))
    inputs = ("c0af", "2fc0af", "ff", "41 ff c0af 41", "c3a9")
    comparison.ask([bytes.fromhex(octets) for octets in inputs], "inputs")
    found = comparison.causes()
    assert brief(found) == [("c080", "overlong", 2)]
    assert found[0].found.way.about("/") == "A sees no `/`, B does"


def test_an_unanswered_input_is_no_disagreement() -> None:
    def b(octets: bytes) -> Answer:
        return NotRun("too slow") if octets == b"\xff" else STRICT(octets)

    comparison = CodecComparison(Called(STRICT), Called(b))
    comparison.ask([b"\xff", b"\xfe"], "inputs")
    assert (comparison.asked, comparison.unanswered) == (1, 1)
    assert comparison.causes() == []
    assert comparison.b.adapter.complaints == []


def test_an_answer_that_is_garbled_is_complained_of() -> None:
    comparison = CodecComparison(Called(STRICT), Called(lambda _: Garbled("what?", "no sentence")))
    comparison.ask([b"\xff"], "inputs")
    assert (comparison.asked, comparison.unanswered) == (0, 1)
    assert comparison.b.adapter.complaints == ["in/process: no sentence: what?"]


def crashes(octets: bytes) -> Answer:
    return Crashed("SIGSEGV") if b"\xff" in octets else STRICT(octets)


def test_a_deadly_input_is_not_asked_again() -> None:
    b = Called(crashes)
    comparison = CodecComparison(Called(STRICT), b)
    comparison.ask([b"A\xffB"], "inputs")
    asked = b.asked
    comparison.ask([b"AA\xff", b"AAA"], "inputs")
    assert b.asked == asked + 1
    assert brief(comparison.causes()) == [("ff", "FE or FF", 1)]


def test_a_codec_that_dies_of_everything_is_not_asked_everything() -> None:
    b = Called(lambda _: Crashed("SIGSEGV"))
    comparison = CodecComparison(Called(STRICT), b)
    comparison.ask([b"", *(b"%d" % number for number in range(10_000))], "inputs")
    assert b.asked < 1000
    assert brief(comparison.causes())[0][:2] == ("", "nothing")


def test_a_hang_is_not_waited_for_more_often_than_need_be() -> None:
    b = Called(lambda octets: Hung(1) if b"\xff" in octets else STRICT(octets))
    comparison = CodecComparison(Called(STRICT), b)
    comparison.ask([b"AB\xffCD", b"AB\xffCD\xff", b"\xffA"], "inputs")
    assert b.asked == 3
    [one] = comparison.causes()
    assert (one.octets, one.found.way.text) == (b"\xffA", "A refuses, B hangs")


class EnoughError(Exception):
    """A mutator has been asked often enough."""


class Repeats(Mutator):
    """A mutator that mutates nothing: it returns the last input, three times."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []
        self.blocks = 0

    def block(self, corpus: Sequence[bytes], count: int, most: int = 256) -> InputBatch:
        from utfproof.fuzz.targets.input_batch import InputBatch  # noqa: PLC0415  (needs numpy, an extra)

        self.seen = list(corpus)
        self.blocks += 1
        if self.blocks > 3:
            raise EnoughError
        return InputBatch.of([corpus[-1][:most] + b"\xff"] * min(count, 2))


def test_an_input_with_a_new_cause_is_mutated_in_turn() -> None:
    pytest.importorskip("numpy")
    comparison = CodecComparison(Called(STRICT), Called(lenient(reads=["FE or FF"])))
    mutator = Repeats()
    with pytest.raises(EnoughError):
        comparison.mutate(mutator, [b"A", b"B", b"A"], seconds=600)
    assert mutator.seen == [b"A", b"B", b"B\xff"]
    assert comparison.asked >= 4


def test_the_scheme_is_that_of_the_lane() -> None:
    assert CodecComparison(Called(STRICT), Called(STRICT))._scheme is Scheme.UTF_8

"""Blocks that are compared as a whole: nothing is told where all is as expected."""

from __future__ import annotations

import pytest

from utfproof.adapters.session.blocks import JoinedLines
from utfproof.adapters.session.session import Session
from utfproof.adapters.session.wire import RenderedBlock, Wire
from utfproof.model.operation import Offer
from utfproof.model.outcome import Crashed, Garbled

from .conftest import StartSession

DECODE = Offer.parse("decode UTF-8 strict")
VALIDATE = Offer.parse("validate UTF-8 strict")


def joined(*lines: bytes) -> JoinedLines:
    ends = [sum(map(len, lines[: at + 1])) + at + 1 for at in range(len(lines))]
    return JoinedLines(b"".join(line + b"\n" for line in lines), ends)


def unlike(session: Session, asked: list[bytes], expected: list[bytes]) -> list[object] | None:
    found = session.unlike("fake", DECODE, joined(*asked), joined(*expected))
    return None if found is None else list(found)


def test_other_lines_are_mixed_in_at_their_places() -> None:
    lines = joined(b"a", b"bb", b"c")
    assert lines.mixed({0: b"x", 2: b"y", 5: b"z"}) == b"x\na\ny\nbb\nc\nz\n"
    assert lines.mixed({1: b"x", 2: b"y"}) == b"a\nx\ny\nbb\nc\n"
    assert lines.mixed({}) == b"a\nbb\nc\n"
    assert lines.lines() == [b"a", b"bb", b"c"]


def test_the_ends_of_lines_are_found_where_they_are_asked_for() -> None:
    lines = [b"ab" * (number % 7 * number % 400) for number in range(2000)]
    text = b"".join(line + b"\n" for line in lines)
    found, own = JoinedLines.of(text, len(lines)), joined(*lines)
    for places in (range(2000), range(0, 2000, 313), (1999, 5, 6, 700, 699)):
        assert [found.ends[place] for place in places] == [own.ends[place] for place in places]


@pytest.mark.parametrize("count", [1, 2, 700, 3000])
def test_answers_as_expected_are_not_told(session_with: StartSession, count: int) -> None:
    session = session_with("honest")
    assert unlike(session, [b"c3a9", b"ff"] * count, [b"ok e9", b"error 0 1"] * count) is None
    found = session.unlike("fake", VALIDATE, joined(b"c3a9"), joined(b"ok"))
    assert found is None


def test_one_answer_that_is_not_as_expected_is_among_all(session_with: StartSession) -> None:
    asked, expected = [b"c3a9"] * 2000, [b"ok e9"] * 2000
    expected[1234] = b"ok e8"
    assert unlike(session_with("honest"), asked, expected) == [b"ok e9"] * 2000


def test_known_answers_are_in_the_block_and_not_among_the_answers(
    session_with: StartSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[RenderedBlock] = []
    exchange = Wire.exchange

    def recorded(self: Wire, block: RenderedBlock, seconds: float) -> bytes:
        sent.append(block)
        return exchange(self, block, seconds)

    monkeypatch.setattr(Wire, "exchange", recorded)
    assert unlike(session_with("honest"), [b"ff"] * 1024, [b"error 0 1"] * 1024) is None
    lines = sent[-1].octets.split(b"\n")[1:-2]
    known = [line for line in lines if line != b"ff"]
    assert len(lines) == sent[-1].lines == 1028
    assert len(known) == 4
    assert b"ff" not in (lines[0], lines[-1])


def test_a_crash_is_told_with_the_answers_of_the_others(session_with: StartSession) -> None:
    asked = [b"c3a9"] * 2000
    asked[777] = b"ff"
    found = unlike(session_with("crashes_on_ff"), asked, [b"ok e9"] * 2000)
    assert found
    assert found[777] == Crashed("SIGSEGV", "about to crash\n")
    assert set(map(str, found[:777] + found[778:])) == {"b'ok e9'"}


def test_an_adapter_that_asks_nothing_is_found_out(session_with: StartSession) -> None:
    found = unlike(session_with("answers_without_asking"), [b"41"] * 10, [b"ok"] * 10)
    assert found
    assert all(isinstance(one, Garbled) for one in found)

"""Two outcomes of one input: whether they part, in which way, and at what."""

from __future__ import annotations

import pytest

from utfproof.fuzz.compare.disagreement import (
    UNMARKED,
    Act,
    Disagreement,
    ModeOutcome,
    compare_contents,
    compare_outcomes,
    contains,
    remove_disagreement,
)
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Mode
from utfproof.model.outcome import (
    Accepted,
    Crashed,
    Decoded,
    Hung,
    Outcome,
    Refused,
    Touched,
    Unstable,
)

SLASH = (0x2F,)
YES, NO = Accepted(), Refused(None)
STRICT, REPLACE, SKIP = Mode.STRICT, Mode.REPLACE, Mode.SKIP


def text(*values: int) -> Decoded:
    return Decoded(values)


def between(
    octets: str,
    a: Outcome,
    b: Outcome,
    modes: tuple[Mode, Mode] = (STRICT, STRICT),
    scheme: Scheme = Scheme.UTF_8,
) -> Disagreement | None:
    return compare_outcomes(
        scheme, bytes.fromhex(octets), ModeOutcome(modes[0], a), ModeOutcome(modes[1], b)
    )


def way(found: Disagreement | None) -> tuple[str, str, str, int] | None:
    if found is None:
        return None
    return found.way.a.value, found.way.b.value, found.kind, found.offset


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (text(0x41), text(0x41)),
        (text(0x41), YES),
        (YES, text(0x41)),
        (YES, YES),
        (Refused(0), Refused(1, 2, (0x41,))),
        (NO, Refused(3)),
        (Crashed("SIGSEGV"), Crashed("SIGABRT")),
    ],
)
def test_who_accept_and_read_the_same_or_do_not_accept_agree(a: Outcome, b: Outcome) -> None:
    assert between("41 ff", a, b) is None


@pytest.mark.parametrize(
    ("octets", "a", "b", "found"),
    [
        ("c0af", Refused(0), text(0x2F), ("refuses", "reads", "overlong", 0)),
        ("c0af", text(0x2F), NO, ("reads", "refuses", "overlong", 0)),
        (
            "41e2",
            Touched("read", 1, past_the_end=True),
            NO,
            ("touches memory beside it", "refuses", "cut by the end", 1),
        ),
        ("c0af", Unstable(NO, YES), NO, ("answers in two ways", "refuses", "overlong", 0)),
        ("c0af", NO, YES, ("refuses", "accepts", "overlong", 0)),
        ("41eda080", text(0x41, 0xD800), NO, ("reads", "refuses", "surrogate", 1)),
        ("ff41", text(0x41), NO, ("drops", "refuses", "FE or FF", 0)),
        ("ff41", text(0xFFFD, 0x41), NO, ("replaces", "refuses", "FE or FF", 0)),
        ("efbfbd80", text(0xFFFD), NO, ("drops", "refuses", "stray tail", 3)),
        ("eda080", text(0xFFFD), NO, ("replaces", "refuses", "surrogate", 0)),
        ("4100", text(0x41, 0), NO, ("reads", "refuses", "NUL", 1)),
        ("", text(), NO, ("reads", "refuses", "nothing", 0)),
        ("ff", NO, Crashed("SIGSEGV"), ("refuses", "crashes", "FE or FF", 0)),
        ("41c3a9", text(0x41, 0xE9), Hung(1), ("reads", "hangs", "U+0080..U+07FF", 1)),
    ],
)
def test_one_accepts_and_the_other_does_not(
    octets: str, a: Outcome, b: Outcome, found: tuple[str, str, str, int]
) -> None:
    assert way(between(octets, a, b)) == found


@pytest.mark.parametrize(
    ("octets", "a", "b", "found"),
    [
        ("f08fbbbf", text(0xFEFF), NO, ("reads", "refuses", "overlong", 0)),
        ("f08fbbbf41", text(0xFEFF, 0x41), NO, ("reads", "refuses", "overlong", 0)),
        ("efbbbf ff", text(0xFEFF), NO, ("drops", "refuses", "FE or FF", 3)),
        ("f08fbfbd", text(0xFFFD), NO, ("reads", "refuses", "overlong", 0)),
        ("f08fbfbd", NO, text(0xFFFD), ("refuses", "reads", "overlong", 0)),
        ("f08fbfbd", text(*[0xFFFD] * 4), NO, ("replaces", "refuses", "overlong", 0)),
        ("41f08fbfbd", text(0x41, 0xFFFD), text(0x41), ("reads", "drops", "overlong", 1)),
        ("f88fbfbd", text(0xFFFD), NO, ("replaces", "refuses", "cut by the end", 0)),
    ],
)
def test_octets_that_spell_what_comes_out_were_read(
    octets: str, a: Outcome, b: Outcome, found: tuple[str, str, str, int]
) -> None:
    assert way(between(octets, a, b)) == found


def test_who_was_asked_to_replace_replaces_an_overlong_form_of_the_replacement() -> None:
    found = between("f08fbfbd", text(0xFFFD), NO, (REPLACE, STRICT))
    assert way(found) == ("replaces", "refuses", "overlong", 0)


def test_where_a_codec_says_it_refuses_is_where_they_part() -> None:
    octets = "80 eda080"
    assert way(between(octets, Refused(1), text(0xD800))) == ("refuses", "reads", "surrogate", 1)
    assert way(between(octets, Refused(0), text(0xD800))) == ("refuses", "reads", "stray tail", 0)


@pytest.mark.parametrize(
    ("octets", "a", "b", "found"),
    [
        ("c0af", text(0xFFFD, 0xFFFD), text(0x2F), ("replaces", "reads", "overlong", 0)),
        ("41ff", text(0x41, 0xFFFD), text(0x41), ("replaces", "drops", "FE or FF", 1)),
        ("ff42", text(0xFFFD, 0x42), text(0x42), ("replaces", "drops", "FE or FF", 0)),
        ("efbbbf41", text(0xFEFF, 0x41), text(0x41), ("reads", "drops", "signature", 0)),
        (
            "41 e282 2f 42",
            text(0x41, 0xFFFD, 0x2F, 0x42),
            text(0x41, 0xFFFD, 0x42),
            ("reads", "drops", "cut by another octet", 1),
        ),
        ("41c3a942", text(0x41, 0xE9, 0x42), text(0x41, 0xC3, 0x42), ("reads", "reads",
         "U+0080..U+07FF", 1)),
        (
            "ff 41 c080 41 ff",
            text(0x41, 0xFFFD, 0xFFFD, 0x41),
            text(0x41, 0, 0x41),
            ("replaces", "reads", "FE or FF", 0),
        ),
    ],
)  # fmt: skip
def test_both_accept_and_read_otherwise(
    octets: str, a: Outcome, b: Outcome, found: tuple[str, str, str, int]
) -> None:
    assert way(between(octets, a, b, (REPLACE, REPLACE))) == found


def test_another_number_of_replacements_is_one_cause_whatever_is_replaced() -> None:
    modes = (REPLACE, REPLACE)
    one = between("e28241", text(0xFFFD, 0x41), text(0xFFFD, 0xFFFD, 0x41), modes)
    other = between("41eda080", text(0x41, 0xFFFD), text(0x41, 0xFFFD, 0xFFFD), modes)
    assert one
    assert other
    assert (one.kind, other.kind) == ("cut by another octet", "surrogate")
    assert one.way.text == "A and B replace another number of times"
    assert one.cause == other.cause


def test_what_the_modes_are_for_is_one_cause_whatever_is_ill_formed() -> None:
    modes = (STRICT, REPLACE)
    one = between("ff", NO, text(0xFFFD), modes)
    other = between("eda08041", NO, text(0xFFFD, 0xFFFD, 0xFFFD, 0x41), modes)
    assert one
    assert other
    assert one.cause == other.cause
    skipped = [between(octets, NO, text(), (STRICT, SKIP)) for octets in ("ff", "c080")]
    assert len({found.cause for found in skipped if found}) == 1


def test_a_decoder_that_drops_where_it_should_replace_is_told_by_class() -> None:
    found = [between(octets, NO, text(), (STRICT, REPLACE)) for octets in ("ff", "c080")]
    assert {one.kind for one in found if one} == {"FE or FF", "overlong"}
    assert len({one.cause for one in found if one}) == 2


def test_unmarked_text_read_in_two_orders_is_one_cause() -> None:
    causes = set()
    for octets, big, little in (("0041", 0x41, 0x4100), ("d800", 0xFFFD, 0xD8)):
        found = between(octets, text(big), text(little), (REPLACE, REPLACE), Scheme.UTF_16)
        assert found
        causes.add(found.cause)
    assert [cause.kind for cause in causes] == [UNMARKED]


def test_marked_text_is_no_matter_of_its_order() -> None:
    found = between("feff0041", text(0x41), text(0x4100), (REPLACE, REPLACE), Scheme.UTF_16)
    assert way(found) == ("reads", "reads", "ASCII", 2)


@pytest.mark.parametrize(
    ("a", "b", "acts"),
    [
        (text(0xFFFD, 0xFFFD), text(0x2F), (Act.MISSES, Act.SEES)),
        (text(0x2F), text(0xFFFD), (Act.SEES, Act.MISSES)),
        (text(0x2F), text(0x41, 0x2F), None),
        (text(0x41), text(0x42), None),
        (NO, text(0x2F), None),
        (text(0x41), NO, None),
        (text(0x2F), NO, None),
        (Crashed("x"), text(0x2F), None),
    ],
)
def test_a_text_is_seen_by_one_of_two_that_accept(
    a: Outcome, b: Outcome, acts: tuple[Act, Act] | None
) -> None:
    octets = bytes.fromhex("c0af")
    found = compare_contents(
        Scheme.UTF_8, octets, ModeOutcome(REPLACE, a), ModeOutcome(REPLACE, b), SLASH
    )
    assert (found and tuple(found.way)) == acts
    if found:
        assert (found.kind, found.offset) == ("overlong", 0)


def test_the_words_say_who_sees_the_text() -> None:
    octets = bytes.fromhex("c0af")
    a, b = ModeOutcome(REPLACE, text(0x41)), ModeOutcome(REPLACE, text(0x2F))
    one, other = (compare_contents(Scheme.UTF_8, octets, *both, SLASH) for both in ((a, b), (b, a)))
    assert one
    assert one.way.about("/") == "A sees no `/`, B does"
    assert other
    assert other.way.about("/") == "A sees `/`, B does not"


@pytest.mark.parametrize(
    ("values", "looked_for", "there"),
    [
        ((1, 2, 3), (2, 3), True),
        ((1, 2, 3), (1,), True),
        ((1, 2, 3), (3,), True),
        ((1, 2, 3), (2, 1), False),
        ((1, 2), (1, 2, 3), False),
        ((), (1,), False),
    ],
)
def test_a_text_is_contained_where_its_characters_stand_side_by_side(
    values: tuple[int, ...], looked_for: tuple[int, ...], there: bool
) -> None:
    assert contains(values, looked_for) is there


@pytest.mark.parametrize(
    ("octets", "a", "rest"),
    [
        ("80 c0af 41", Refused(1), "80 41"),
        ("80 c0af 41", Refused(0), "c0af 41"),
        ("41 c3a9 41", Refused(1), "41 41"),
    ],
)
def test_a_named_class_is_left_out_as_a_whole(octets: str, a: Outcome, rest: str) -> None:
    found = between(octets, a, text(0x2F))
    assert found
    assert remove_disagreement(Scheme.UTF_8, bytes.fromhex(octets), found) == bytes.fromhex(rest)

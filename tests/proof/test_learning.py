"""Learning: the machine of a codec that is only asked whether it accepts a string."""

from __future__ import annotations

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Crashed, Garbled, Hung, NotRun
from utfproof.model.profile import Claims, Settings
from utfproof.proof.automata import learning
from utfproof.proof.automata.claimed_machines import likely
from utfproof.proof.automata.learning import Algorithm, TooManyStates, learn
from utfproof.proof.automata.machines import machine, without, without_characters
from utfproof.proof.automata.teacher import Breakdown, Teacher, Unanswered, membership
from utfproof.proof.automata.w_method import WMethod
from utfproof.reference import schemes
from utfproof.reference.automaton import Automaton

from .codec import Codec, Fault

UTF_8 = schemes.automaton(Scheme.UTF_8)
UCS_2 = schemes.automaton(Scheme.UCS_2)
ASCII = without(UTF_8, range(0x80, 0x100))

both = pytest.mark.parametrize("algorithm", list(Algorithm))


def settings(encoding: str, profile: str = "iso10646") -> Settings:
    found = Claims((profile,)).settings(Encoding(encoding))
    assert found is not None
    return found


def learned(
    codec: Codec,
    machines: dict[str, Automaton],
    algorithm: Algorithm = Algorithm.KV,
    extra_states: int = 0,
) -> Automaton:
    return learn(Teacher(codec, Op.DECODE), machines, algorithm, extra_states).automaton


def with_pairs_of_df(automaton: Automaton) -> Automaton:
    """Return a machine that accepts DF DF too, as a character: that needs a state of its own."""

    def step(state: int | str, octet: int) -> int | str:
        if isinstance(state, str):
            return automaton.start if octet == 0xDF else automaton.dead
        if octet == 0xDF and state == automaton.start:
            return "after DF"
        return automaton.step[state][octet]

    start: int | str = automaton.start
    return machine(start, step, lambda state: state in automaton.accepting)


@both
@pytest.mark.parametrize("scheme", [Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_32LE, Scheme.UTF_16])
def test_the_machine_of_a_right_codec_is_that_of_the_reference(
    scheme: Scheme, algorithm: Algorithm
) -> None:
    right = schemes.automaton(scheme)
    assert learned(Codec(right), {scheme: right}, algorithm) == right


def test_the_machine_of_a_wrong_codec_is_its_own_and_hardly_a_string_is_asked_alone() -> None:
    codec = Codec(schemes.automaton(Scheme.RFC_2279))
    assert learned(codec, likely(settings("UTF-8"))) == schemes.automaton(Scheme.RFC_2279)
    assert [block for block in codec.blocks if len(block) == 1] == []
    assert len(codec.asked) > 1000 * len(codec.blocks)


@both
def test_another_encoding_is_learned_as_it_is(algorithm: Algorithm) -> None:
    machines = {"UTF-8": UTF_8, "MUTF-8": schemes.automaton(Scheme.MUTF_8)}
    assert learned(Codec(machines["MUTF-8"]), machines, algorithm) == machines["MUTF-8"]


def test_little_endian_text_without_a_mark_is_learned_as_it_is() -> None:
    big, little = (schemes.automaton(Scheme.UTF_16, unmarked=order) for order in ("big", "little"))
    assert learned(Codec(little), {"big": big, "little": little}) == little


def test_octets_that_start_in_one_class_are_separated_later() -> None:
    # Of the tails, and of the ASCII characters, one each is refused: no machine treats it apart.
    faulty = without(UTF_8, {0x8D, 0x27})
    assert learned(Codec(faulty), {"UTF-8": UTF_8}) == faulty


@both
def test_a_codec_that_refuses_the_empty_string_is_learned(algorithm: Algorithm) -> None:
    codec = Codec(UCS_2, lambda string: None if string else b"error ? ?")
    found = learned(codec, {"UCS-2": UCS_2}, algorithm)
    assert len(found.step) == len(UCS_2.step) + 1
    assert not found.accepts(b"")
    assert found.accepts(b"\0A")


def test_a_codec_that_refuses_noncharacters_does_not_hide_it() -> None:
    values = [*range(0xFDD0, 0xFDF0), *(plane << 16 | 0xFFFE for plane in range(17))]
    values += [value | 1 for value in values]
    strict = without_characters(UTF_8, {chr(value).encode() for value in values})
    assert learned(Codec(strict), likely(settings("UTF-8"))) == strict
    assert len(strict.step) > len(UTF_8.step)


def test_a_state_more_is_found_when_it_is_looked_for() -> None:
    faulty = with_pairs_of_df(ASCII)
    blind = learn(Teacher(Codec(faulty), Op.DECODE), {"ASCII": ASCII}, extra_states=0)
    assert blind.automaton == ASCII
    found = learn(Teacher(Codec(faulty), Op.DECODE), {"ASCII": ASCII}, extra_states=1)
    assert found.automaton == faulty
    assert (blind.extra_states, found.extra_states) == (0, 1)


@both
def test_no_string_is_asked_twice(algorithm: Algorithm) -> None:
    codec = Codec(schemes.automaton(Scheme.UTF_16BE))
    found = learn(Teacher(codec, Op.DECODE), {"UCS-2": UCS_2}, algorithm, 0)
    assert len(codec.asked) == len(set(codec.asked)) == found.asked
    assert found.guesses > 1


def test_strings_that_confirm_a_guess_are_counted_and_not_stored() -> None:
    heard: list[tuple[str, int]] = []
    teacher = Teacher(Codec(ASCII), Op.DECODE, (), lambda what, count: heard.append((what, count)))
    found = learn(teacher, {"ASCII": ASCII}, extra_states=1)
    assert found.asked == len(set(WMethod.of(ASCII).strings(1)))
    assert found.asked > 100 * len(teacher.known)
    assert heard[0] == ("the strings of ASCII", len(teacher.known))
    assert sum(count for _, count in heard) == found.asked
    assert {what for what, _ in heard} == {
        "the strings of ASCII",
        "the strings of 2 states and 1 more",
    }


def test_the_shortest_known_string_about_which_a_machine_is_wrong_is_found() -> None:
    teacher = Teacher(Codec(UTF_8), Op.DECODE)
    teacher.remember("some", [b"\xd8\x00A", b"\xc3\xa9", b"\xff\xff", b"\xc2\xa9", b"AB"])
    assert teacher.contradicting(UTF_8) is None
    assert teacher.contradicting(UCS_2) == b"\xff\xff"
    assert teacher.contradicting(ASCII) == b"\xc2\xa9"


def test_too_many_states_end_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "MOST_STATES", 8)
    with pytest.raises(TooManyStates, match="more than 8 states") as error:
        learned(Codec(UTF_8), {"UTF-8": UTF_8})
    assert error.value.exit_code == 1


def test_octets_that_are_excluded_are_refused_and_never_asked() -> None:
    codec = Codec(UTF_8)
    teacher = Teacher(codec, Op.DECODE, {0x22, 0x5C})
    found = learn(teacher, {"UTF-8": UTF_8}, extra_states=0)
    assert found.automaton == without(UTF_8, {0x22, 0x5C})
    assert not any(octet in string for string in codec.asked for octet in (0x22, 0x5C))


def test_lengths_that_are_excluded_are_refused_and_never_asked() -> None:
    codec = Codec(UCS_2)
    teacher = Teacher(codec, Op.DECODE, excludes_length=lambda octets: octets % 2 != 0)
    found = learn(teacher, {"UCS-2": UCS_2}, extra_states=0)
    assert found.automaton == UCS_2
    assert not any(len(string) % 2 for string in codec.asked)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Crashed("SIGSEGV", "boom"), Breakdown(512, "SIGSEGV", b"\xfe")),
        (Hung(1.5), Breakdown(512, "no answer within 1.5 s", b"\xfe")),
        (
            b"overrun read 1 past the end",
            Breakdown(512, "overrun read 1 past the end", b"\xfe"),
        ),
        (b"unstable ok ; error 0 1", Breakdown(512, "two answers to one question", b"\xfe")),
    ],
)
def test_a_breakdown_is_a_refusal_and_is_told(answer: Answer, told: Breakdown) -> None:
    def breaks(string: bytes) -> Answer | None:
        return answer if string.startswith(b"\xfe") else None

    teacher = Teacher(Codec(without(UCS_2, ()), breaks), Op.DECODE)
    found = learn(teacher, {"right": UCS_2}, extra_states=0).automaton
    assert found.after(b"\xfe") == found.dead
    assert found.after(b"\xfd") != found.dead
    (breakdown,) = teacher.breakdowns.values()
    assert (breakdown.how, breakdown.first) == (told.how, told.first)
    assert breakdown.count == sum(
        string.startswith(b"\xfe") for string in WMethod.of(UCS_2).strings()
    )


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (lambda _: b"maybe", "1: no answer to decode maybe"),
        (lambda _: b"failed no such codec", "the adapter says that it failed"),
        (lambda _: Garbled("", "all 3 known answers are wrong"), "all 3 known answers are wrong"),
        (lambda _: NotRun("the restart budget is spent"), "not asked: the restart budget is spent"),
    ],
)
def test_no_answer_at_all_ends_the_learning(fault: Fault, told: str) -> None:
    with pytest.raises(Unanswered) as error:
        learned(Codec(UTF_8, fault), {"UTF-8": UTF_8})
    assert told.removeprefix("1: ") in str(error.value)
    assert error.value.exit_code == 3


@pytest.mark.parametrize(
    ("offered", "asked"),
    [
        (["validate UTF-8 strict", "decode UTF-8 strict"], "decode UTF-8 strict"),
        (["validate UTF-8 strict", "decode UTF-8 replace"], "validate UTF-8 strict"),
        (["decode UTF-8 replace", "decode UTF-16 strict", "encode UTF-8 strict"], None),
    ],
)
def test_strict_decoding_tells_what_is_accepted_and_else_validation(
    offered: list[str], asked: str | None
) -> None:
    found = membership([Offer.parse(offer) for offer in offered], Encoding.UTF_8)
    assert found == (Offer.parse(asked) if asked else None)
    assert found is None or found.mode is Mode.STRICT

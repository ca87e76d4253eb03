"""The golden transcript, replayed against every shipped adapter whose toolchain is here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import fake_programs
from utfproof import locations
from utfproof.adapters import manifest, needs
from utfproof.adapters.build import builder
from utfproof.adapters.check import transcript
from utfproof.adapters.check.offer_checks import makes_units
from utfproof.adapters.check.replay import replay
from utfproof.adapters.check.transcript import Conversation
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session.limits import MOST_LINES
from utfproof.adapters.session.process import Process
from utfproof.adapters.session.restarting_process import HELLO
from utfproof.adapters.session.session import Session
from utfproof.adapters.session.wire import RenderedBlock, Wire
from utfproof.confinement.command import Command
from utfproof.errors import BuildError
from utfproof.model.encoding import Encoding
from utfproof.model.operation import REFILL_OPS, SIZE_OPS, Offer, Op
from utfproof.model.profile import Claims

from . import fakes

FOLDERS = sorted(path.parent for path in locations.adapters().glob("*/adapter.yaml"))
HONEST = fake_programs.FOLDER / "honest"
CONVERSATIONS = transcript.conversations()
WITHOUT_CODECS = [item for item in CONVERSATIONS if not item.op]
WITH_CODECS = [item for item in CONVERSATIONS if item.op]
SECONDS = 20.0


@cache
def built(folder: Path) -> Command | str:
    """Return the command of an adapter, or why there is none on this machine."""
    if folder == HONEST:
        return fakes.command("honest", fake_programs.FOLDER)
    item = manifest.load(folder)
    if lacking := needs.missing(item):
        return f"needs {', '.join(lacking)}"
    return builder.command(item)


QUICK = ("c_glibc", "python_cpython")
"""Shipped adapters that are built within seconds, or need no build."""
SHIPPED = [
    folder if folder.name in QUICK else pytest.param(folder, marks=pytest.mark.slow)
    for folder in FOLDERS
]


@pytest.fixture(params=[HONEST, *SHIPPED], ids=lambda folder: folder.name)
def command(request: pytest.FixtureRequest) -> Command:
    try:
        found = built(request.param)
    except BuildError as error:
        pytest.fail(f"{error}\n{error.output}", pytrace=False)
    if isinstance(found, str):
        pytest.skip(f"unavailable: {found}")
    return found


@pytest.fixture
def wire(command: Command) -> Iterator[Wire]:
    process = Process(command)
    yield Wire(process)
    process.close()


def is_hello(line: str) -> bool:
    said = json.loads(line)
    assert set(said) == {"protocol", "adapter", "codecs"}
    assert said["protocol"] == 1
    for codec in said["codecs"]:
        assert set(codec) == {"name", "version", "offers"}
        assert re.fullmatch("[A-Za-z0-9._+-]+", codec["name"])
        assert codec["version"]
        assert len({str(Offer.parse(offer)) for offer in codec["offers"]}) == len(codec["offers"])
    return bool(said["codecs"])


# ---- what is about no codec ----


@pytest.mark.adapters
def test_an_adapter_answers_by_the_transcript(subtests: pytest.Subtests, command: Command) -> None:
    for conversation in WITHOUT_CODECS:
        with subtests.test(conversation=conversation):
            done = replay(command, conversation.octets, SECONDS)
            lines = done.lines
            if conversation.may_add_an_empty_line and len(lines) == len(conversation.answered) + 1:
                assert lines.pop() == ""
            hellos = {line for line in lines if line.startswith("{")}
            shown = ["{hello}" if line in hellos else line for line in lines]
            assert shown == list(conversation.answered)
            assert len(hellos) <= 1
            assert all(map(is_hello, hellos))
            assert done.ending == "exit status 0"
            assert done.octets.isascii()


@pytest.mark.adapters
def test_each_block_is_answered_before_the_next_is_sent(wire: Wire) -> None:
    unknown = RenderedBlock.of(b"unknown", [b"41", b"42"])
    for _ in range(3):
        assert wire.exchange(HELLO, SECONDS).startswith(b"{")
        assert wire.exchange(unknown, SECONDS) == b"\n".join([b"failed unknown header"] * 2)


@pytest.mark.adapters
def test_the_largest_block_is_answered(wire: Wire) -> None:
    block = RenderedBlock.of(b"unknown", [b"4" * 62] * MOST_LINES)
    answers = wire.exchange(block, SECONDS)
    assert answers.split(b"\n") == [b"failed unknown header"] * MOST_LINES


@pytest.mark.adapters
@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_hello_names_no_codec_that_the_manifest_does_not(folder: Path) -> None:
    found = built(folder)
    if isinstance(found, str):
        pytest.skip(f"unavailable: {found}")
    item: Manifest = manifest.load(folder)
    with Session(found, item.seconds) as session:
        named = [codec.name for codec in session.hello()]
    assert len(set(named)) == len(named)
    assert set(named) <= set(item.codecs)


# ---- what every codec answers alike ----


def wrong(
    wire: Wire, conversation: Conversation, codec: str, offer: Offer, claims: Claims
) -> list[str]:
    """Ask what the transcript asks of an offer, and list the answers that are not in it."""
    header = f"{offer.op} {codec} {offer.encoding} {offer.mode}"
    lines = [transcript.question(line, "", offer.encoding) for line in conversation.sent[1:-1]]
    sent = [
        (line, expected)
        for line, expected in zip(lines, conversation.answered, strict=False)
        if makes_units(line, offer, claims)
    ]
    block = RenderedBlock.of(header.encode("ascii"), [line.encode("ascii") for line, _ in sent])
    got = wire.exchange(block, SECONDS).decode("ascii").split("\n")
    return [
        f"{header}: {line[:80]} gave {answer[:80]} and not {expected}"
        for (line, expected), answer in zip(sent, got, strict=False)
        if not transcript.right(expected, answer, offer, bars_stand=bool(conversation.promise))
    ]


WRONG = {
    ("codecvt_utf16", "encode-chunks UTF-16 strict"),
    ("codecvt_utf16", "encode-resumed UTF-16 strict"),
}
"""Offers that break the transcript as their library does: each call writes a signature."""


@pytest.mark.slow
@pytest.mark.adapters
def test_every_offer_is_kept(
    subtests: pytest.Subtests, wire: Wire, request: pytest.FixtureRequest
) -> None:
    folder = request.node.callspec.params["command"]
    # The honest fake has no manifest: it says nothing of what it demands.
    claims = (
        {}
        if folder == HONEST
        else {name: codec.claims for name, codec in manifest.load(folder).codecs.items()}
    )
    for conversation in WITH_CODECS:
        with subtests.test(conversation=conversation):
            said = json.loads(wire.exchange(HELLO, SECONDS))
            offers = [
                (codec["name"], Offer.parse(offer))
                for codec in said["codecs"]
                for offer in codec["offers"]
            ]
            asked = [
                (codec, offer)
                for codec, offer in offers
                if conversation.is_about(offer, claims.get(codec, Claims()))
            ]
            found = {
                (codec, str(offer)): lines
                for codec, offer in asked
                if (lines := wrong(wire, conversation, codec, offer, claims.get(codec, Claims())))
            }
            assert {one: lines for one, lines in found.items() if one not in WRONG} == {}
            # Where the library is mended the offer is no exception any more.
            assert {(codec, str(offer)) for codec, offer in asked} & WRONG == {*found}


# ---- the transcript itself ----


def test_the_transcript_asks_about_every_op() -> None:
    assert {item.op for item in WITH_CODECS if not item.promise} == set(Op)


def test_plain_protocol_1_asks_nothing_of_its_additions() -> None:
    plain, additions = map(transcript.conversations_of, transcript.paths())
    ops = {item.op for item in plain if item.op}
    later = (Op.DECODE_REPLACED, Op.VALIDATE_CAUSE, Op.VALIDATE_CHUNKS)
    added = {Op.DECODE_RESUMED, Op.ENCODE_RESUMED, *later, *REFILL_OPS, *SIZE_OPS}
    assert ops == set(Op) - added
    assert not any(item.promise for item in plain)
    assert {item.title for item in plain}.isdisjoint({item.title for item in additions})
    assert {item.promise or item.op for item in additions if item.op} == {
        "decode-refill",
        "decode-replaced",
        "decode-resumed",
        "decode-size",
        "encode-refill",
        "encode-resumed",
        "encode-size",
        "validate-cause",
        "validate-chunks",
        "delivery: prompt",
        "room: filled",
    }


@pytest.mark.parametrize("conversation", WITH_CODECS, ids=lambda item: item.op)
def test_every_question_of_the_transcript_has_its_answer(conversation: Conversation) -> None:
    header, *questions, end = conversation.sent
    *answers, answers_end = conversation.answered
    assert (header, end, answers_end) == ("{header}", "", "")
    assert len(questions) == len(answers) > 0


@pytest.mark.parametrize(
    ("line", "encoding", "sent"),
    [
        ("{header}", "UTF-8", "decode std UTF-8 strict"),
        ("{bytes OK} - {bytes nothing}", "UTF-8", "4f4b - -"),
        ("{bytes A}", "UTF-16", "feff0041"),
        ("{bytes A}", "UTF-16LE", "4100"),
        ("{bytes A}", "UTF-32", "0000feff00000041"),
        ("{bytes A}", "UCS-4", "00000041"),
        ("{size OK}", "UTF-16", "6"),
        ("a{3 of  78}{CR}", "-", "a 78 78 78\r"),
    ],
)
def test_a_question_is_put_into_the_encoding_of_its_header(
    line: str, encoding: str, sent: str
) -> None:
    assert transcript.question(line, f"decode std {encoding} strict", Encoding(encoding)) == sent


@pytest.mark.parametrize(
    ("offer", "line", "answer", "fits"),
    [
        ("decode UTF-16 strict", "ok{kept} 41", "ok feff 41", True),
        ("decode UTF-16 strict", "ok{kept} 41", "ok 41", True),
        ("decode UTF-8 strict", "ok{kept} 41", "ok feff 41", False),
        ("decode UTF-8 strict", "ok 41", "ok 42", False),
        ("encode UTF-16 strict", "ok {bytes A}", "ok fffe4100", True),
        ("encode UTF-16 strict", "ok {bytes A}", "ok 0041", True),
        ("encode UTF-16BE strict", "ok {bytes A}", "ok 4100", False),
        ("encode UTF-8 strict", "ok {bytes nothing}", "ok efbbbf", True),
        ("encode UTF-8 strict", "ok {bytes A}", "ok 4100", False),
        ("decode-chunks UTF-8 strict", "ok | 4f 4b |", "ok 4f | | 4b", True),
        ("decode-chunks UTF-8 strict", "ok | 4f 4b |", "ok 4f 4b |", False),
        ("encode-chunks UTF-8 strict", "ok {bytes OK} | - | -", "ok 4f | 4b | -", True),
        ("encode-chunks UTF-8 strict", "ok {bytes OK} | - | -", "ok 4f | 4b", False),
        ("sweep UTF-8 strict", "ok {runs 256}", "ok 128v 128i1", True),
        ("sweep UTF-8 strict", "ok {runs 256}", "ok 128v 127i1", False),
        ("sweep UTF-8 strict", "ok {runs 256}", "ok 128v 64i1 64i1", False),
        ("decode-replaced UTF-8 replace", "{none replaced} 41", "ok no 41", True),
        ("decode-replaced UTF-8 replace", "{none replaced} 41", "ok 0 41", True),
        ("decode-replaced UTF-8 replace", "{none replaced} 41", "ok yes 41", False),
        ("decode-replaced UTF-8 replace", "{none replaced} 41", "ok 41", False),
        ("decode-size UTF-8 strict", "{sizes OK}", "ok 2 2", True),
        ("decode-size UTF-8 strict", "{sizes OK}", "ok 9 5", True),
        ("decode-size UTF-16 strict", "{sizes OK}", "ok 1 3", True),
        ("decode-size UTF-8 strict", "{sizes OK}", "ok 4 4", False),
        ("decode-size UTF-8 strict", "{sizes nothing}", "ok 0 0", True),
        ("decode-size UTF-8 strict", "{sizes OK}", "error 0 1", False),
        ("encode-size UTF-16 strict", "{sizes OK}", "ok 6 6", True),
        ("encode-size UTF-16 strict", "{sizes OK}", "ok 4 4", True),
        ("encode-size UTF-16BE strict", "{sizes OK}", "ok 2 2", False),
        ("validate-cause UTF-8 strict", "{any cause}", "ok", True),
        ("validate-cause UTF-8 strict", "{any cause}", "error 1 ? truncated", True),
        ("validate-cause UTF-8 strict", "{any cause}", "error ? ? ?", True),
        ("validate-cause UTF-8 strict", "{any cause}", "error 1 1", False),
        ("validate-cause UTF-8 strict", "{any cause}", "failed", False),
    ],
)
def test_an_answer_is_compared_by_the_rules_at_the_head_of_the_transcript(
    offer: str, line: str, answer: str, *, fits: bool
) -> None:
    assert transcript.right(line, answer, Offer.parse(offer)) is fits


def test_the_public_protocol_prints_the_transcript() -> None:
    protocol = (locations.adapters() / "PROTOCOL.md").read_text("utf-8")
    for path in transcript.paths():
        assert path.read_text("ascii") in protocol


@pytest.mark.parametrize(
    ("answer", "fits"), [("ok 41 | |", True), ("ok | 41 |", False), ("ok | | 41", False)]
)
def test_where_delivery_is_promised_no_bar_may_stand_elsewhere(answer: str, *, fits: bool) -> None:
    offer = Offer.parse("decode-chunks UTF-8 strict")
    assert transcript.right("ok 41 | |", answer, offer, bars_stand=True) is fits
    assert transcript.right("ok 41 | |", answer, offer)


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("each offer of encode-room", True),
        ("each offer of encode-room, room: filled", True),
        ("each offer of encode-room, delivery: prompt", False),
        ("each offer of encode", False),
    ],
)
def test_a_promise_is_held_against_those_who_make_it(title: str, *, asked: bool) -> None:
    conversation = Conversation(title, (), (), may_add_an_empty_line=False)
    offer = Offer.parse("encode-room UTF-8 replace")
    assert conversation.is_about(offer, Claims(("unicode",), {"room": "filled"})) is asked
    assert conversation.is_about(offer, Claims()) is (title == "each offer of encode-room")

"""Codecs that are Python functions: a function outside its contract is named, with what is due."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from utfproof.adapters import manifest
from utfproof.adapters.build import builder
from utfproof.adapters.check import adapter_check, offer_checks
from utfproof.adapters.check.check_results import CheckResult
from utfproof.adapters.check.replay import replay
from utfproof.adapters.session import answer_lines
from utfproof.adapters.session.session import Session
from utfproof.errors import ManifestError
from utfproof.model.operation import Op
from utfproof.model.outcome import Garbled

RIGHT = """
def decode(data):
    return data.decode()
"""
RAISES = """
def decode(data):
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise {error} from None
"""
RAISES_IN_ENCODE = """
def encode(text):
    if not text.isascii():
        raise LookupError("no such table")
    return text.encode()
"""


def adapter(folder: Path, source: str, offer: str) -> Path:
    """Write an adapter of one function; return its folder."""
    function = f"driven_codec:{offer.split(' ', 1)[0]}"
    codec = {"about": "a function", "profile": "rfc3629", "offers": {offer: function}}
    tree = {"adapter": "driven", "about": "x", "language": "Python", "codecs": {"driven": codec}}
    (folder / "driven_codec.py").write_text(source, "utf-8")
    (folder / "adapter.yaml").write_text(json.dumps(tree), "utf-8")
    return folder


def answers(folder: Path, offer: str, *lines: bytes) -> list[str]:
    """Return the answer lines of the adapter's own process."""
    op, encoding, mode = offer.split(" ")
    sent = [f"{op} driven {encoding} {mode}".encode("ascii"), *lines, b"", b""]
    done = replay(builder.command(manifest.load(folder)), b"\n".join(sent), 15.0)
    assert (done.ending, done.stderr) == ("exit status 0", "")
    *said, end = done.lines
    assert end == ""
    return said


def wrong(folder: Path) -> list[CheckResult]:
    """Return what is wrong with the answers of the offered operations."""
    item = manifest.load(folder)
    command = builder.command(item)
    with Session(command, 20) as session:
        codecs = session.hello()
    return [found for found in offer_checks.findings(item, command, codecs) if found.problem]


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        ("ValueError('bad\\n lead')", "ValueError where UnicodeDecodeError is due: 'bad lead'"),
        ("IndexError('é')", "IndexError where UnicodeDecodeError is due: '\\xe9'"),
        ("UnicodeEncodeError('x', '', 0, 1, 'no')", "UnicodeEncodeError where UnicodeDecodeError"),
    ],
)
def test_another_exception_is_named_with_its_function_and_the_one_that_is_due(
    tmp_path: Path, error: str, shown: str
) -> None:
    folder = adapter(tmp_path, RAISES.format(error=error), "decode UTF-8 strict")
    good, bad, after = answers(folder, "decode UTF-8 strict", b"41", b"ff", b"42")
    assert (good, after) == ("ok 41", "ok 42")
    assert bad.startswith(f"failed driven_codec:decode raised {shown}")
    assert isinstance(answer_lines.parse(Op.DECODE, bad.encode("ascii")), Garbled)


def test_another_exception_of_an_encoder_is_named_too(tmp_path: Path) -> None:
    folder = adapter(tmp_path, RAISES_IN_ENCODE, "encode UTF-8 strict")
    due = "raised LookupError where UnicodeEncodeError is due"
    assert answers(folder, "encode UTF-8 strict", b"41", b"d800") == [
        "ok 41",
        f"failed driven_codec:encode {due}: 'no such table'",
    ]


@pytest.mark.parametrize(
    ("offer", "line", "result", "shown"),
    [
        ("decode UTF-8 strict", b"41", "b'A'", "bytes where str is due"),
        ("decode UTF-8 strict", b"41", "None", "NoneType where str is due"),
        ("validate UTF-8 strict", b"41", "None", "NoneType where bool is due"),
        ("sweep UTF-8 strict", b"- 1", "1", "int where bool is due"),
        ("encode UTF-8 strict", b"41", "'A'", "str where bytes is due"),
        ("detect - -", b"41", "'UTF-8'", "str where tuple[str, int] or None is due"),
        ("detect - -", b"41", "('UTF-8',)", "tuple where tuple[str, int] or None is due"),
        ("label - -", b"41", "b'UTF-8'", "bytes where str or None is due"),
        ("detect - -", b"41", "('utf8', 0)", "'utf8' where an encoding of the protocol is due"),
        ("detect - -", b"41", "('-', 0)", "'-' where an encoding of the protocol is due"),
        ("label - -", b"41", "'utf-8'", "'utf-8' where an encoding of the protocol is due"),
    ],
)
def test_a_result_of_another_type_is_named_with_its_function_and_the_one_that_is_due(
    tmp_path: Path, offer: str, line: bytes, result: str, shown: str
) -> None:
    name = offer.split(" ", 1)[0]
    folder = adapter(tmp_path, f"def {name}(argument):\n    return {result}\n", offer)
    assert answers(folder, offer, line) == [f"failed driven_codec:{name} returned {shown}"]


def test_the_check_shows_the_type_that_a_function_returned(tmp_path: Path) -> None:
    source = "def decode(data):\n    return data\n"
    folder = adapter(tmp_path, source, "decode UTF-8 strict")
    (found,) = (one for one in adapter_check.findings(folder) if one.problem)
    assert found.came == "failed driven_codec:decode returned bytes where str is due"
    assert found.hint == "answer it, or do not offer it"  # of a hello it says nothing


def test_a_strict_decoder_stands_for_a_validator(tmp_path: Path) -> None:
    source = RIGHT.replace("decode(data)", "sweep(data)")
    (said,) = answers(adapter(tmp_path, source, "sweep UTF-8 strict"), "sweep UTF-8 strict", b"- 1")
    assert said == "ok 128v 128i0"


def test_the_check_sends_ill_formed_input_and_shows_the_exception(tmp_path: Path) -> None:
    source = RAISES.format(error="ValueError('bad lead')")
    (found,) = wrong(adapter(tmp_path, source, "decode UTF-8 strict"))
    assert found.title == found.sent.split("\n")[0] == "decode driven UTF-8 strict"
    assert "ill-formed input" in found.problem
    assert found.came.startswith("failed driven_codec:decode raised ValueError where Unicode")
    assert found.came.endswith("'bad lead'")


def test_the_check_sends_an_encoder_what_it_may_refuse(tmp_path: Path) -> None:
    (found,) = wrong(adapter(tmp_path, RAISES_IN_ENCODE, "encode UTF-8 strict"))
    assert "raised LookupError where UnicodeEncodeError is due" in found.came


def test_a_codec_that_dies_of_ill_formed_input_passes_the_check(tmp_path: Path) -> None:
    source = RAISES.format(error="SystemExit(3)")
    assert wrong(adapter(tmp_path, source, "decode UTF-8 strict")) == []


def test_encodings_of_the_protocol_are_answered_as_they_are_named(tmp_path: Path) -> None:
    folder = adapter(tmp_path, "def detect(data):\n    return ('CESU-8', 3)\n", "detect - -")
    assert answers(folder, "detect - -", b"41") == ["ok CESU-8 3"]


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("decode = 5", "driven_codec:decode: it is int, and cannot be called"),
        ("", "driven_codec:decode: module 'driven_codec' has no attribute 'decode'"),
    ],
)
def test_a_target_that_is_no_function_is_an_error_of_the_manifest(
    tmp_path: Path, source: str, problem: str
) -> None:
    folder = adapter(tmp_path, source, "decode UTF-8 strict")
    command, refused = builder.command(manifest.load(folder)), pytest.raises(ManifestError)
    with Session(command, 20) as session, refused as caught:
        session.hello()
    said = str(caught.value)
    assert f"{folder / 'adapter.yaml'}: {problem}: " in said
    assert "install its package, or correct the name" in said
    assert "Traceback" not in said

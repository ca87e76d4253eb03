"""Codecs that are Python functions: a function outside its contract is named, with what is due."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from utfproof.adapters import manifest
from utfproof.adapters.build import builder
from utfproof.adapters.check import adapter_check
from utfproof.adapters.check.check_results import CheckResult
from utfproof.adapters.session import answer_lines
from utfproof.adapters.session.session import Session
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Garbled

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
    found = manifest.load(folder)
    with Session(builder.command(found), found.seconds, seed=1) as session:
        said = session.ask("driven", Offer.parse(offer), list(lines))
    assert all(isinstance(line, bytes) for line in said), said
    return [line.decode("ascii") for line in said if isinstance(line, bytes)]


def wrong(folder: Path) -> list[CheckResult]:
    return [found for found in adapter_check.findings(folder) if found.problem]


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

"""Mutants served as an adapter: greeted, asked line by line, and seen to be wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from utfproof.adapters import manifest
from utfproof.adapters.build import builder
from utfproof.adapters.session.session import Session
from utfproof.errors import UsageError
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.mutants import catalogue, mutant_server

OVERLONG = "utf-8/overlong/c0-is-a-lead"
UNMARKED = "utf-16/unmarked/is-little"
STRICT = Offer(Op.DECODE, Encoding.UTF_8, Mode.STRICT)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    found = tmp_path / "adapter"
    mutant_server.write_adapter(found, [OVERLONG, UNMARKED])
    return found


@pytest.fixture
def session(folder: Path) -> Iterator[Session]:
    found = manifest.load(folder)
    with Session(builder.command(found), found.seconds, seed=1) as opened:
        yield opened


def test_a_written_adapter_says_hello_with_what_its_mutants_offer(session: Session) -> None:
    said = {item.name: item.offers for item in session.hello()}
    mutants = {mutant.id: mutant.offers for mutant in catalogue()}
    assert said == {
        "utf-8.overlong.c0-is-a-lead": mutants[OVERLONG],
        "utf-16.unmarked.is-little": mutants[UNMARKED],
    }


def test_a_served_mutant_answers_as_it_does_in_this_process(session: Session) -> None:
    lines = [b"c080", b"c280", b"41e282", b"-"]
    answers = session.ask("utf-8.overlong.c0-is-a-lead", STRICT, lines)
    assert answers == [b"ok 0", b"ok 80", b"error 1 2 41", b"ok"]


def test_a_block_after_an_unknown_header_is_answered(session: Session) -> None:
    """The adapter says that it failed, line by line, and stays alive."""
    session.ask("nobody", STRICT, [b"41", b"42"])
    assert session.ask("utf-8.overlong.c0-is-a-lead", STRICT, [b"41"]) == [b"ok 41"]
    assert session.restarts == 0


def test_an_op_that_is_not_offered_is_an_unknown_header() -> None:
    server = mutant_server.Server(mutant_server.chosen([UNMARKED]))
    name = "utf-16.unmarked.is-little"
    assert server.answers(f"decode {name} UTF-16 strict", ["0041"]) == ["ok 4100"]
    for header in (f"decode {name} UTF-8 strict", f"decode {name}", "what"):
        assert server.answers(header, ["0041"]) == ["failed unknown header"]


def test_the_manifest_claims_what_the_mutant_claims(folder: Path) -> None:
    codecs = manifest.load(folder).codecs
    for mutant in mutant_server.chosen([OVERLONG, UNMARKED]):
        assert codecs[mutant_server.codec_name(mutant)].claims == mutant.claims


def test_the_whole_catalogue_makes_a_manifest(tmp_path: Path) -> None:
    mutant_server.write_adapter(tmp_path)
    codecs = manifest.load(tmp_path).codecs
    assert {name: codec.claims for name, codec in codecs.items()} == {
        mutant_server.codec_name(mutant): mutant.claims for mutant in catalogue()
    }


def test_an_unknown_id_is_reported() -> None:
    with pytest.raises(UsageError, match="no mutant is called utf-8/nothing"):
        mutant_server.chosen([OVERLONG, "utf-8/nothing"])


def test_it_can_be_typed_to() -> None:
    """A block without its empty line is answered when the input ends."""
    said = subprocess.run(
        [sys.executable, "-m", "utfproof.mutants.mutant_server", OVERLONG],
        input=b"\ndecode utf-8.overlong.c0-is-a-lead UTF-8 replace\r\nc0af\n41",
        capture_output=True,
        check=True,
    )
    assert said.stdout == b"ok 2f\nok 41\n\n"

"""The program that holds a key, run in this process: what it reads, says, and how it is closed off.

That the kernel closes it off in truth is tested in test_signers.py, in a process of its own.
"""

from __future__ import annotations

import ctypes
import getpass
import io
import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from securesystemslib.signer import Signature, SSlibKey

from utfproof.certificate import keys, signers

Json = dict[str, Any]
_PR_SET_DUMPABLE = 4  # prctl(2)


class Kernel:
    """What the program asks of the kernel for its process."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def library(self, name: str | None) -> Kernel:
        assert name is None
        return self

    def prctl(self, *given: int) -> None:
        self.asked.append(("prctl", *given))

    def signal(self, *given: object) -> None:
        self.asked.append(("signal", *given))


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    found = Kernel()
    monkeypatch.setattr(ctypes, "CDLL", found.library)
    monkeypatch.setattr(signal, "signal", found.signal)
    monkeypatch.delenv(keys.PASSWORD, raising=False)
    return found


Hold = Callable[[bytes], list[Json]]


@pytest.fixture
def hold(tmp_path: Path, kernel: Kernel, capsys: pytest.CaptureFixture[str]) -> Hold:
    """Run the program with requests; return the lines that it said."""
    keys.generate(tmp_path / "k")

    def run(requests: bytes) -> list[Json]:
        signers._hold(tmp_path / "k", io.BytesIO(requests))
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


def test_it_says_its_public_key_and_signs_each_request(hold: Hold, tmp_path: Path) -> None:
    public = keys.public(tmp_path / "k.pub")
    first, *signatures = hold(b"5\nhello0\n3\nx\ny")
    assert SSlibKey.from_dict(first["keyid"], first["key"]) == public
    assert first["keyid"] == public.keyid
    for payload, said in zip((b"hello", b"", b"x\ny"), signatures, strict=True):
        public.verify_signature(Signature(public.keyid, said["signature"]), payload)


def test_it_closes_its_memory_before_it_reads_the_key(
    hold: Hold, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = keys.signer

    def read(path: Path, password: Callable[[], bytes]) -> object:
        kernel.asked.append("reads the key")
        return real(path, password)

    monkeypatch.setattr(keys, "signer", read)
    hold(b"")
    assert kernel.asked == [
        ("prctl", _PR_SET_DUMPABLE, 0, 0, 0, 0),
        "reads the key",
        ("signal", signal.SIGINT, signal.SIG_IGN),
    ]


def test_it_says_why_a_key_cannot_be_used(hold: Hold, tmp_path: Path) -> None:
    path = tmp_path / "k"
    path.chmod(0o640)
    hint = f"`chmod 600 {path}`; if others had it, make another"
    said = {"problem": "others can read the key", "place": str(path), "hint": hint}
    assert hold(b"5\nhello") == [said]


def test_it_ends_in_silence_when_it_is_interrupted_at_the_password(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(keys, "signer", interrupted)
    try:
        said = hold(b"5\nhello")
    except KeyboardInterrupt:
        pytest.fail("it was not expected")
    assert said == []


def test_it_asks_for_the_password_of_a_key(hold: Hold, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[bytes] = []
    real = keys.signer

    def read(path: Path, password: Callable[[], bytes]) -> object:
        given.append(password())
        return real(path)

    monkeypatch.setattr(keys, "signer", read)
    monkeypatch.setenv(keys.PASSWORD, "gehe\u00efm")
    assert len(hold(b"")) == 1
    assert given == ["gehe\u00efm".encode()]


def test_the_password_is_that_of_the_variable_or_else_of_the_terminal(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getpass", lambda prompt: f"<{prompt}>")
    assert signers._password() == b"<password of the key: >"
    monkeypatch.setenv(keys.PASSWORD, "")
    assert signers._password() == b""
    monkeypatch.setenv(keys.PASSWORD, "secret")
    assert signers._password() == b"secret"

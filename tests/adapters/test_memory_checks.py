"""Misused memory that no guard lies beside: seen by sanitizers, and by valgrind."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from utfproof.adapters import identity, launch, needs
from utfproof.adapters.build import builder, memory_checks
from utfproof.adapters.manifest import load
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.confinement import choice
from utfproof.confinement.choice import Wish
from utfproof.errors import UsageError
from utfproof.model.memory_check import MemoryCheck
from utfproof.model.operation import Offer
from utfproof.model.outcome import Crashed

from . import misuses
from .small_builds import write

OFFER = Offer.parse("validate UTF-8 strict")
LINES = [b"41", b"c3a9", b"41ff", b"80"]
RIGHT = [b"ok", b"ok", b"error 1 ?", b"error 0 ?"]
BY_SANITIZERS = {
    "reads-freed": "use after free: AddressSanitizer: heap-use-after-free misuses.c:",
    "reads-behind-heap": "heap overflow, read: AddressSanitizer: heap-buffer-overflow misuses.c:",
    "writes-behind-heap": "heap overflow, write: AddressSanitizer: heap-buffer-overflow misuses.c:",
    "writes-behind-stack": "overflow of a variable: AddressSanitizer: stack-buffer-overflow mis",
    "frees-twice": "double free: AddressSanitizer: double-free",
    "recurses": "stack overflow: AddressSanitizer: stack-overflow misuses.c:",
    "shifts-too-far": "undefined behaviour: shift exponent 40 is too large for 32-bit type 'int', "
    "misuses.c:",
}
BY_VALGRIND = {
    "reads-freed": "use after free: Memcheck: Invalid read of size 1, in ",
    "reads-behind-heap": "heap overflow, read: Memcheck: Invalid read of size 1, in ",
    "writes-behind-heap": "heap overflow, write: Memcheck: Invalid write of size 1, in ",
    "frees-twice": "double free: Memcheck: Invalid free() / delete / delete[] / realloc(), in ",
    "recurses": "stack overflow: Memcheck: Stack overflow in thread #1",
    "reads-unset": "use of what was never written: Memcheck: Use of uninitialised value of size 8",
}
# What the other of the two sees.
UNSEEN = {
    MemoryCheck.SANITIZER: ("right", "reads-unset"),
    MemoryCheck.VALGRIND: ("right", "shifts-too-far"),
}

Ask = Callable[[MemoryCheck, str], list[Answer]]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Return a function that asks a codec; the adapter is built and started once for each watch."""
    if missing := needs.lacking(["cc"]):
        pytest.skip(f"needs {missing[0]}")
    manifest = misuses.put(tmp_path_factory.mktemp("home"))
    sessions: dict[MemoryCheck, Session] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UTFPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))

        def asked(check: MemoryCheck, codec: str) -> list[Answer]:
            if check is MemoryCheck.VALGRIND and shutil.which("valgrind") is None:
                pytest.skip("needs valgrind")
            patch.setenv(memory_checks.VARIABLE, check)
            if check not in sessions:
                sessions[check] = launch.prepared(manifest, seed=1)
            return sessions[check].ask(codec, OFFER, LINES)

        yield asked
    for session in sessions.values():
        session.close()


def check_one_fault(answers: list[Answer], expected: str) -> None:
    fault = answers[2]
    assert isinstance(fault, Crashed)
    assert fault.how.startswith(expected), fault.how
    assert "0x" not in fault.how
    assert [*answers[:2], answers[3]] == [*RIGHT[:2], RIGHT[3]]


@pytest.mark.slow
@pytest.mark.parametrize("codec", BY_SANITIZERS)
def test_sanitizers_see_it_at_the_line_that_does_it(ask: Ask, codec: str) -> None:
    check_one_fault(ask(MemoryCheck.SANITIZER, codec), BY_SANITIZERS[codec])


@pytest.mark.slow
@pytest.mark.parametrize("codec", BY_VALGRIND)
def test_valgrind_sees_it_at_the_line_that_does_it(ask: Ask, codec: str) -> None:
    check_one_fault(ask(MemoryCheck.VALGRIND, codec), BY_VALGRIND[codec])


@pytest.mark.slow
@pytest.mark.parametrize("check", UNSEEN)
def test_who_misuses_nothing_is_not_accused(ask: Ask, check: MemoryCheck) -> None:
    for codec in UNSEEN[check]:
        assert ask(check, codec) == RIGHT, codec


@pytest.mark.slow
def test_pages_do_not_see_memory_of_the_codec_s_own(ask: Ask) -> None:
    for codec in ("right", "reads-freed", "reads-behind-heap", "shifts-too-far", "reads-unset"):
        assert ask(MemoryCheck.PAGES, codec) == RIGHT, codec


@pytest.mark.slow
@pytest.mark.parametrize("wish", [Wish.OFF, Wish.REQUIRE])
@pytest.mark.parametrize("means", choice.Means)
def test_the_watch_works_in_every_confinement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: Wish, means: choice.Means
) -> None:
    monkeypatch.setenv(choice.VARIABLE, wish)
    monkeypatch.setenv(choice.MEANS_VARIABLE, means)
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    try:
        choice.means()
    except UsageError:
        pytest.skip(f"{means} does not work here")
    manifest = misuses.put(tmp_path)
    for check, told in (
        (MemoryCheck.SANITIZER, BY_SANITIZERS),
        (MemoryCheck.VALGRIND, BY_VALGRIND),
    ):
        if check is MemoryCheck.VALGRIND and shutil.which("valgrind") is None:
            continue
        monkeypatch.setenv(memory_checks.VARIABLE, check)
        with launch.prepared(manifest, seed=1) as session:
            check_one_fault(session.ask("reads-freed", OFFER, LINES), told["reads-freed"])
            assert session.ask("right", OFFER, LINES) == RIGHT


def test_a_build_with_sanitizers_has_a_place_and_an_identity_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    item = write(
        tmp_path / "mine",
        "requires: [cc]",
        """build: sh -c 'printf "int main(){}" > a.c && cc -o "$0" a.c' {cache}/program""",
        'run: "{cache}/program"',
    )
    plain, product = builder.command(item), identity.product(item)
    monkeypatch.setenv(memory_checks.VARIABLE, MemoryCheck.SANITIZER)
    assert identity.product(item) == ""
    other = builder.command(item)
    assert other.arguments != plain.arguments
    assert identity.product(item) not in ("", product)
    assert builder.command(item) == other
    assert b"__asan_init" in Path(other.arguments[0]).read_bytes()
    assert b"__asan_init" not in Path(plain.arguments[0]).read_bytes()
    assert (other.memory, other.memory_check) == (4 * plain.memory, MemoryCheck.SANITIZER)


@pytest.mark.parametrize(
    ("check", "language", "requires", "watched"),
    [
        (MemoryCheck.SANITIZER, "C", "cc", True),
        (MemoryCheck.SANITIZER, "C++", "c++", True),
        (MemoryCheck.SANITIZER, "Rust", "cargo, cc", False),
        (MemoryCheck.SANITIZER, "C", "make", False),
        (MemoryCheck.VALGRIND, "Rust", "cargo, cc", True),
        (MemoryCheck.VALGRIND, "Perl", "perl", True),
        (MemoryCheck.VALGRIND, "Java", "java", False),
        (MemoryCheck.VALGRIND, "Go", "go", False),
        (MemoryCheck.VALGRIND, "Ruby", "ruby", False),
        (MemoryCheck.PAGES, "C", "cc", False),
    ],
)
def test_who_can_be_watched_is_watched(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    check: MemoryCheck,
    language: str,
    requires: str,
    watched: bool,
) -> None:
    item = write(tmp_path / "mine", f"requires: [{requires}]", "build: make", "run: program")
    text = (item.folder / "adapter.yaml").read_text("utf-8")
    (item.folder / "adapter.yaml").write_text(text.replace(": C", f": {language}", 1), "utf-8")
    monkeypatch.setenv(memory_checks.VARIABLE, check)
    found = memory_checks.of(load(item.folder))
    assert found is (check if watched else MemoryCheck.PAGES)


def test_an_unknown_watch_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(memory_checks.VARIABLE, "eyes")
    with pytest.raises(UsageError, match="eyes"):
        memory_checks.wish()


def test_a_program_that_is_not_here_is_told_how_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    for check, name in ((MemoryCheck.VALGRIND, "valgrind"), (MemoryCheck.SANITIZER, "libasan")):
        with pytest.raises(UsageError) as told:
            memory_checks.require(check)
        assert name in told.value.hint
    memory_checks.require(MemoryCheck.PAGES)

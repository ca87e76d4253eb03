"""Compiled functions: what is right is proved, a fault is refuted by the shortest text."""

from __future__ import annotations

import importlib.util
import subprocess
from functools import cache
from pathlib import Path

import pytest

from utfproof.errors import UsageError
from utfproof.proof.proving.compiled_function import CompiledFunction, described
from utfproof.proof.proving.result import Proof, ProofState

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.skipif(not importlib.util.find_spec("angr"), reason="needs the extra `prove`"),
]
SOURCE = Path(__file__).with_name("validators.c")
PROVED, REFUTED, OPEN = ProofState


@cache
def library(folder: Path, *options: str) -> Path:
    made = folder / f"{abs(hash(options))}.so"
    command = ["cc", "-shared", "-fPIC", *(options or ("-O2",)), "-o", str(made), str(SOURCE)]
    subprocess.run(command, check=True, capture_output=True)
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("validators")


def proof(function: CompiledFunction, seconds: int = 120) -> Proof:
    # angr takes a second to be imported, in each process that only collects tests.
    from utfproof.proof.proving import induction  # noqa: PLC0415

    return induction.prove(function, function.name, seconds=seconds)


def of_whole_texts(folder: Path, *options: str, seconds: int = 120) -> Proof:
    own = library(folder, "-O2", *options)
    return proof(described(own, "is_utf8", "octets,length", "int-flag"), seconds)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "arguments", "returns"),
    [
        ("is_utf8", "octets,length", "int-flag"),
        ("first_error", "octets,length", "error-pointer"),
        ("is_utf8_text", "octets", "bool-flag"),
        ("first_character", "value,octets,length", "int-length"),
    ],
)
def test_a_right_function_is_proved(folder: Path, name: str, arguments: str, returns: str) -> None:
    found = proof(described(library(folder, "-O2"), name, arguments, returns))
    assert (found.state, found.counterexample) == (PROVED, None), found.how
    assert "no octet beside the text" in found.how


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "octets", "how"),
    [
        ("-DLEAST_OF_TWO=0xC0", "c080", "it accepts them"),
        ("-DMOST_AFTER_ED=0xBF", "eda080", "it accepts them"),
        ("-DMOST_AFTER_F4=0xBF", "f4908080", "it accepts them"),
        ("-DTAIL(o)=((o)&0x80)", "c2c0", "it accepts them"),
        ("-DTAIL(o)=((o)>=0x80&&(o)<0xBF)", "c2bf", "it refuses them"),
        ("-DREFUSED(s,k)=(s[0]==0xEF&&s[1]==0xBF&&s[2]==0xBF)", "efbfbf", "it refuses them"),
        ("-DMISSING(count)=0", "c2", "it reads octet 1, beside the text"),
        ("-DMISSING(count)=((count)<4&&n<(count))", "f08080", "it reads octet 3, beside the text"),
    ],
)
def test_a_fault_is_refuted_by_its_shortest_text(
    folder: Path, fault: str, octets: str, how: str
) -> None:
    found = of_whole_texts(folder, fault)
    assert (found.state, found.how) == (REFUTED, how)
    assert found.counterexample is not None
    assert (len(found.counterexample), found.how) == (len(octets) // 2, how)
    if "beside" not in how:
        assert found.counterexample.hex() == octets


@pytest.mark.slow
def test_a_fault_that_shows_only_behind_many_characters_is_not_proved_away(folder: Path) -> None:
    counted = ("-DAT_FIRST=size_t count=0;", "-DAFTER_EACH=if(++count>16&&*s==0xED)k=3;")
    found = of_whole_texts(folder, "-O1", *counted, seconds=30)
    assert found.state is OPEN
    assert "is not that of a call with the rest" in found.how


@pytest.mark.slow
def test_a_state_that_does_nothing_is_no_fault(folder: Path) -> None:
    found = of_whole_texts(folder, "-DAT_FIRST=size_t count=0;", "-DAFTER_EACH=count+=k;")
    assert found.state is PROVED


@pytest.mark.slow
def test_a_wrong_place_is_refuted(folder: Path) -> None:
    own = library(folder, "-O2", "-DPLACE=+1")
    found = proof(described(own, "first_error", "octets,length", "error-pointer"))
    assert (found.state, found.how) == (REFUTED, "it tells another place")
    assert found.counterexample == b"\x80"


@pytest.mark.slow
def test_a_wrong_value_is_refuted(folder: Path) -> None:
    own = library(folder, "-O2", "-DFOURTH=0x03")
    found = proof(described(own, "first_character", "value,octets,length", "int-length"))
    assert (found.state, found.counterexample) == (REFUTED, bytes.fromhex("f4808080"))
    assert found.how == "it returns 4 and gives 0"


def test_memory_of_its_own_is_not_followed(folder: Path) -> None:
    own = library(folder, "-O2")
    found = proof(described(own, "counts_calls", "octets,length", "int-flag"))
    assert (found.state, found.counterexample) == (OPEN, None)
    assert "memory" in found.how


def test_a_value_that_is_written_beyond_its_place_is_not_proved(folder: Path) -> None:
    own = library(folder, "-O2")
    found = proof(described(own, "writes_beside", "value,octets,length", "int-length"))
    assert (found.state, found.how) == (OPEN, "it writes memory that is none of its arguments")


def test_the_time_of_an_attempt_is_bounded(folder: Path) -> None:
    function = described(library(folder, "-O2"), "is_utf8", "octets,length", "int-flag")
    found = proof(function, seconds=0)
    assert (found.state, found.how) == (OPEN, "the time is up")


def test_what_is_no_library_and_no_function_is_told(folder: Path) -> None:
    with pytest.raises(UsageError, match="no function is_utf9"):
        proof(described(library(folder, "-O2"), "is_utf9", "octets,length", "int-flag"))
    with pytest.raises(UsageError, match="no library"):
        proof(described(SOURCE, "is_utf8", "octets,length", "int-flag"))


@pytest.mark.parametrize(
    ("arguments", "returns", "problem"),
    [
        ("octets,size", "int-flag", "'size' is not a valid Argument"),
        ("octets", "flag", "'flag' is not a valid Returns"),
        ("length", "int-flag", "arguments length"),
        ("octets,length,length", "int-flag", "arguments octets,length,length"),
        ("octets,length", "int-length", "returns int-length"),
    ],
)
def test_a_misspelling_is_told(arguments: str, returns: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem) as error:
        described(SOURCE, "f", arguments, returns)
    assert error.value.hint

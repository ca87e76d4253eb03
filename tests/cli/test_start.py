"""The command itself: what it lists, how quickly it is there, how it ends on a usage error."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from utfproof import __version__, cli
from utfproof.adapters import registry
from utfproof.errors import BuildError

from .conftest import Run

HEAVY = ("rich", "abnf", "aalpy", "jinja2", "jsonschema_rs", "junitparser", "yaml", "numpy")
COMMANDS = ("certify", "codecs", "explain", "report", "requirements", "vectors")
LOADED = """
import sys
from utfproof import cli
try:
    cli.main()
finally:
    print(*sys.modules, file=sys.stderr)
"""
FULL = Path("/dev/full")


def modules_of(*arguments: str) -> set[str]:
    """Run the command in a process of its own and give the top modules that it has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_lists_the_commands_each_with_what_it_does(utfproof: Run, option: str) -> None:
    said = utfproof(option)
    assert said.status == 0
    for name in COMMANDS:
        assert any(
            line.split()[:1] == [name] and len(line.split()) > 4 for line in said.out.splitlines()
        )
    assert "0 all green" in said.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_of_its_own(utfproof: Run, name: str) -> None:
    said = utfproof(name, "--help")
    assert said.status == 0
    assert f"utfproof {name} " in said.out.splitlines()[0]


def test_the_list_is_that_of_the_modules() -> None:
    assert set(COMMANDS) <= set(cli._COMMANDS)
    folder = Path(cli.__file__).parent / "commands"
    assert all((folder / f"{name}.py").is_file() for name in cli._COMMANDS)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["certify", "--help"], ["gate", "--help"]]
)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    loaded = modules_of(*arguments)
    assert "click" in loaded
    assert not loaded & set(HEAVY)


def test_help_does_not_load_the_vectors_or_the_reference() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, "--help"], capture_output=True, text=True, check=True
    )
    ours = {name for name in done.stderr.split() if name.startswith("utfproof.")}
    assert ours == {"utfproof.cli", "utfproof.errors", "utfproof.interrupts"}


def test_the_version_is_that_of_the_package(utfproof: Run) -> None:
    said = utfproof("--version")
    assert (said.status, said.out) == (0, f"utfproof, version {__version__}\n")
    assert metadata.version("utfproof") == __version__


def test_the_module_and_the_script_are_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "utfproof", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"utfproof, version {__version__}\n"
    path = Path(__file__).parents[2] / "pyproject.toml"
    assert tomllib.loads(path.read_text("utf-8"))["project"]["scripts"] == {
        "utfproof": "utfproof.__main__:main"
    }


def test_no_command_at_all_shows_the_help_and_is_a_usage_error(utfproof: Run) -> None:
    said = utfproof()
    assert said.status == 2
    assert "Commands:" in said.out + said.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["levitate"], "No such command 'levitate'"),
        (["certify", "--levitate"], "No such option"),
        (["certify", "--jobs", "0"], "0 is not in the range x>=1"),
        (["certify", "--level", "heavenly"], "'heavenly' is not"),
        (["certify", "--format", "xml"], "'xml' is not one of 'text', 'json'"),
        (["certify", "--encoding", "UTF-7"], "'UTF-7' is not one of"),
        (["certify", "--op", "transcode"], "transcode is no operation; there are decode, "),
        (["certify", "--op", "decode UTF-9 strict"], "decode UTF-9 strict is no operation"),
        (["certify", "--op", "validate UTF-8 skip"], "validate UTF-8 skip is no operation"),
        (["explain"], "Missing argument 'BYTES'"),
        (["explain", "41", "--encoding", "-"], "'-' is not one of"),
        (["report", "no-such-run"], "'no-such-run' does not exist"),
        (["vectors", "levitate"], "No such command 'levitate'"),
        (["vectors", "check", "--root", "no-such-folder"], "'no-such-folder' does not exist"),
    ],
)
def test_a_usage_error_is_told_and_ends_with_2(
    utfproof: Run, arguments: list[str], told: str
) -> None:
    said = utfproof(*arguments)
    assert said.status == 2
    assert told in said.err
    assert said.out == ""


def test_on_windows_the_command_says_what_to_use(
    utfproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    said = utfproof("codecs")
    assert (said.status, said.out) == (2, "")
    assert said.err == "utfproof: it does not run on Windows itself: use WSL\n"


@pytest.mark.parametrize("command", ["certify", "codecs"])
@pytest.mark.parametrize(
    ("target", "told"),
    [
        (["cobol"], "no adapter, codec or folder is called cobol: adapters here: "),
        (["python_cpython/no-such-codec"], "is called python_cpython/no-such-codec: adapters here"),
        (["python_cpython", "--codec", "zz*"], "no codec fits zz*: `utfproof codecs` lists them"),
    ],
)
def test_an_unknown_target_is_told_with_the_next_step(
    utfproof: Run, command: str, target: list[str], told: str
) -> None:
    said = utfproof(command, *target)
    assert said.status == 2
    assert told in said.err
    assert said.err.startswith("utfproof: ")
    assert len(said.err.splitlines()) == 1


def test_a_failed_build_that_reaches_the_top_shows_its_output(
    utfproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise BuildError("the build failed", place="a.yaml", output="cc: no such codec")

    monkeypatch.setattr(registry, "select", fail)
    said = utfproof("codecs")
    assert said.status == 3
    assert said.err == "utfproof: a.yaml: the build failed\ncc: no such codec\n"


def test_a_folder_without_a_manifest_is_a_broken_adapter(utfproof: Run, home: Path) -> None:
    (home / "empty").mkdir()
    said = utfproof("certify", "./empty")
    assert said.status == 3
    assert said.err == "utfproof: empty/adapter.yaml: No such file or directory: check the path\n"


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has /dev/full")
def test_a_full_screen_is_told_without_a_traceback() -> None:
    with FULL.open("wb") as full:
        command = [sys.executable, "-m", "utfproof", "vectors", "export"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith("utfproof: output: No space left on device\n")

"""Every command, where there is neither stdin nor a home, and when Ctrl-C comes in the middle."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from utfproof import cli

from . import adapters

PATIENT = "limits: {seconds-per-block: 600}"
ASKED, STARTED = "asked", "started"
"""Ctrl-C comes with the first answer of an adapter, or when the first one is started."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command with its exit status, and when Ctrl-C comes: at a moment, or as a file is opened.

    `ends` are the statuses that it may end with then.
    """

    line: str
    status: int
    interrupted_at: str
    ends: Collection[int] = (130,)

    def __str__(self) -> str:
        """Name the test."""
        return " ".join(self.line.split()[:2])


FIRST = "--case utf-8/ill-formed/overlong-two/* --jobs 1 --out new"
COMMANDS = (
    Asked("adapter new --language python mine", 0, "mine"),
    Asked("adapter check ./made", 0, STARTED),
    Asked("adapter audit ./made", 0, STARTED),
    Asked(f"certify ./faulty {FIRST}", 1, ASKED),
    Asked(f"gate ./faulty {FIRST}", 1, ASKED),
    Asked("codecs ./right", 0, STARTED),
    Asked("cost ./right --op validate", 0, ASKED),
    Asked("differ ./right/table ./faulty/table --time 0s", 1, ASKED),
    Asked("explain C080 ./right", 0, ASKED),
    Asked("findings list --out campaign", 0, "findings.jsonl"),
    Asked("findings show 1 --out campaign", 0, "findings.jsonl"),
    Asked("findings repro 1 --out campaign", 1, STARTED),
    Asked("findings export 1 --to new --out campaign", 0, "findings.jsonl"),
    Asked("findings promote 1 --out campaign", 0, "findings.jsonl"),
    # Ctrl-C is how a campaign ends, and only one that has not begun is interrupted.
    Asked("fuzz ./faulty --execs 300 --jobs 1 --out new", 1, ASKED, (0, 1, 5, 130)),
    Asked("identify ./right --encoding UTF-16", 5, STARTED),
    Asked("keygen new", 0, "new"),
    Asked("learn ./right --extra-states 0", 0, ASKED),
    Asked("power --set strings", 1, ".yaml"),
    Asked("prove c_libraries/utf8proc-iterate", 0, ".yaml"),
    Asked("report run", 0, "journal.jsonl"),
    Asked("report merge run --out new", 0, "journal.jsonl"),
    Asked("reproduce ./right --bytes C080", 2, STARTED),
    Asked("requirements overlong", 0, ".yaml"),
    Asked("vectors check", 0, ".yaml"),
    Asked("vectors export", 0, ".yaml"),
    Asked("verify run --key k.pub --rerun 1% --adapter ./right", 0, ASKED),
)
# The moment at which Ctrl-C comes is told by what the program does, not by a clock.
INTERRUPTED = """
import os, signal, sys
from pathlib import Path
at = sys.argv.pop(1)
signal.signal(signal.SIGINT, signal.default_int_handler)
Path("asker").write_text(str(os.getpid() if at == "asked" else ""))
def is_opened(path):
    # Where the program itself lies must not matter: only what is here may have the word anywhere.
    path = os.path.relpath(str(path))
    return path.endswith(at) if path.startswith("..") else at in path
def hear(event, arguments):
    global at
    opens = event == "open" and is_opened(arguments[0])
    if at and (opens or (event == "subprocess.Popen" and at == "started")):
        at = ""
        signal.raise_signal(signal.SIGINT)
sys.addaudithook(hear)
from utfproof.cli import main
main()
"""

AT_ONCE = ("adapter new", "keygen")
"""Commands that are done before there is anything to tell."""

# A line for each step that is told, however quick the machine is.
TELLING = """
import sys
from utfproof.cli.shared.activity import Activity
count = Activity.count
def telling(self, what, *counted):
    print("told:", what, file=sys.stderr)
    count(self, what, *counted)
Activity.count = telling
from utfproof.cli import main
main()
"""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make two adapters, a signed run of the right one, and a campaign against the faulty one."""
    home = tmp_path_factory.mktemp("prepared")
    for name, program in (("right", "reads_by_the_table"), ("faulty", "reads_overlong_forms")):
        folder = home / adapters.put(home, "interrupts_its_asker", PATIENT)
        manifest = folder / "adapter.yaml"
        text = manifest.read_text("utf-8").replace("adapter: interrupts_its_asker", "adapter: fake")
        manifest.write_text(text.replace("_asker", f"_asker {program}"), "utf-8")
        folder.rename(home / name)
    (home / "strings").write_text("c080\n", "ascii")
    for line, status in (
        ("adapter new --language python made", 0),
        ("keygen k", 0),
        ("certify ./right --op validate --jobs 1 --sign k --out run", 0),
        ("fuzz ./faulty --execs 300 --jobs 1 --out campaign", 1),
    ):
        done = ran(home, sys.executable, "-m", "utfproof", *shlex.split(line))
        assert done.returncode == status, done.stderr
    return home


@pytest.fixture
def here(prepared: Path, tmp_path: Path) -> Path:
    shutil.copytree(prepared, tmp_path / "here")
    return tmp_path / "here"


def ran(here: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command without a home, and see that no traceback is shown."""
    bare = {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(here / "cache"), "LANG": "C.UTF-8"}
    bare |= {name: os.environ[name] for name in ("UTFPROOF_CONFINE",) if name in os.environ}
    done = subprocess.run(
        command, cwd=here, env=bare, capture_output=True, text=True, check=False, timeout=300
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception ignored" not in done.stderr
    return done


def test_every_command_is_here() -> None:
    context = click.Context(cli.utfproof)
    names = []
    for name in cli.utfproof.list_commands(context):
        command = cli.utfproof.get_command(context, name)
        parts = list(command.commands) if isinstance(command, click.Group) else []
        names += [f"{name} {part}" for part in parts if part.islower()] or [name]
    assert [name for name in names if not any(one.line.startswith(name) for one in COMMANDS)] == []


@pytest.mark.slow
@pytest.mark.parametrize("asked", COMMANDS, ids=str)
def test_a_command_needs_neither_stdin_nor_a_home(here: Path, asked: Asked) -> None:
    closed = ("sh", "-c", 'exec "$@" <&-', "sh")
    done = ran(here, *closed, sys.executable, "-m", "utfproof", *shlex.split(asked.line))
    assert done.returncode == asked.status, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("asked", COMMANDS, ids=str)
def test_a_command_says_what_goes_on_before_it_works(here: Path, asked: Asked) -> None:
    done = ran(here, sys.executable, "-c", TELLING, *shlex.split(asked.line))
    assert done.returncode == asked.status, done.stderr
    # On a busy machine the bar shows before the program has anything to tell.
    first = next((line for line in done.stderr.splitlines() if not line.endswith("starting")), "")
    assert first.startswith("told: ") is not asked.line.startswith(AT_ONCE), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("asked", COMMANDS, ids=str)
@pytest.mark.usefixtures("unconfined")
def test_ctrl_c_ends_a_command_with_a_word(here: Path, asked: Asked) -> None:
    line = asked.line.replace("0s", "60s")
    done = ran(here, sys.executable, "-c", INTERRUPTED, asked.interrupted_at, *shlex.split(line))
    assert done.returncode in asked.ends, done.stderr
    if done.returncode == 130:
        *_, last = done.stderr.splitlines()
        assert last.startswith("interrupted")
        assert ("journal" in last) is (line.split()[0] in {"certify", "gate"})


@pytest.mark.slow
def test_ctrl_c_arrives_at_the_named_event_wherever_the_program_is_installed(
    here: Path, tmp_path: Path
) -> None:
    program = tmp_path / "new"
    program.symlink_to(Path(cli.__file__).parents[2])
    asked = (sys.executable, "-c", INTERRUPTED, "new", "keygen", "new")
    done = ran(here, "env", f"PYTHONPATH={program}", *asked)
    assert (done.returncode, done.stderr.strip()) == (130, "interrupted")

"""The command line: one thin file for each subcommand, loaded when it is used."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from types import FrameType
from typing import NoReturn

import click

from utfproof import __version__, interrupts
from utfproof.errors import BuildError, UtfproofError

_COMMANDS = {
    "adapter": "Write a new adapter for your codec, or check that one speaks the protocol.",
    "certify": "Ask codecs, judge their answers, and write the report.",
    "codecs": "List the codecs, their offers, and the missing requirements.",
    "cost": "Measure how the time that codecs take grows with their input.",
    "differ": "Find the shortest inputs that two codecs read differently.",
    "explain": "Show how each rule and every codec reads some octets.",
    "findings": "List the findings of a campaign, show them, ask again, export, promote.",
    "fuzz": "Run a campaign: inputs that nobody wrote down, against codecs.",
    "gate": "Certify codecs for CI: JUnit, SARIF, annotations, and changes since a run.",
    "identify": "Find out which policy and options codecs really have, whatever they claim.",
    "keygen": "Make the pair of keys that certificates are signed and verified with.",
    "learn": "Learn the state machine of one codec by asking it, and draw it.",
    "power": "Measure which faults the suite finds, or a list of strings from elsewhere.",
    "prove": "Prove decoders right for texts of every length.",
    "report": "Render the report of a run again, or join the parts of one.",
    "reproduce": "Confirm answers by a program in the library's language, without the adapter.",
    "requirements": "List the statements of the documents that the vectors test.",
    "verify": "Verify a certificate: its signature, its digests, a sample asked again.",
    "vectors": "Check the vectors, or export them for use without this program.",
}
_JOURNALS = frozenset({"certify", "gate"})
_MERGE = ["report", "merge"]
_INTERRUPTED = 130


class _CommandGroup(click.Group):
    """A group that imports the module of a subcommand only when it is used: --help is instant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"utfproof.cli.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.command(cls=_CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="utfproof")
def utfproof() -> None:
    """Prove the behaviour of UTF-8, UTF-16 and UTF-32 codecs.

    A TARGET is an adapter (rust), a codec (rust/std, */TextDecoder) or a folder with an
    adapter.yaml. Exit status: 0 all green, 1 a codec failed, 2 usage, 3 an adapter is broken,
    4 the suite is inconsistent, 5 nothing ran.
    """


def main() -> None:
    """Run the command line; every error a user can meet is one line and the right exit status.

    SIGTERM ends a run as Ctrl-C does.
    """
    if sys.platform == "win32":  # processes, their limits and their pipes are those of POSIX
        click.echo("utfproof: it does not run on Windows itself: use WSL", err=True)
        sys.exit(2)
    signal.signal(signal.SIGTERM, _interrupt)
    interrupts.resend_dropped()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what the terminal cannot show is written as escapes
            stream.reconfigure(errors="backslashreplace")
    with _inert_in_workflows():
        _carry_out()


@contextmanager
def _inert_in_workflows() -> Iterator[None]:
    """As a step of GitHub Actions, let nothing that is printed be taken for a command.

    `gate` and `report merge` have commands of their own to print, and see to this themselves.
    """
    asked = sys.argv[1:3]
    if os.environ.get("GITHUB_ACTIONS") != "true" or asked[:1] == ["gate"] or asked == _MERGE:
        yield
        return
    import secrets

    token = secrets.token_hex(16)
    click.echo(f"::stop-commands::{token}", err=True)
    try:
        yield
    finally:
        click.echo(f"::{token}::", err=True)


def _carry_out() -> NoReturn:
    try:
        sys.exit(utfproof(standalone_mode=False))
    except UtfproofError as error:
        sys.exit(_report_error(error))
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        kept = not _JOURNALS.isdisjoint(sys.argv[1:2])
        click.echo(f"interrupted{': the journal is good up to here' if kept else ''}", err=True)
        sys.exit(_INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(_INTERRUPTED)
    except OSError as error:
        click.echo(f"utfproof: {error.filename or 'output'}: {error.strerror}", err=True)
        sys.exit(2)


def _interrupt(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise KeyboardInterrupt


def _report_error(error: UtfproofError) -> int:
    """Print an error in one line; texts of files and adapters in it cannot steer the terminal."""
    from utfproof.report.text import visible

    click.echo(visible(f"utfproof: {error}").replace("\n", "\\n"), err=True)
    if isinstance(error, BuildError) and error.output:
        click.echo(visible(error.output), err=True)
    return error.exit_code

"""`utfproof certify`: ask codecs everything, judge, and write the report."""

from __future__ import annotations

import platform
import shlex
import sys
import time
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import chain
from pathlib import Path

import click
from rich.console import Console

from utfproof import __version__
from utfproof.adapters import registry
from utfproof.adapters.registry import Chosen
from utfproof.cli import known, options
from utfproof.engine import resumption, runner
from utfproof.engine.asking import Scope
from utfproof.engine.events import (
    CodecFinished,
    Event,
    FamilyFinished,
    RunFinished,
    RunStarted,
    ShardFinished,
)
from utfproof.engine.journal import Journal
from utfproof.engine.plan import Narrowing
from utfproof.engine.resumption import Earlier
from utfproof.errors import UsageError
from utfproof.expectations.book import Book
from utfproof.model.level import LEVELS
from utfproof.proof import levels
from utfproof.proof.consistent import load_consistent
from utfproof.report import console, files
from utfproof.report.summary import Summary, as_json, summarise
from utfproof.vectors.suite import Suite

_FLUSH_EVERY = 256
_EVIDENCE = (ShardFinished, FamilyFinished, CodecFinished)
"""What took long to get goes to the disk at once."""


@click.command("certify")
@options.targets
@options.narrowing
@click.option("--case", "case", default="*", metavar="PATTERN", help="Only cases whose id fits.")
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default=LEVELS[0],
    show_default=True,
    help="How much is asked: the written cases, all families too, every string up to four octets.",
)
@click.option(
    "--extra-states",
    type=click.IntRange(0, 1),
    default=0,
    show_default=True,
    help="How many states more than the encoding needs a faulty machine may have (complete).",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="The run's folder [default: reports/runs/<time>]; an interrupted run there goes on.",
)
@click.option(
    "--expect",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file of known failures [default: expectations.yaml beside each adapter].",
)
@click.option(
    "--update", is_flag=True, help="Write the known failures as this run shows them; see --expect."
)
@options.jobs
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    target: tuple[str, ...],
    codecs: tuple[str, ...],
    encodings: tuple[str, ...],
    ops: tuple[str, ...],
    case: str,
    level: str,
    extra_states: int,
    out: Path | None,
    expect: Path | None,
    update: bool,
    jobs: int,
    form: str,
) -> None:
    """Ask codecs everything, judge their answers, and write the report.

    Failures that are listed as known are shown as such and do not change the exit status; a list
    that is not right any more does.

    The run's folder gets journal.jsonl, index.html, summary.json, summary.md and junit.xml.
    """
    suite = load_consistent()
    chosen = registry.choose(target, codecs)
    folder = out or Path("reports") / "runs" / datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    asks = {"encoding": encodings, "op": ops, "case": case, "extra-states": extra_states}
    whole = not (encodings or ops) and case == "*"
    if update and not whole:
        raise UsageError("--update needs a whole run", hint="leave out --case, --op and --encoding")
    book = Book(chosen, expect, level, whole=whole, today=datetime.now().astimezone().date())
    header = _header(suite, level, asks)
    before = resumption.earlier(folder, header)
    scope = Scope(
        Narrowing(encodings, ops, case), levels.inquiries(level, extra_states), jobs, before.shards
    )
    left = before.left(chosen)
    events = chain([header], runner.run(suite, left, scope))
    quiet = form == "json"
    summary = _followed(book.watch(events, before.events), before, left, folder, quiet=quiet)
    files.write(summary, suite, folder)
    if quiet:
        options.print_json(as_json(summary))
    else:
        console.show(Console(), summary)
        click.echo(f"\n{folder / 'index.html'}")
    if whole:
        known.settle(book, summary, folder, update=update, quiet=quiet)
    context.exit(summary.exit_code)


def _header(suite: Suite, level: str, asks: Mapping[str, object]) -> RunStarted:
    return RunStarted(
        utfproof=__version__,
        vectors={"version": suite.version, "digest": suite.digest, "cases": len(suite.cases)},
        level=level,
        started=datetime.now().astimezone().isoformat(timespec="seconds"),
        environment={
            "system": platform.platform(),
            "machine": platform.machine(),
            "python": platform.python_version(),
        },
        command=shlex.join(["utfproof", *sys.argv[1:]]),
        asks={name: list(item) if isinstance(item, tuple) else item for name, item in asks.items()},
    )


def _followed(
    events: Iterable[Event], before: Earlier, left: list[Chosen], folder: Path, *, quiet: bool
) -> Summary:
    """Write every event into the journal as it comes, show progress, and add up."""
    summary = summarise(before.events)
    screen = Console(stderr=True, quiet=quiet)
    codecs = sum(len(item.codecs) for item in left)
    if before.events:
        screen.print(f"going on with the run in {folder}", highlight=False)
    resume = bool(before.events)
    started = time.monotonic()
    with Journal(folder, resume=resume) as journal, console.progress(screen, codecs) as bar:
        for number, event in enumerate(console.follow(bar, events)):
            journal.write(event)
            summary.add(event)
            if number % _FLUSH_EVERY == 0 or isinstance(event, _EVIDENCE):
                journal.flush()
        footer = _footer(summary, time.monotonic() - started)
        journal.write(footer)
        summary.add(footer)
    return summary


def _footer(summary: Summary, seconds: float) -> RunFinished:
    verdicts = {name: item.verdict.value for name, item in sorted(summary.codecs.items())}
    return RunFinished(round(seconds, 3), verdicts, summary.exit_code)

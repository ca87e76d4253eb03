"""`utfproof certify`: ask codecs everything, judge, and write the report."""

from __future__ import annotations

import platform
import shlex
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

import click
from rich.console import Console

from utfproof import __version__
from utfproof.adapters import registry
from utfproof.adapters.registry import Chosen
from utfproof.cli import options
from utfproof.engine import consistency, resumption, runner
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
from utfproof.model.verdict import exit_code
from utfproof.proof import levels
from utfproof.proof.families import sizes
from utfproof.report import console, files
from utfproof.report.summary import Summary, as_json, summarise
from utfproof.vectors import loader
from utfproof.vectors.suite import InconsistentSuite, Suite

_FLUSH_EVERY = 256
_EVIDENCE = (ShardFinished, FamilyFinished, CodecFinished)
"""What took long to get goes to the disk at once."""


@click.command("certify")
@options.targets
@options.narrowing
@click.option("--case", "case", default="*", metavar="PATTERN", help="Only cases whose id fits.")
@click.option(
    "--level",
    type=click.Choice(levels.LEVELS),
    default=levels.LEVELS[0],
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
    jobs: int,
    form: str,
) -> None:
    """Ask codecs everything, judge their answers, and write the report.

    The run's folder gets journal.jsonl, index.html, summary.json, summary.md and junit.xml.
    """
    suite = load_consistent()
    chosen = registry.choose(target, codecs)
    folder = out or Path("reports") / "runs" / datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    asks = {"encoding": encodings, "op": ops, "case": case, "extra-states": extra_states}
    header = _header(suite, level, asks)
    before = resumption.earlier(folder, header)
    scope = Scope(
        Narrowing(encodings, ops, case), levels.inquiries(level, extra_states), jobs, before.shards
    )
    left = before.left(chosen)
    events = _framed(header, runner.run(suite, left, scope), before)
    summary = _followed(events, before, left, folder, quiet=form == "json")
    files.write(summary, suite, folder)
    if form == "json":
        options.print_json(as_json(summary))
    else:
        console.show(Console(), summary)
        click.echo(f"\n{folder / 'index.html'}")
    context.exit(summary.exit_code)


def load_consistent() -> Suite:
    """Load the suite and hold it against the reference before anything is run.

    Raises:
        InconsistentSuite: the suite contradicts itself or the reference.
    """
    suite = loader.load()
    wrong = [*consistency.disagreements(suite), *sizes.problems(suite)]
    if wrong:
        raise InconsistentSuite(wrong)
    return suite


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


def _framed(header: RunStarted, events: Iterable[Event], before: Earlier) -> Iterator[Event]:
    """Put the header before the events and the footer behind them."""
    started = time.monotonic()
    verdicts = {
        event.codec: event.verdict for event in before.events if isinstance(event, CodecFinished)
    }
    yield header
    for event in events:
        if isinstance(event, CodecFinished):
            verdicts[event.codec] = event.verdict
        yield event
    shown = {name: verdict.value for name, verdict in sorted(verdicts.items())}
    seconds = round(time.monotonic() - started, 3)
    yield RunFinished(seconds, shown, exit_code(verdicts.values()))


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
    with Journal(folder, resume=resume) as journal, console.progress(screen, codecs) as bar:
        for number, event in enumerate(console.follow(bar, events)):
            journal.write(event)
            summary.add(event)
            if number % _FLUSH_EVERY == 0 or isinstance(event, _EVIDENCE):
                journal.flush()
    return summary

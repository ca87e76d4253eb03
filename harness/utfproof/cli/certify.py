"""`utfproof certify`: ask codecs everything, judge, and write the report."""

from __future__ import annotations

import platform
import shlex
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

import click
from rich.console import Console

from utfproof import __version__
from utfproof.adapters import registry
from utfproof.adapters.registry import Chosen
from utfproof.cli import options
from utfproof.engine import consistency, runner
from utfproof.engine.events import Event, RunFinished, RunStarted
from utfproof.engine.journal import Journal
from utfproof.engine.plan import Narrowing
from utfproof.report import console, files
from utfproof.report.summary import Summary, as_json
from utfproof.vectors import loader
from utfproof.vectors.suite import InconsistentSuite, Suite

_FLUSH_EVERY = 256


@click.command("certify")
@options.targets
@options.narrowing
@click.option("--case", "case", default="*", metavar="PATTERN", help="Only cases whose id fits.")
@click.option(
    "--level",
    type=click.Choice(["vectors"]),
    default="vectors",
    show_default=True,
    help="How much is asked.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="The run's folder [default: reports/runs/<time>].",
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
    narrowing = Narrowing(encodings, ops, case)
    events = runner.run(suite, chosen, narrowing, jobs=jobs)
    summary = _followed(suite, chosen, events, folder, level, quiet=form == "json")
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
    wrong = consistency.disagreements(suite)
    if wrong:
        raise InconsistentSuite(wrong)
    return suite


def _followed(
    suite: Suite,
    chosen: list[Chosen],
    events: Iterable[Event],
    folder: Path,
    level: str,
    *,
    quiet: bool,
) -> Summary:
    """Write every event into the journal as it comes, show progress, and add up."""
    summary = Summary()
    screen = Console(stderr=True, quiet=quiet)
    codecs = sum(len(item.codecs) for item in chosen)
    with Journal(folder) as journal, console.progress(screen, codecs) as bar:
        for number, event in enumerate(_framed(suite, console.follow(bar, events), level, summary)):
            journal.write(event)
            summary.add(event)
            if number % _FLUSH_EVERY == 0:
                journal.flush()
    return summary


def _framed(suite: Suite, events: Iterable[Event], level: str, summary: Summary) -> Iterator[Event]:
    """Put the header before the events and the footer behind them."""
    started = time.monotonic()
    yield RunStarted(
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
    )
    yield from events
    verdicts = {name: item.verdict.value for name, item in sorted(summary.codecs.items())}
    yield RunFinished(round(time.monotonic() - started, 3), verdicts, summary.exit_code)

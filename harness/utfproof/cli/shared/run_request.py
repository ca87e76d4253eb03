"""The request for a run: the options of `certify` and `gate`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from utfproof.cli.shared import options
from utfproof.errors import UsageError
from utfproof.model.level import LEVELS

if TYPE_CHECKING:
    from utfproof.engine.run_shard import Shard


@dataclass(frozen=True, slots=True)
class RunRequest:
    """The questions of a run, its codecs, and the place of its evidence.

    Attributes:
        target: Adapters, codecs or folders; none for all that are here.
        codecs: Patterns that the names of codecs fit.
        encodings: The only encodings to be asked; none for all.
        ops: The only operations to be asked; none for all.
        case: The pattern that the ids of cases fit.
        level: How much is asked.
        extra_states: How many states more than the encoding needs a faulty machine may have.
        out: The folder of the run; None for a new one under reports/runs.
        expect: The file of known failures; None for those beside the adapters.
        jobs: How many adapters, or processes of one, work side by side.
        shard: The part of the codecs; None for all.
        cluster: The address of a scheduler; None to work here.
        cross_check: How many per cent of a cluster's tasks are asked twice.
        nonce: The number by which fresh questions are drawn; "" for a new one.
        cpus: The processors that the codecs are built for; "" is this machine's own.
    """

    target: tuple[str, ...]
    codecs: tuple[str, ...]
    encodings: tuple[str, ...]
    ops: tuple[str, ...]
    case: str
    level: str
    extra_states: int
    out: Path | None
    expect: Path | None
    jobs: int
    shard: Shard | None
    cluster: str | None
    cross_check: int = options.CROSS_CHECKED
    nonce: str = ""
    cpus: tuple[str, ...] = ("",)

    @property
    def whole(self) -> bool:
        """Tell whether all that the codecs offer is asked, so that known failures can be held."""
        # An entry of known failures that was not asked would seem to be fixed.
        return not (self.encodings or self.ops) and self.case == "*"

    def check_processors(self, *, update: bool = False) -> None:
        """Make sure that nothing is asked of emulated processors that these cannot do.

        Raises:
            UsageError: known failures are to be written, or a cluster is to work.
        """
        if not any(self.cpus):
            return
        if update:
            hint = "lists of known failures are written for this machine's own: leave out --cpu"
            raise UsageError("--update cannot go with --cpu", hint=hint)
        if self.cluster:
            hint = "workers build for their own processors: leave out --cpu"
            raise UsageError("--cluster cannot go with --cpu", hint=hint)

    def check_expected(self) -> None:
        """Make sure that a list of known failures is there where one is named.

        Raises:
            UsageError: there is no such file; a run would pass by it in silence.
        """
        if self.expect and not self.expect.is_file():
            hint = "correct --expect, or write one with `utfproof certify --update`"
            raise UsageError("no such file of known failures", place=str(self.expect), hint=hint)


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a run, handed over as one `request`."""

    @wraps(command)
    def called(**given: Any) -> Any:  # noqa: ANN401  (click's parameters)
        request = RunRequest(**{item.name: given.pop(item.name) for item in fields(RunRequest)})
        request.check_processors(update=bool(given.get("update")))
        return command(request=request, **given)

    # click lists the option that was added last first.
    for add in reversed(_OPTIONS):
        called = add(called)
    return called


_OPTIONS: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    options.targets,
    options.narrowing,
    click.option("--case", default="*", metavar="PATTERN", help="Only cases whose id fits."),
    click.option(
        "--level",
        type=click.Choice(LEVELS),
        default=LEVELS[0],
        show_default=True,
        help="How much is asked: the written cases, all families too, every string up to 4 octets.",
    ),
    click.option(
        "--extra-states",
        type=click.IntRange(0, 1),
        default=0,
        show_default=True,
        help="How many states more than the encoding needs a faulty machine may have (complete).",
    ),
    click.option(
        "--nonce",
        default="",
        metavar="HEX",
        callback=options.hexadecimal,
        help="Draw the fresh questions of an earlier run, whose journal has this number [default: "
        "a new one].",
    ),
    click.option(
        "--out",
        type=click.Path(path_type=Path, file_okay=False),
        help="The run's folder [default: reports/runs/<time>]; an interrupted run there goes on.",
    ),
    click.option(
        "--expect",
        type=click.Path(path_type=Path, dir_okay=False),
        help="The file of known failures [default: expectations.yaml beside each adapter].",
    ),
    options.processors,
    options.jobs,
    options.shard,
    options.cluster,
    options.cross_check,
    options.memory,
    options.confinement,
)

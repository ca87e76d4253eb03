"""`utfproof reproduce`: a codec's answer, seen once more by a program in its own language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from utfproof.cli.shared import options
from utfproof.errors import UsageError

if TYPE_CHECKING:
    from utfproof.cli.shared.reproduction import OneReproduction


@click.command("reproduce")
@click.argument("names", metavar="CODEC [CASE]", nargs=-1)
@click.option("--bytes", "octets", metavar="HEX", help="Octets for a decoder: 'C0 80'.")
@click.option("--code-points", "points", metavar="HEX", help="For an encoder: '61 D800'.")
@options.narrowing
@click.option("--all", "every", is_flag=True, help="Every failure, and a sample of passes.")
@click.option(
    "--run",
    type=click.Path(path_type=Path, exists=True),
    help="With --all: the questions of this run, of all its levels, instead of the written cases.",
)
@click.option(
    "--passes",
    type=click.FloatRange(0, 1),
    default=0.01,
    show_default=True,
    help="With --all: the part of the passes that goes through the witness.",
)
@click.option("--seed", type=int, help="With --all: draw the same sample of passes again.")
@options.confinement
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    names: tuple[str, ...],
    octets: str | None,
    points: str | None,
    encodings: tuple[str, ...],
    ops: tuple[str, ...],
    run: Path | None,
    passes: float,
    seed: int | None,
    form: str,
    *,
    every: bool,
) -> None:
    """Show a program in the library's language that does what a codec was asked, and run it.

    The program calls the library's public interface and nothing of utfproof. Its output stands
    beside the adapter's answer; where both disagree the adapter is broken (exit status 3). Without
    CASE the smallest failing input of the written cases is taken.

    With --all every failure of the codecs named (of all, without a name), and a random sample of
    passes, are compared.
    """
    if every:
        if octets or points:
            raise UsageError("--all with an input", hint="leave out --bytes and --code-points")
        from utfproof.cli.shared.reproductions import AllReproductions

        wanted = AllReproductions(names, tuple(encodings), tuple(ops), run, passes, seed)
        context.exit(wanted.carry_out(form))
    if not names:
        raise UsageError("no codec named", hint="name one (rust/std), or add --all")
    if run:
        raise UsageError("--run needs --all", hint="add --all")
    one = _one(names, octets, points, encodings, ops)
    context.exit(one.carry_out(form))


def _one(
    names: tuple[str, ...],
    octets: str | None,
    points: str | None,
    encodings: tuple[str, ...],
    ops: tuple[str, ...],
) -> OneReproduction:
    from utfproof.cli.shared.reproduction import OneReproduction

    codec, *rest = names
    if len(rest) > 1:
        raise UsageError("more than one case", hint="name one CASE, or several codecs with --all")
    inputs = [*rest, *filter(None, (octets, points))]
    if len(inputs) > 1:
        raise UsageError("more than one input", hint="give CASE, --bytes or --code-points")
    return OneReproduction(codec, rest[0] if rest else "", octets, points, encodings, ops)

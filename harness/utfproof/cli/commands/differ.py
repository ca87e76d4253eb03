"""`utfproof differ`: the shortest inputs that two codecs read differently, one for each cause."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from utfproof.adapters import needs, registry
from utfproof.adapters.manifest import Codec
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.hello import CodecOffers
from utfproof.cli.shared import building, options
from utfproof.cli.shared.activity import Activity, activity
from utfproof.cli.shared.option_types import DurationOption, TextOption
from utfproof.cli.shared.screen import result_screen, show_table
from utfproof.errors import Unavailable, UsageError
from utfproof.fuzz.compare.compared_codec import MODES, ComparedCodec, OfferedCodec, choose_targets
from utfproof.fuzz.compare.comparison import CauseExample, CodecComparison, ComparisonProgress
from utfproof.fuzz.compare.fixed_inputs import campaign_inputs, fixed_inputs
from utfproof.fuzz.inputs.mutators import make_mutator
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.fuzz.triage.triage import unshipped_folders
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode
from utfproof.reference import schemes
from utfproof.report.text import counted, one_line, shortened
from utfproof.vectors import notation

_LISTED = 12
_SHOWN = 48
_FAINT = "bright_black"
_BROKEN, _NOTHING_RAN, _INTERRUPTED = 3, 5, 130

_Picked = tuple[SelectedAdapter, Codec]


class _ModesOption(click.ParamType[tuple[Mode, ...]]):
    name = "mode"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Mode, ...]:
        known = {mode.value: mode for mode in MODES}
        names = value.split(",")
        if len(names) > 2 or not set(names) <= set(known):
            self.fail(f"{value} is no mode: write strict, replace or skip, or A,B", param, ctx)
        # `strict,replace` names a mode for each side; one word holds for both.
        return tuple(known[name] for name in names)


@click.command("differ")
@click.argument("a")
@click.argument("b")
@click.option(
    "--contains",
    "text",
    type=TextOption(),
    default=None,
    help=r"Only inputs in which one of them reads TEXT and the other none; \u{2f} is a character.",
)
@options.encoding
@click.option(
    "--mode",
    "modes",
    type=_ModesOption(),
    default=None,
    help="strict, replace or skip, or one for each: strict,replace [default: the first of these "
    "that both have]",
)
@click.option(
    "--time",
    "seconds",
    type=DurationOption(),
    default="5s",
    show_default=True,
    help="How long mutated inputs are asked, after those that are asked always.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the dice.")
@click.option(
    "--campaign",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="The folder of a campaign, whose corpus is asked too.",
)
@options.confinement
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    a: str,
    b: str,
    text: tuple[int, ...] | None,
    encoding: str,
    modes: tuple[Mode, ...] | None,
    seconds: float,
    seed: int,
    campaign: Path | None,
    form: str,
) -> None:
    """Find the shortest inputs that the codecs A and B read differently, one for each cause.

    They part where both accept an input and read other code points, or only one accepts it. None
    is called wrong: a filter A in front of a decoder B can be passed wherever the two disagree.
    With --contains: where A accepts an input and reads no TEXT in it, and B does, or the reverse.

    Exit status: 0 they agree on all that was asked, 1 they do not, 3 an adapter is broken,
    5 one of them cannot run here.
    """
    asked = Encoding(encoding)
    picked = _one("A", a), _one("B", b)
    # Read before anything is built: a wrong folder is told at once.
    corpus = campaign_inputs(campaign, asked) if campaign else []
    quiet = form == "json"
    with ExitStack() as stack:
        doing = stack.enter_context(activity(quiet=quiet))
        building.build([item for item, _ in picked], len(picked), doing)
        comparison = _opened(stack, picked, asked, modes or (), text or ())
        doing.count("asking", "inputs")
        comparison.hear = _telling(doing)
        ended = _asked(comparison, corpus, seed, seconds)
        found = comparison.causes()
    commands = [_command(one, picked, asked) for one in found]
    if quiet:
        options.print_json(_entry(comparison, found, commands))
    else:
        _show(result_screen(), comparison, found, commands)
    # What was found before Ctrl-C holds, whatever was not asked.
    context.exit(_status(comparison, found) if ended or found else _INTERRUPTED)


def _one(name: str, target: str) -> _Picked:
    """Return the one codec that a target names."""
    found = [(item, codec) for item in registry.select([target]) for codec in item.codecs]
    if len(found) == 1:
        return found[0]
    names = [_name(one) for one in found]
    shown = names if len(names) <= _LISTED else [*names[:_LISTED], "…"]
    problem = f"{name} has to be one codec, and {target} names {len(names)}: {', '.join(shown)}"
    raise UsageError(problem, hint="name one of them")


def _name(picked: _Picked) -> str:
    item, codec = picked
    return item.manifest.id_of(codec)


def _opened(
    stack: ExitStack,
    picked: tuple[_Picked, _Picked],
    encoding: Encoding,
    modes: Sequence[Mode],
    text: tuple[int, ...],
) -> CodecComparison:
    """Start both, and choose how they are asked."""
    started = [_started(stack, one) for one in picked]
    offered = [
        OfferedCodec(_name(one), one[1].claims, tuple(offers.offers))
        for one, (_, offers) in zip(picked, started, strict=True)
    ]
    targets = choose_targets(offered[0], offered[1], encoding, modes, reads=bool(text))
    sides = [
        ComparedCodec(target, adapter, offers.version)
        for target, (adapter, offers) in zip(targets, started, strict=True)
    ]
    return CodecComparison(sides[0], sides[1], text)


def _started(stack: ExitStack, picked: _Picked) -> tuple[RunningAdapter, CodecOffers]:
    item, codec = picked
    if lacking := needs.missing(item.manifest):
        raise Unavailable(f"{_name(picked)} is unavailable", hint=f"it needs {', '.join(lacking)}")
    adapter = RunningAdapter.of(item.manifest)
    # On the stack before hello is read: an adapter that fails there is closed as well.
    stack.callback(adapter.close)
    if offers := adapter.offers().get(codec.name):
        return adapter, offers
    raise Unavailable(
        f"{_name(picked)} is unavailable", hint="the adapter's hello does not name it"
    )


def _asked(comparison: CodecComparison, corpus: Sequence[bytes], seed: int, seconds: float) -> bool:
    """Ask everything; tell whether it came to its end. Findings until Ctrl-C are kept."""
    encoding = comparison.a.target.encoding
    try:
        comparison.ask(corpus, "the campaign's corpus")
        comparison.ask(fixed_inputs(encoding, comparison.text), "known inputs")
        # The mutations begin with the campaign's inputs, which reached something once.
        _mutate(comparison, seed, [*corpus, *seeds(encoding)], seconds)
    except KeyboardInterrupt:
        comparison.interrupted()
        click.echo("interrupted: not all was asked", err=True)
        return False
    return True


def _mutate(
    comparison: CodecComparison, seed: int, corpus: Sequence[bytes], seconds: float
) -> None:
    """Ask mutated inputs; without numpy there are none, and a note says so."""
    # `--time 0` asks the fixed inputs alone, in the same order: the result can be compared.
    if not seconds:
        return
    try:
        mutator = make_mutator(Scheme(comparison.a.target.encoding.value), seed)
    except UsageError as error:
        click.echo(f"no mutated inputs: {error}", err=True)
        return
    comparison.mutate(mutator, corpus, seconds)


def _telling(doing: Activity) -> ComparisonProgress:
    """Return the function that shows how many inputs were asked, and of which kind."""
    return lambda what, asked, causes: doing.reach(
        f"asking {what} ({counted(causes, 'cause')} so far)", asked
    )


def _command(one: CauseExample, picked: Sequence[_Picked], encoding: Encoding) -> str:
    """Return the command that shows both readings of an input, beside every rule."""
    # Only shipped adapters are known by name elsewhere: others are given as folders.
    folders = unshipped_folders([item for item, _ in picked], registry.shipped())
    names = [
        f"{folders[name]}/{codec.name}" if (name := _name((item, codec))) in folders else name
        for item, codec in picked
    ]
    parts = ["utfproof", "explain", notation.show(one.octets), *dict.fromkeys(names)]
    if encoding is not Encoding.UTF_8:
        parts += ["--encoding", encoding.value]
    return shlex.join(parts)


def _text(comparison: CodecComparison) -> str:
    return one_line("".join(map(chr, comparison.text)))


def _way(comparison: CodecComparison, one: CauseExample) -> str:
    way = one.found.way
    words = way.about(_text(comparison)) if comparison.text else way.text
    return words if one.repeats else f"{words}, but not when fresh processes were asked"


def _entry(
    comparison: CodecComparison, found: Sequence[CauseExample], commands: Sequence[str]
) -> dict[str, object]:
    scheme = Scheme(comparison.a.target.encoding.value)
    return {
        "a": comparison.a.target.codec,
        "b": comparison.b.target.codec,
        "offers": [str(side.target.offer) for side in (comparison.a, comparison.b)],
        "contains": "".join(map(chr, comparison.text)) or None,
        "asked": comparison.asked,
        "unheard": comparison.unanswered,
        "complaints": _complaints(comparison),
        "disagreements": [
            {
                "input": one.octets.hex(),
                "a": one.a,
                "b": one.b,
                "class": one.found.kind,
                "offset": one.found.offset,
                "position_dependence": one.position,
                "way": _way(comparison, one),
                "count": one.count,
                "reference": notation.show_reading(schemes.read(scheme, one.octets)),
                "repeats": one.repeats,
                "reproduce": again,
            }
            for one, again in zip(found, commands, strict=True)
        ],
    }


def _show(
    console: Console,
    comparison: CodecComparison,
    found: Sequence[CauseExample],
    commands: Sequence[str],
) -> None:
    for name, side in (("A", comparison.a), ("B", comparison.b)):
        version = one_line(side.version)
        console.print(Text(f"{name}  {side.target.codec} {version}, {side.target.offer}"))
    if found:
        show_table(console, _table(comparison, found))
        console.print(Text("each again, beside what every rule reads:", style=_FAINT))
        for number, again in enumerate(commands, 1):
            text = Text(f"{number:>3}  {one_line(again)}", style=_FAINT)
            console.print(text, soft_wrap=True)
    for complaint in _complaints(comparison):
        console.print(Text(one_line(f"broken: {complaint}"), style="red"))
    console.print(Text(_summary(comparison, found)))


def _table(comparison: CodecComparison, found: Sequence[CauseExample]) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=(0, 1, 1, 0))
    shown.add_column("#", justify="right")
    for title in ("input", "A", "B", "what stands there", "where"):
        shown.add_column(title, overflow="fold")
    shown.add_column("inputs", justify="right")
    for number, one in enumerate(found, 1):
        shown.add_row(
            str(number),
            Text(shortened(notation.show(one.octets) or "(empty)", _SHOWN), style="cyan"),
            Text(shortened(one.a, _SHOWN)),
            Text(shortened(one.b, _SHOWN)),
            Text(one.found.kind).append(f"\n{_way(comparison, one)}", style="bold"),
            Text(", ".join(filter(None, (f"at {one.found.offset}", one.position)))),
            f"{one.count:,}",
        )
    return shown


def _summary(comparison: CodecComparison, found: Sequence[CauseExample]) -> str:
    about = f" about `{_text(comparison)}`" if comparison.text else ""
    words = f"they part for {counted(len(found), 'cause')}" if found else "they agree"
    missing = comparison.unanswered
    left = f"; {counted(missing, 'input')} not answered" if missing else ""
    return f"{counted(comparison.asked, 'input')}: {words}{about}{left}"


def _complaints(comparison: CodecComparison) -> list[str]:
    sides = (comparison.a, comparison.b)
    return [complaint for side in sides for complaint in side.adapter.complaints]


def _status(comparison: CodecComparison, found: Sequence[CauseExample]) -> int:
    # A broken adapter comes first: what it said before may be as wrong as its protocol.
    if _complaints(comparison):
        return _BROKEN
    if found:
        return 1
    if not comparison.asked:
        return _NOTHING_RAN
    # Inputs that nobody answered say nothing of agreement.
    return _BROKEN if comparison.unanswered else 0

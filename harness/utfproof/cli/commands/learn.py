"""`utfproof learn`: the state machine of a codec, drawn, with its deviations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from utfproof.adapters import needs, registry
from utfproof.adapters.launch import opened
from utfproof.adapters.manifest import Codec
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared import building, options
from utfproof.cli.shared.activity import Activity, activity
from utfproof.cli.shared.screen import result_screen
from utfproof.errors import UsageError
from utfproof.model.contract import Demand
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Settings
from utfproof.proof.automata import alphabet, drawing
from utfproof.proof.automata.claimed_machines import claimed, likely
from utfproof.proof.automata.learning import Algorithm, LearnedMachine, learn
from utfproof.proof.automata.machine_comparison import MachineComparison, nearest
from utfproof.proof.automata.teacher import Breakdown, Progress, Teacher, membership
from utfproof.report import machines
from utfproof.report.text import visible

_LISTED = 12


@dataclass(frozen=True, slots=True)
class _LearnedCodec:
    """The learned automaton of a codec, and the expected one."""

    codec: str
    version: str
    offer: Offer
    settings: Settings
    algorithm: Algorithm
    learned: LearnedMachine
    comparison: MachineComparison
    breakdowns: tuple[Breakdown, ...]


@click.command("learn")
@options.targets
@options.encoding
@click.option(
    "--algorithm",
    type=click.Choice([item.value for item in Algorithm]),
    default=Algorithm.KV.value,
    show_default=True,
    help="How the machine is guessed; kv needs fewer strings.",
)
@click.option(
    "--extra-states",
    type=click.IntRange(0, 1),
    default=1,
    show_default=True,
    help="How many states more the codec may hide; 1 asks millions of strings.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.svg",
    help="Draw the state machine into this file; without it nothing is written.",
)
@options.confinement
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    target: tuple[str, ...],
    codecs: tuple[str, ...],
    encoding: str,
    algorithm: str,
    extra_states: int,
    out: Path | None,
    form: str,
) -> None:
    """Learn the state machine of one codec by asking it, and draw it with --out.

    Exit status: 0 it accepts exactly what it should, 1 it does not, or it crashes or hangs.
    """
    item, codec = _only(registry.select(target, codecs))
    with activity(quiet=form == "json") as doing:
        [item] = building.build([item], 1, doing)
        found = _learned(item, codec, Encoding(encoding), Algorithm(algorithm), extra_states, doing)
    title = visible(f"{found.codec} reads {found.offer.encoding}")
    if out:
        options.write(out, drawing.draw(found.comparison, title))
    if form == "json":
        options.print_json(_entry(found, out))
    else:
        _show(result_screen(), found)
        if out:
            click.echo(f"\n{out}")
    context.exit(0 if found.comparison.same and not found.breakdowns else 1)


def _only(chosen: Sequence[SelectedAdapter]) -> tuple[SelectedAdapter, Codec]:
    """Return the one codec that was chosen."""
    found = [(item, codec) for item in chosen for codec in item.codecs]
    if len(found) == 1:
        return found[0]
    names = [item.manifest.id_of(codec) for item, codec in found]
    shown = names if len(names) <= _LISTED else [*names[:_LISTED], "…"]
    problem = f"one codec can be learned at a time, and this names {len(names)}: {', '.join(shown)}"
    raise UsageError(problem, hint=f"name one: utfproof learn {names[0]}")


def _learned(
    item: SelectedAdapter,
    codec: Codec,
    encoding: Encoding,
    algorithm: Algorithm,
    extra_states: int,
    doing: Activity,
) -> _LearnedCodec:
    name = item.manifest.id_of(codec)
    settings = codec.claims.settings(encoding)
    if settings is None:
        hint = f"its profile is {', '.join(codec.claims.profiles)}"
        raise UsageError(f"{name} claims nothing about {encoding}", hint=hint)
    if lacking := needs.missing(item.manifest):
        raise UsageError(f"{name} is unavailable", hint=f"it needs {', '.join(lacking)}")
    with opened(item) as (session, offers):
        if codec.name not in offers:
            raise UsageError(f"{name} is unavailable", hint="the adapter's hello does not name it")
        offered = offers[codec.name]
        offer = membership(offered.offers, encoding)
        if offer is None:
            hint = "`utfproof codecs --format json` lists what it offers"
            raise UsageError(f"{name} neither decodes nor validates {encoding} strictly", hint=hint)
        teacher = Teacher(
            # Excluded octets are kept from the known answers too, not only from the strings.
            lambda lines: session.ask(codec.name, offer, lines, settings.excludes),
            offer.op,
            settings.excludes,
            _telling(doing),
            settings.excludes_length,
        )
        # The likely machine is a first guess: a right codec then needs few strings.
        learned = learn(teacher, likely(settings), algorithm, extra_states)
    # Only the nearest of the claimed machines gives differences that can be read.
    comparison = nearest(learned.automaton, claimed(settings))
    breakdowns = tuple(teacher.breakdowns.values())
    return _LearnedCodec(
        name, offered.version, offer, settings, algorithm, learned, comparison, breakdowns
    )


def _telling(doing: Activity) -> Progress:
    """Return the function that shows how many strings were asked, and for which step."""
    doing.count("asking", "strings")
    return lambda what, count: doing.reach(f"asking {what}", doing.done + count)


def _entry(found: _LearnedCodec, picture: Path | None) -> dict[str, object]:
    return {
        "codec": found.codec,
        "version": found.version,
        "encoding": found.offer.encoding,
        "scheme": found.settings.scheme,
        "asked": {"op": str(found.offer), "strings": found.learned.asked},
        "excluded": alphabet.ranges(found.settings.excludes),
        "algorithm": found.algorithm,
        "extra_states": found.learned.extra_states,
        "guesses": found.learned.guesses,
        **machines.as_json(found.comparison),
        "breakdowns": [
            {"how": item.how, "count": item.count, "first": item.first.hex()}
            for item in found.breakdowns
        ],
        "picture": str(picture) if picture else None,
    }


def _show(console: Console, found: _LearnedCodec) -> None:
    learned = found.learned
    count = len(learned.automaton.step)
    head = f"{found.codec} {found.version}, {found.offer}: {count} states"
    how = f"{learned.asked:,} strings and {learned.guesses} guesses, {found.algorithm}"
    console.print(Text.assemble((head, "bold"), f" ({how})"), soft_wrap=True)
    console.print(machines.table(found.comparison))
    if found.settings.excludes:
        kept = alphabet.ranges(found.settings.excludes)
        console.print(f"never asked about {kept}: its format excludes them", highlight=False)
    if Demand.WHOLE_UNITS in found.settings.demands:
        console.print("never asked about parts of code units: its contract excludes them")
    for item in found.breakdowns:
        shown = item.first.hex(" ").upper()
        text = f"{item.count} strings count as refused: {item.how}, first with {shown}"
        console.print(Text(text, style="bold red"))
    for sentence in machines.sentences(found.comparison):
        console.print(Text(sentence, style="red"), soft_wrap=True)
    fault = found.comparison.fault
    scheme = found.settings.scheme
    verdict = f"it {fault}" if fault else f"it accepts exactly the strings of {scheme}"
    bound = f"if it has at most {count + learned.extra_states} states"
    console.print(Text(f"{verdict} ({bound})", style="red" if fault else "green"))

"""`utfproof identify`: which replacement policy and which options codecs really have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from utfproof.adapters import registry
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared import building, options
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.each_codec import AbsentCodec, OpenCodec, each_codec
from utfproof.cli.shared.screen import result_screen, show_table
from utfproof.model.encoding import Encoding
from utfproof.proof.identify import ENCODINGS, identify
from utfproof.proof.identify.fit import ModelDifference, StrayAnswers
from utfproof.proof.identify.identified import (
    EncodingTraits,
    IdentifiedCodec,
    IdentifiedOption,
    StrictBehaviour,
)

_WRONG, _RIGHT, _FAINT = "red", "green", "bright_black"
_SHOWN = 3


_Row = tuple[str, Text, Text, str]


@click.command("identify")
@options.targets
@click.option(
    "--encoding",
    "encodings",
    multiple=True,
    type=click.Choice([item.value for item in ENCODINGS], case_sensitive=False),
    help="Only this encoding; repeatable.",
)
@options.confinement
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    target: tuple[str, ...],
    codecs: tuple[str, ...],
    encodings: tuple[str, ...],
    form: str,
) -> None:
    """Find out which replacement policy and which options codecs really have.

    Each TARGET is asked every string of a corpus on which all known policies differ, and a few
    on signatures, byte order and surrogates; the exactly fitting policy is named, or the nearest.
    Copy a line into adapter.yaml only where the codec's documentation promises it.
    """
    chosen = registry.select(target, codecs)
    sought = tuple(Encoding(name) for name in encodings) or ENCODINGS
    found: list[IdentifiedCodec | AbsentCodec] = []
    console = result_screen()
    with activity(quiet=form == "json") as doing:
        chosen = building.build(chosen, 1, doing)
        doing.count("identifying", "codecs", sum(len(item.codecs) for item in chosen))
        for item in (item for adapter in chosen for item in _identified(adapter, sought)):
            doing.advance()
            found.append(item)
            if form == "text":
                _show(console, item)
    if form == "json":
        options.print_json({"codecs": [_entry(item) for item in found]})
    context.exit(_status(found))


def _status(found: Sequence[IdentifiedCodec | AbsentCodec]) -> int:
    asked = [item for item in found if isinstance(item, IdentifiedCodec)]
    if any(item.broken for item in asked):
        return 3
    return 0 if any(item.encodings for item in asked) else 5


def _identified(
    chosen: SelectedAdapter, encodings: tuple[Encoding, ...]
) -> Iterator[IdentifiedCodec | AbsentCodec]:
    """Identify the codecs of one adapter."""

    # The proof names codecs as their adapter does; the user reads whole ids.
    def ask(own: OpenCodec) -> IdentifiedCodec:
        found = identify(own.session, own.codec, own.offered, encodings)
        return replace(found, codec=own.id)

    for found in each_codec(chosen, ask):
        if isinstance(found, AbsentCodec) and found.broken:
            yield IdentifiedCodec(found.id, "", {}, (), found.why)
        else:
            yield found


def _entry(item: IdentifiedCodec | AbsentCodec) -> dict[str, object]:
    if isinstance(item, IdentifiedCodec):
        return item.to_json()
    entry = IdentifiedCodec(item.id, "", {}, ()).to_json()
    return {**entry, "unavailable": item.why}


def _show(console: Console, item: IdentifiedCodec | AbsentCodec) -> None:
    if isinstance(item, AbsentCodec):
        console.print(Text(f"{item.id}: unavailable: {item.why}\n", style=_FAINT))
        return
    title = Text(f"{item.codec} {item.version}".rstrip(), style="bold")
    if item.broken:
        console.print(title.append(f": broken: {item.broken}\n", style="magenta"))
        return
    if not item.encodings:
        console.print(title.append(": nothing to identify\n", style=_FAINT))
        return
    sharing = _sharing(item.encodings)
    console.print(title)
    show_table(console, _table(sharing))
    for names, _ in sharing:
        for line in _examples(names, item.encodings[names[0]]):
            console.print(line, soft_wrap=True)
    if item.lines:
        console.print(Text("adapter.yaml claims otherwise; it would be right with", style=_WRONG))
        for text in item.lines:
            console.print(Text(f"    {text}", style="cyan"), soft_wrap=True)
    console.print()


def _sharing(
    encodings: Mapping[Encoding, EncodingTraits],
) -> list[tuple[list[Encoding], list[_Row]]]:
    """Return the rows of each encoding, once for neighbours of which the same was found."""
    sharing: list[tuple[list[Encoding], list[_Row]]] = []
    for encoding, traits in encodings.items():
        rows = [*_rows(traits)]
        if sharing and sharing[-1][1] == rows:
            sharing[-1][0].append(encoding)
        else:
            sharing.append(([encoding], rows))
    return sharing


def _table(sharing: list[tuple[list[Encoding], list[_Row]]]) -> Table:
    table = Table(box=box.SIMPLE, header_style="bold", pad_edge=False)
    for column in ("encoding", "option", "found", "claimed"):
        table.add_column(column, no_wrap=column != "found")
    table.add_column("answers", justify="right")
    for names, rows in sharing:
        for name, row in zip_longest(names, rows):
            table.add_row(name.value if name else "", *(row or ()))
        table.add_section()
    return table


def _rows(traits: EncodingTraits) -> Iterator[_Row]:
    for name, option in traits.options.items():
        yield name, _found(option), _claim(option), _answers(option)
    strict = traits.strict
    if strict is None:
        return
    yield (
        "strict",
        _offsets_told(strict),
        Text(""),
        f"{strict.refused:,} of {strict.asked:,} refused",
    )
    if strict.length:
        found = _found(strict.length)
        yield "error length", found, _claim(strict.length), _answers(strict.length)


def _found(option: IdentifiedOption) -> Text:
    style = {None: "", True: _RIGHT, False: _WRONG}[option.agrees]
    return Text(option.words, style=style or ("" if option.fit.fits else "yellow"))


def _claim(option: IdentifiedOption) -> Text:
    if option.claimed is None:
        return Text("")
    return Text(option.claimed) if option.declared else Text(f"({option.claimed})", style=_FAINT)


def _answers(option: IdentifiedOption) -> str:
    fit = option.fit
    apart = f", {fit.apart.count:,} apart" if fit.apart.count else ""
    some = f"{fit.asked - fit.differ:,} of" if fit.differ else "all"
    return f"{some} {fit.asked:,}{apart}"


def _offsets_told(strict: StrictBehaviour) -> Text:
    if not strict.tells:
        return Text("tells no offset")
    reported = "offset, length" if strict.length else "offset"
    some = "" if strict.tells == strict.refused else f" of {strict.tells:,} of {strict.refused:,}"
    return Text(f"tells {reported}{some}")


def _strays(strict: StrictBehaviour) -> Iterator[tuple[str, StrayAnswers]]:
    kinds = (
        ("accepts what is ill-formed", strict.accepts),
        ("errs on what is well-formed", strict.errs),
        ("tells a wrong offset", strict.misplaced),
    )
    yield from ((what, strays) for what, strays in kinds if strays.count)


def _strings(strays: StrayAnswers) -> str:
    return "1 string" if strays.count == 1 else f"{strays.count:,} strings"


def _examples(names: Sequence[Encoding], traits: EncodingTraits) -> Iterator[Text]:
    """Show the first questions on which the codec and the nearest model differ."""
    whose, strict = ", ".join(names), traits.strict
    for name, option in traits.options.items():
        fit = option.fit
        yield from _differences(f"{whose}: {name}", fit.nearest, fit.first)
        if not strict:  # or its own lines show what was the reason
            yield from _differences(f"{whose}: {name}, set apart", "right", fit.apart.first)
    if strict and strict.length:
        fit = strict.length.fit
        yield from _differences(f"{whose}: error length", fit.nearest, fit.first)
    for what, strays in _strays(strict) if strict else ():
        yield from _differences(f"{whose}: {what}: {_strings(strays)}", "right", strays.first)


def _differences(title: str, model: str, first: Sequence[ModelDifference]) -> Iterator[Text]:
    if first:
        yield Text(title, style="bold")
    for item in first[:_SHOWN]:
        text = Text(f"    {item.input}", style="cyan").append(": ", "default")
        text.append(item.codec, _WRONG).append(f", {model}: ", "default")
        yield text.append(item.model, _RIGHT)

"""`utfproof codecs`: list the codecs, their offers, and the missing requirements."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from utfproof.adapters import needs, registry
from utfproof.adapters.launch import prepared
from utfproof.adapters.manifest import Codec
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared import building, options
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.screen import result_screen, show_table
from utfproof.errors import BuildError, UtfproofError
from utfproof.model.codec_id import CodecId
from utfproof.report.run import contracts
from utfproof.report.text import counted, visible

_BESIDE_NAMES = 70
"""The columns beside the names take this much of a line, or they would be hard to read."""

_PROSE = 100
"""Sentences are not wider than this, on any screen."""
_INDENT = " " * 4

_UNNAMED = {"why": "the adapter's hello does not name it"}


@click.command("codecs")
@options.targets
@options.jobs
@options.confinement
@options.as_json
@click.pass_context
def command(
    context: click.Context, target: tuple[str, ...], codecs: tuple[str, ...], jobs: int, form: str
) -> None:
    """List the codecs, their offers, and the requirements that are missing to run them.

    Adapters that were not built yet are built. Exit status: 3 where an adapter.yaml is unusable.
    """
    with activity(quiet=form == "json") as doing:
        doing.say("looking for codecs")
        chosen = registry.select(target, codecs)
        chosen = building.build(chosen, jobs, doing)
        doing.count("starting", "adapters", len(chosen))
        found = []
        # Threads suffice: each waits for a process of its own.
        with ThreadPoolExecutor(jobs) as pool:
            for entries in pool.map(_entries, chosen):
                doing.advance()
                found += entries
    status = 3 if any(item.manifest.problem for item in chosen) else 0
    if form == "json":
        options.print_json({"codecs": found})
        context.exit(status)
    console = result_screen()
    _show(console, found)
    if target or codecs:
        _show_contracts(console, found)
        _show_unasked(console, found)
    for adapter, output in _outputs(found).items():
        text = f"{adapter}: the build printed:\n{visible(output)}"
        console.print(Text(text, style="bright_black"))
    available = [entry for entry in found if entry["available"]]
    libraries = len({str(entry["library"]) for entry in available})
    of_libraries = f"{libraries} {'library' if libraries == 1 else 'libraries'}"
    count = f"{len(available):,} of {counted(len(found), 'codec')} available, of {of_libraries}"
    console.print(Text(f"{count}, through {counted(len(chosen), 'adapter')}"))
    context.exit(status)


def _entries(item: SelectedAdapter) -> list[dict[str, object]]:
    return list(_found(item))


def _found(item: SelectedAdapter) -> Iterator[dict[str, object]]:
    lacking = needs.missing(item.manifest)
    offers, absence = ({}, _UNNAMED) if lacking else _hello(item)
    for codec in item.codecs:
        known = offers.get(codec.name)
        yield {
            "codec": item.manifest.id_of(codec),
            "library": codec.library,
            "about": codec.about,
            "available": known is not None,
            "version": known[0] if known else "",
            "profile": list(codec.claims.profiles),
            **_contract(codec),
            **({"not-asked": dict(codec.not_asked)} if codec.not_asked else {}),
            "offers": known[1] if known else [],
            "needs": lacking,
            **({} if known or lacking else absence),
        }


def _contract(codec: Codec) -> dict[str, object]:
    entries = codec.claims.contract.entries
    return {"contract": entries} if entries else {}


def _hello(item: SelectedAdapter) -> tuple[dict[str, tuple[str, list[str]]], dict[str, str]]:
    """Ask an adapter for the offers of its codecs; a codec that it does not name is absent."""
    try:
        with prepared(item.manifest) as session:
            offers = session.hello()
    except BuildError as error:
        return {}, {"why": str(error), **({"output": error.output} if error.output else {})}
    except UtfproofError as error:
        return {}, {"why": str(error)}
    return {
        codec.name: (codec.version, [str(offer) for offer in codec.offers]) for codec in offers
    }, _UNNAMED


def _outputs(found: list[dict[str, object]]) -> dict[str, str]:
    """Return the output of failed builds, once for each adapter."""
    return {
        CodecId.parse(str(entry["codec"])).adapter: str(entry["output"])
        for entry in found
        if "output" in entry
    }


def _show(console: Console, found: list[dict[str, object]]) -> None:
    """Print a table; where names would not leave room for it, two lines for each codec."""
    names = max((len(str(entry["codec"])) for entry in found), default=0)
    if console.width >= names + _BESIDE_NAMES:
        show_table(console, _table(found))
        return
    for entry in found:
        style = "bold" if entry["available"] else "bright_black"
        console.print(Text(str(entry["codec"]), style=style))
        details = ", ".join(filter(None, (str(entry["version"]), _profile(entry))))
        for line in filter(None, (details, _about(entry))):
            console.print(Padding(Text(line, style="bright_black"), (0, 0, 0, 4)))


def _show_contracts(console: Console, found: list[dict[str, object]]) -> None:
    """Print the contracts of codecs: demands and announced deviations, each with its source."""
    for entry in found:
        own = entry.get("contract")
        terms = contracts.terms(own) if isinstance(own, dict) else []
        if terms:
            console.print(Text(f"{entry['codec']}: its contract", style="bold"))
        for term in terms:
            line = Text(term.words).append(f" ({term.source})", style="bright_black")
            _show_prose(console, line)


def _show_unasked(console: Console, found: list[dict[str, object]]) -> None:
    """Print the functions of libraries that no codec asks, each with the reason."""
    libraries: dict[str, dict[str, str]] = {}
    for entry in found:
        own = entry.get("not-asked")
        if isinstance(own, dict):
            libraries.setdefault(str(entry["library"]), {}).update(own)
    for library, functions in libraries.items():
        console.print(Text(f"{library}: not asked", style="bold"))
        for function, reason in functions.items():
            _show_prose(console, Text(f"{function} ").append(f"({reason})", style="bright_black"))


def _show_prose(console: Console, line: Text) -> None:
    """Print sentences in lines that can be read, also into a pipe, which has no width."""
    width = min(console.width, _PROSE) - len(_INDENT)
    for part in line.wrap(console, width):
        part.rstrip()
        console.print(Text(_INDENT).append_text(part), soft_wrap=True)


def _table(found: list[dict[str, object]]) -> Table:
    table = Table(header_style="bold")
    table.add_column("codec", no_wrap=True)
    for name in ("version", "profile", "operations", "about"):
        table.add_column(name, overflow="fold")
    for entry in found:
        style = "" if entry["available"] else "bright_black"
        operations = str(len(_words(entry["offers"])))
        cells = (entry["codec"], entry["version"], _profile(entry), operations, _about(entry))
        table.add_row(*(Text(str(cell), style=style) for cell in cells))
    return table


def _profile(entry: dict[str, object]) -> str:
    return ", ".join(_words(entry["profile"]))


def _about(entry: dict[str, object]) -> str:
    """Return the description of a codec, or why it cannot run here."""
    if entry["available"]:
        return str(entry["about"])
    missing = entry["needs"] or entry.get("why")
    return missing if isinstance(missing, str) else f"needs {', '.join(_words(missing))}"


def _words(value: object) -> list[str]:
    return [str(word) for word in value] if isinstance(value, list) else []

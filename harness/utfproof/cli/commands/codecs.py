"""`utfproof codecs`: list the codecs, what they offer, and what is missing to run them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from utfproof.adapters import needs, registry
from utfproof.adapters.build import builder
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.session import Session
from utfproof.cli.shared import options
from utfproof.errors import BuildError, UtfproofError
from utfproof.model.codec_id import CodecId

_UNNAMED = {"why": "the adapter's hello does not name it"}


@click.command("codecs")
@options.targets
@options.jobs
@options.as_json
@click.pass_context
def command(
    context: click.Context, target: tuple[str, ...], codecs: tuple[str, ...], jobs: int, form: str
) -> None:
    """List the codecs, what they offer, and what is missing to run them.

    Adapters that were not built yet are built. Exit status: 3 where an adapter.yaml is unusable.
    """
    chosen = registry.select(target, codecs)
    with ThreadPoolExecutor(jobs) as pool:
        found = [entry for entries in pool.map(_entries, chosen) for entry in entries]
    status = 3 if any(item.manifest.problem for item in chosen) else 0
    if form == "json":
        options.print_json({"codecs": found})
        context.exit(status)
    console = Console()
    console.print(_table(found))
    for adapter, output in _outputs(found).items():
        console.print(Text(f"{adapter}: the build printed:\n{output}", style="bright_black"))
    available = [entry for entry in found if entry["available"]]
    libraries = len({str(entry["library"]) for entry in available})
    told = f"{len(available)} of {len(found)} codecs available, of {libraries} libraries"
    console.print(f"{told}, through {len(chosen)} adapters")
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
            "offers": known[1] if known else [],
            "needs": lacking,
            **({} if known or lacking else absence),
        }


def _hello(item: SelectedAdapter) -> tuple[dict[str, tuple[str, list[str]]], dict[str, str]]:
    """Ask an adapter what its codecs offer; a codec that it does not name is absent, and why."""
    try:
        with Session(builder.command(item.manifest), item.manifest.seconds) as session:
            said = session.hello()
    except BuildError as error:
        return {}, {"why": str(error), **({"output": error.output} if error.output else {})}
    except UtfproofError as error:
        return {}, {"why": str(error)}
    return {
        codec.name: (codec.version, [str(offer) for offer in codec.offers]) for codec in said
    }, _UNNAMED


def _outputs(found: list[dict[str, object]]) -> dict[str, str]:
    """Return what failed builds printed, once for each adapter."""
    return {
        CodecId.parse(str(entry["codec"])).adapter: str(entry["output"])
        for entry in found
        if "output" in entry
    }


def _table(found: list[dict[str, object]]) -> Table:
    table = Table("codec", "version", "profile", "offers", "about", header_style="bold")
    for entry in found:
        style = "" if entry["available"] else "bright_black"
        missing = entry["needs"] or entry.get("why")
        why = missing if isinstance(missing, str) else f"needs {', '.join(_words(missing))}"
        about = str(entry["about"]) if entry["available"] else why
        table.add_row(
            Text(str(entry["codec"]), style=style),
            Text(str(entry["version"]), style=style),
            Text(", ".join(_words(entry["profile"])), style=style),
            Text(str(len(_words(entry["offers"]))), style=style),
            Text(about, style=style),
        )
    return table


def _words(value: object) -> list[str]:
    return [str(word) for word in value] if isinstance(value, list) else []

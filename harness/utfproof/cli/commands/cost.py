"""`utfproof cost`: how the time of codecs grows with their input, and their memory with use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from utfproof.adapters import registry
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared import building, options
from utfproof.cli.shared.activity import Activity, activity
from utfproof.cli.shared.each_codec import AbsentCodec, OpenCodec, each_codec
from utfproof.cli.shared.screen import result_screen, show_table
from utfproof.engine.judging.judge import describe
from utfproof.engine.questions.plan import Narrowing
from utfproof.expectations import known_costs
from utfproof.expectations.known_costs import KnownCost
from utfproof.model.operation import Offer
from utfproof.proof.cost import drawing
from utfproof.proof.cost.growth import WEAKNESS, CostCurve
from utfproof.proof.cost.measuring import CostMeter
from utfproof.proof.cost.retention import WEAKNESS as OF_RETENTION
from utfproof.proof.cost.retention import Retention
from utfproof.proof.cost.retention_meter import RetentionMeter, collects
from utfproof.proof.cost.shapes import shapes
from utfproof.report.text import visible


@dataclass(frozen=True, slots=True)
class _Measured:
    """The curves of a codec, and the memory that it keeps.

    `known` is what costs.yaml lists of its version. `why` says why it could not be asked, `broken`
    where that is a fault.
    """

    codec: str
    version: str = ""
    curves: tuple[CostCurve, ...] = ()
    retained: tuple[Retention, ...] = ()
    known: tuple[KnownCost, ...] = ()
    why: str = ""
    broken: bool = False

    @property
    def faulty(self) -> list[CostCurve]:
        """Return the curves that grow faster than their input, or end with a crash or a hang."""
        return [curve for curve in self.curves if curve.grows or curve.ended]

    @property
    def is_new(self) -> bool:
        """Tell whether something was found that is not listed."""
        kept = any(self.reason_of(OF_RETENTION, one) is None for one in self.retained)
        slow = any(one.ended or self.reason_of(WEAKNESS, one) is None for one in self.faulty)
        return kept or slow

    def reason_of(self, weakness: str, found: Retention | CostCurve) -> KnownCost | None:
        """Return the entry that lists what was found, or None."""
        met = (one for one in self.known if one.is_met_by(weakness, str(found.offer), found.shape))
        return next(met, None)


@click.command("cost")
@options.targets
@options.narrowing
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Draw the curves of each codec into this folder; without it nothing is written.",
)
@options.confinement
@options.as_json
@click.pass_context
def command(
    context: click.Context,
    target: tuple[str, ...],
    codecs: tuple[str, ...],
    encodings: tuple[str, ...],
    ops: tuple[str, ...],
    out: Path | None,
    form: str,
) -> None:
    """Measure how the processor time of codecs grows with their input, and what memory they keep.

    Each operation is asked inputs of several shapes, up to 1 MiB: well-formed, ill-formed, with an
    error at the end, one octet a chunk. Time that grows faster than the input over three doublings
    lets a sender occupy a machine with a short text (CWE-407). Memory that rises with every
    further question of the same kind is never given back (CWE-401).

    What costs.yaml beside an adapter lists of this version is known.

    Exit status: 0 no time grows faster than its input but as listed, 1 one does, or a codec
    crashes, hangs or keeps memory, 3 an adapter is broken, 5 nothing was measured.
    """
    chosen = registry.select(target, codecs)
    found: list[_Measured] = []
    console = result_screen()
    with activity(quiet=form == "json") as doing:
        # Built one after the other: a build beside a measurement would spoil its times.
        chosen = building.build(chosen, 1, doing)
        doing.count("measuring", "codecs", sum(len(item.codecs) for item in chosen))
        for item in chosen:
            for measured in _measured(item, Narrowing(encodings, ops), doing):
                doing.advance()
                found.append(measured)
                if out and measured.curves:
                    _draw(out, measured)
                if form == "text":
                    _show(console, measured)
    if form == "json":
        options.print_json({"codecs": [_entry(item) for item in found]})
    elif out:
        click.echo(f"\n{out}")
    context.exit(_status(found))


def _status(found: Sequence[_Measured]) -> int:
    if any(item.broken for item in found):
        return 3
    if any(item.is_new for item in found):
        return 1
    return 0 if any(curve.points for item in found for curve in item.curves) else 5


def _measured(
    chosen: SelectedAdapter, narrowing: Narrowing, doing: Activity
) -> Iterator[_Measured]:
    """Measure the codecs of one adapter, each in the offers that the narrowing keeps."""
    manifest = chosen.manifest
    names = [manifest.id_of(codec) for codec in manifest.codecs.values()]
    listed = known_costs.load(manifest.folder, names)

    def ask(own: OpenCodec) -> _Measured:
        doing.say(f"measuring {own.id}")
        offers = sorted(filter(narrowing.keeps, own.offered.offers))
        # First, for long texts leave room in which a little more would not show.
        retained = tuple(_retained(own, offers, collected=collects(manifest.language)))
        version = own.offered.version
        known = tuple(one for one in listed.get(own.id, ()) if one.concerns(version))
        return _Measured(own.id, version, tuple(_curves(own, offers)), retained, known)

    for found in each_codec(chosen, ask):
        if isinstance(found, AbsentCodec):
            yield _Measured(found.id, why=found.why, broken=found.broken)
        else:
            yield found


def _retained(own: OpenCodec, offers: Sequence[Offer], *, collected: bool) -> Iterator[Retention]:
    with own.session.another() as session:
        for offer in offers:
            if settings := own.codec.claims.settings(offer.encoding):
                meter = RetentionMeter(session, own.codec.name, settings.excludes, collected)
                yield from meter.found(list(shapes(offer, settings)))


def _curves(own: OpenCodec, offers: Sequence[Offer]) -> Iterator[CostCurve]:
    for offer in offers:
        # An encoding that the codec claims nothing about has no settings to ask it with.
        settings = own.codec.claims.settings(offer.encoding)
        if settings is None:
            continue
        meter = CostMeter(own.session, own.codec.name, settings.excludes)
        # A contract limits octets; code points are not counted by it.
        longest = None if offer.op.encodes else settings.longest
        for shape in shapes(offer, settings):
            yield meter.curve(shape, longest)


def _draw(folder: Path, measured: _Measured) -> None:
    title = visible(f"Processor time of {measured.codec} {measured.version}".rstrip())
    options.write(folder / f"{measured.codec}.svg", drawing.draw(measured.curves, title))


def _entry(item: _Measured) -> dict[str, object]:
    return {
        "codec": item.codec,
        "version": item.version,
        "unavailable": item.why or None,
        "curves": [
            {
                "op": str(curve.offer),
                "shape": curve.shape,
                "points": [
                    {
                        "size": one.size,
                        "seconds": one.seconds,
                        "resolved": one.resolved,
                        "peak_octets": one.peak or None,
                    }
                    for one in curve.points
                ],
                "ended": _ending(curve) or None,
                "unasked": curve.unasked or None,
                "verdict": curve.verdict,
                "cwe": [WEAKNESS] if curve.grows else [],
                **_listed(item.reason_of(WEAKNESS, curve) if curve.grows else None),
            }
            for curve in item.curves
        ],
        "memory": [
            {
                "op": str(one.offer),
                "shape": one.shape,
                "octets_each": round(one.each, 1),
                "questions": one.questions,
                "grown": one.grown,
                "verdict": one.verdict,
                "cwe": [OF_RETENTION],
                **_listed(item.reason_of(OF_RETENTION, one)),
            }
            for one in item.retained
        ],
    }


def _listed(known: KnownCost | None) -> dict[str, str]:
    return {"known": known.reason} if known else {}


def _show(console: Console, item: _Measured) -> None:
    title = Text(f"{item.codec} {item.version}".rstrip(), style="bold")
    measured = [curve for curve in item.curves if curve.points or curve.ended]
    if item.why or not measured:
        style = "magenta" if item.broken else "bright_black"
        console.print(title.append(f": {item.why or 'nothing to measure'}", style=style))
        return
    for one in item.retained:
        about = f"{one.offer}, {one.shape}: {one.grown >> 20} MiB in {one.questions:,} questions"
        told = f"{item.codec}: memory grows by {one.each:,.0f} octets a question ({about})"
        style = "red" if item.reason_of(OF_RETENTION, one) is None else "yellow"
        console.print(Text(told, style=style), soft_wrap=True)
    _show_known(console, item)
    if not item.faulty:
        slowest = max(measured, key=_seconds_each)
        unit = "code point" if slowest.offer.op.encodes else "octet"
        told = f"{_nanoseconds(slowest)} ns for each {unit} ({slowest.offer}, {slowest.shape})"
        if peak := max(point.peak for curve in measured for point in curve.points):
            told += f", {peak >> 20:,} MiB in memory"
        said = f": no time of {len(measured)} grows faster than its input; at most {told}"
        console.print(title.append(said, style="green"), soft_wrap=True)
        return
    known, style = (", as listed", "yellow") if not item.is_new else ("", "red")
    fault = f": {len(item.faulty)} of {len(measured)} times are at fault{known}"
    console.print(title.append(fault, style=style))
    show_table(console, _table(item.faulty))
    if any(curve.grows for curve in item.faulty):
        console.print(Text(f"A short text can occupy a processor ({WEAKNESS}).", style=style))


def _show_known(console: Console, item: _Measured) -> None:
    """Print the reason of each entry that was met; one that was asked and not met is told too."""
    found = [item.reason_of(OF_RETENTION, one) for one in item.retained]
    found += [item.reason_of(WEAKNESS, one) for one in item.curves if one.grows]
    asked = {str(one.offer) for one in item.curves}
    for known in item.known:
        if asked.isdisjoint(known.ops):
            continue
        met = "known" if known in found else "listed in costs.yaml, and not seen"
        told = f"{item.codec}: {met}: {known.reason} ({known.weakness}; {known.kind})"
        console.print(Text(told, style="yellow"), soft_wrap=True)


def _table(curves: Sequence[CostCurve]) -> Table:
    table = Table(box=box.SIMPLE, header_style="bold", pad_edge=False)
    table.add_column("operation")
    table.add_column("input")
    for column in ("exponents", "size", "seconds"):
        table.add_column(column, justify="right")
    table.add_column("end")
    for curve in curves:
        exponents = " ".join(f"{one:.2f}" for one in curve.exponents[-3:]) if curve.grows else ""
        last = curve.points[-1] if curve.points else None
        size, seconds = (f"{last.size:,}", f"{last.seconds:.3f}") if last else ("", "")
        table.add_row(str(curve.offer), curve.shape, exponents, size, seconds, _ending(curve))
    return table


def _ending(curve: CostCurve) -> str:
    return f"{describe(curve.ended.outcome)}, of {curve.ended.size:,}" if curve.ended else ""


def _seconds_each(curve: CostCurve) -> float:
    return curve.points[-1].seconds / curve.points[-1].size


def _nanoseconds(curve: CostCurve) -> str:
    return f"{_seconds_each(curve) * 1e9:,.0f}"

"""`utfproof explain`: how each rule reads some octets, and how every codec does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from utfproof.adapters import needs, registry
from utfproof.adapters.launch import prepared
from utfproof.adapters.manifest import Codec
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.cli.shared import building, options
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.screen import result_screen, show_table
from utfproof.engine.judging.judge import describe
from utfproof.engine.judging.roles import Role, roles
from utfproof.engine.questions.domain import outside
from utfproof.engine.questions.plan import excluded
from utfproof.errors import BuildError, UtfproofError
from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.fields import points, render
from utfproof.model.operation import WHOLE_OPS, Mode, Offer
from utfproof.model.profile import Policy
from utfproof.model.reading import IllFormed
from utfproof.proof.identify.corpora import OF_OCTETS, OF_UNITS
from utfproof.reference import replacement, schemes
from utfproof.report.text import visible
from utfproof.vectors import loader, notation
from utfproof.vectors.suite import Suite

_BESIDE_NAMES = 40
"""The answers take this much of a line beside the names."""

_EXCLUDED = "the codec's format excludes it"
_OUTSIDE = "outside its contract"
_MODES = (Mode.STRICT, Mode.REPLACE, Mode.SKIP)


@click.command("explain")
@click.argument("octets", metavar="BYTES")
@options.targets
@options.encoding
@click.option("--no-codecs", is_flag=True, help="Only the rules; start no adapter.")
@options.jobs
@options.confinement
@options.as_json
def command(
    octets: str,
    target: tuple[str, ...],
    codecs: tuple[str, ...],
    encoding: str,
    jobs: int,
    form: str,
    *,
    no_codecs: bool,
) -> None:
    """Show each octet's role in BYTES ("2F C0 AE") with the clause that decides it.

    Below are the readings of every rule, and of each available codec (or TARGET).
    """
    data = options.typed_octets(octets, 'utfproof explain "2F C0 AE 2E 2F"')
    with activity(quiet=form == "json") as doing:
        doing.say("looking for codecs")
        chosen = [] if no_codecs else registry.select(target, codecs)
        chosen = building.build(chosen, jobs, doing)
        doing.count("asking", "adapters", len(chosen))
        answers: dict[str, dict[str, str]] = {}
        with ThreadPoolExecutor(jobs) as pool:
            for found in pool.map(lambda item: _ask(item, Encoding(encoding), data), chosen):
                doing.advance()
                answers |= found
        doing.say("reading the vectors")
        suite = loader.load()
    if form == "json":
        options.print_json(_entry(data, Encoding(encoding), answers))
        return
    console = result_screen()
    show_table(console, _roles_table(roles(Scheme(encoding), data), suite))
    show_table(console, _rules_table(Scheme(encoding), data))
    if answers:
        _show_answers(console, answers)
    for name, answer in answers.items():
        if "output" in answer:
            text = f"{name}: the build printed:\n{visible(answer['output'])}"
            console.print(Text(text, style="bright_black"))


def _entry(
    data: bytes, encoding: Encoding, answers: dict[str, dict[str, str]]
) -> dict[str, object]:
    scheme = Scheme(encoding)
    return {
        "octets": data.hex(),
        "encoding": encoding.value,
        "reads": notation.show_reading(schemes.read(scheme, data)),
        "roles": [
            {"offset": r.offset, "octets": r.octets.hex(), "role": r.role, "clause": r.clause}
            for r in roles(scheme, data)
        ],
        "rules": dict(_rules(scheme, data)),
        "codecs": answers,
    }


def _roles_table(found: Sequence[Role], suite: Suite) -> Table:
    table = Table("offset", "octets", "role", "clause", "which says", header_style="bold")
    for item in found:
        style = "red" if isinstance(item.part, IllFormed) else "green"
        rule = suite.requirements.get(item.clause)
        table.add_row(
            str(item.offset),
            Text(notation.show(item.octets), style=style),
            Text(item.role),
            item.clause,
            Text(rule.states if rule else "", style="bright_black"),
        )
    return table


def _rules(scheme: Scheme, data: bytes) -> Iterator[tuple[str, str]]:
    reads = schemes.read(scheme, data)
    yield "reads", notation.show_reading(reads)
    error = reads.first_error()
    yield "strict", f"error {error[0]} {len(error[1].octets)}" if error else _ok(scheme, data)
    for policy in OF_OCTETS if facts(scheme).unit == 1 else OF_UNITS:
        yield f"replace: {policy}", points(replacement.replaced(policy, scheme, data))
    first = _standard_policy(scheme)
    yield "skip", points(replacement.skipped(first, scheme, data))


def _standard_policy(scheme: Scheme) -> Policy:
    return Policy.MAXIMAL_SUBPART if facts(scheme).unit == 1 else Policy.WHATWG


def _ok(scheme: Scheme, data: bytes) -> str:
    policy = _standard_policy(scheme)
    return f"ok {points(replacement.replaced(policy, scheme, data))}"


def _rules_table(scheme: Scheme, data: bytes) -> Table:
    """Show the reading of the input by each rule; policies that agree share a row."""
    rows: dict[str, list[str]] = {}
    for name, output in _rules(scheme, data):
        rows.setdefault(output, []).append(name)
    table = Table("rule", "reads", header_style="bold")
    for output, names in rows.items():
        replaces = [name.removeprefix("replace: ") for name in names if ":" in name]
        others = [name for name in names if ":" not in name]
        policies = [*others, *([f"replace: {', '.join(replaces)}"] if replaces else [])]
        table.add_row(Text("; ".join(policies)), Text(output))
    return table


def _ask(item: SelectedAdapter, encoding: Encoding, data: bytes) -> dict[str, dict[str, str]]:
    """Ask the codecs of one adapter; an adapter that cannot run is left out silently."""
    # Most machines lack some toolchain: a line for each would hide the answers.
    if needs.missing(item.manifest):
        return {}
    try:
        with prepared(item.manifest) as session:
            offers = {codec.name: codec.offers for codec in session.hello()}
            return {
                item.manifest.id_of(codec): answers
                for codec in item.codecs
                if (answers := _answers(session, codec, offers.get(codec.name, ()), encoding, data))
            }
    except BuildError as error:
        printed = {"output": error.output} if error.output else {}
        return {f"{item.manifest.name}/*": {"broken": str(error), **printed}}
    except UtfproofError as error:
        return {f"{item.manifest.name}/*": {"broken": str(error)}}


def _answers(
    session: Session, codec: Codec, offers: Sequence[Offer], encoding: Encoding, data: bytes
) -> dict[str, str]:
    settings = codec.claims.settings(encoding)
    line = render(data).encode("ascii")
    found: dict[str, str] = {}
    for mode in _MODES:
        offer = next(
            (Offer(op, encoding, mode) for op in WHOLE_OPS if Offer(op, encoding, mode) in offers),
            None,
        )
        # Asking would count as a failure what the codec was never made for.
        if offer and settings and excluded(offer, line, settings):
            found[mode.value] = _EXCLUDED
        elif offer and settings and outside(offer, line, settings):
            found[mode.value] = _OUTSIDE
        elif offer:
            # The known answers are made of letters too: none may be one that the format excludes.
            [answer] = session.ask(codec.name, offer, [line], codec.claims.excludes)
            found[mode.value] = _words_of(answer)
    return found


def _words_of(answer: Answer) -> str:
    return answer.decode("ascii", "replace") if isinstance(answer, bytes) else describe(answer)


def _show_answers(console: Console, answers: dict[str, dict[str, str]]) -> None:
    """Show the answers of codecs; those that answer alike share a row.

    Where the names leave no room for the answers beside them, they stand below each other.
    """
    # 282 codecs have a handful of different answers: one row for each answer can be read.
    rows: dict[tuple[str, ...], list[str]] = {}
    for name, answer in answers.items():
        key = tuple(answer.get(mode.value, answer.get("broken", "")) for mode in _MODES)
        rows.setdefault(key, []).append(name)
    if console.width >= max(map(len, answers)) + _BESIDE_NAMES:
        show_table(console, _answers_table(rows))
        return
    for key, names in rows.items():
        console.print(Text("\n".join(names), style="bold"))
        for mode, text in zip(_MODES, key, strict=True):
            line = Text(f"    {mode.value:8} ").append(_coloured(text))
            console.print(line, soft_wrap=True)


def _answers_table(rows: dict[tuple[str, ...], list[str]]) -> Table:
    table = Table(header_style="bold", show_lines=True)
    table.add_column("codecs", no_wrap=True)
    for mode in _MODES:
        table.add_column(mode.value, overflow="fold")
    for key, names in rows.items():
        table.add_row(Text("\n".join(names)), *(_coloured(text) for text in key))
    return table


def _coloured(text: str) -> Text:
    style = "yellow" if text.startswith("error") else "magenta" if "broken" in text else ""
    return Text(text or "·", style=style)

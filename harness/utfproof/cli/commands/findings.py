"""`utfproof findings`: the findings of a campaign: list, show, ask again, export, promote."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.text import Text

from utfproof import locations
from utfproof.adapters import registry
from utfproof.cli.shared import options
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.repetition import Repetition, repeat
from utfproof.cli.shared.screen import result_screen, show_table
from utfproof.errors import FindingsError, UsageError
from utfproof.fuzz.triage import promotion, reproducer
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.model.codec_id import CodecId
from utfproof.model.profile import Settings
from utfproof.proof.proved_suite import load_consistent
from utfproof.report.campaign import campaign as campaigns
from utfproof.report.campaign import console, words
from utfproof.report.campaign.campaign import StoredCampaign
from utfproof.report.text import one_line, shortened

_RUNS = Path("reports") / "runs"

_Command = TypeVar("_Command", bound=Callable[..., Any])
_Numbered = tuple[int, Finding]


@click.group("findings", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Look at the findings of a campaign of `utfproof fuzz`.

    A SIGNATURE is a finding's number in the list, its signature, the name of its files, or a
    beginning of these that no other has.
    """


def folder_option(function: _Command) -> _Command:
    """Add --out DIR, the campaign to look at."""
    return click.option(
        "--out",
        type=click.Path(path_type=Path, file_okay=False),
        help="The campaign's folder [default: the newest under reports/runs].",
    )(function)


@command.command("list")
@folder_option
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice([state.value for state in FindingState]),
    help="Only findings of this state; repeatable.",
)
@click.option("--codec", "codecs", multiple=True, metavar="PATTERN", help="Only these codecs.")
@options.as_json
def list_command(
    out: Path | None, states: tuple[str, ...], codecs: tuple[str, ...], form: str
) -> None:
    """List the findings of a campaign."""
    campaign = campaign_of(out, quiet=form == "json")
    numbered = list(_narrowed(campaign, states, codecs))
    if form == "json":
        options.print_json({"findings": [brief(finding) for _, finding in numbered]})
        return
    screen = result_screen()
    if numbered:
        show_table(screen, console.table(numbered))
    some = f"{len(numbered):,} of " if len(numbered) < len(campaign.findings) else ""
    screen.print(Text(f"{some}{campaign.headline}"))


def brief(finding: Finding) -> dict[str, str]:
    """Return the row of a finding in the list."""
    return {
        "codec": finding.codec,
        "operation": finding.operation,
        "class": finding.kind,
        "signature": finding.signature,
        "input": finding.input,
        "expected": finding.expected,
        "actual": finding.actual,
        "position_dependence": finding.position_dependence,
        "state": finding.state.value,
    }


def _narrowed(
    campaign: StoredCampaign, states: tuple[str, ...], codecs: tuple[str, ...]
) -> Iterator[_Numbered]:
    for number, finding in enumerate(campaign.findings, 1):
        # Codecs are also named without their adapter, as in `certify --codec`.
        names = (finding.codec, CodecId.parse(finding.codec).codec)
        fits = not codecs or any(fnmatchcase(n, pattern) for n in names for pattern in codecs)
        if fits and (not states or finding.state.value in states):
            yield number, finding


@command.command("show")
@click.argument("signature")
@folder_option
@options.as_json
def show_command(signature: str, out: Path | None, form: str) -> None:
    """Show one finding in full."""
    campaign = campaign_of(out, quiet=form == "json")
    number, finding = named(campaign, signature)
    if form == "json":
        options.print_json(asdict(finding))
    else:
        console.show_one(result_screen(), number, finding, campaign)


@command.command("repro")
@click.argument("signature")
@folder_option
@options.confinement
@options.as_json
@click.pass_context
def repro_command(context: click.Context, signature: str, out: Path | None, form: str) -> None:
    """Ask a finding's line of its codec again.

    Exit status: 1 it still diverges, 0 it does not, 3 the adapter is broken, 5 it cannot run here.
    """
    quiet = form == "json"
    _, finding = named(campaign_of(out, quiet=quiet), signature)
    with activity(quiet=quiet) as doing:
        doing.say(f"asking {finding.codec}")
        found = repeat(finding)
    if form == "json":
        options.print_json({"signature": finding.signature, **found.to_json()})
    else:
        _tell(result_screen(), finding, found)
    context.exit(found.status)


def _tell(screen: Console, finding: Finding, found: Repetition) -> None:
    screen.print(Text(one_line(f"{finding.codec}, {finding.operation}"), style="bold"))
    shown = {
        "input": shortened(words.digits(finding), 320),
        "line": shortened(finding.line, 320),
        "expected": one_line(finding.expected),
        "found then": one_line(finding.actual),
        "answers now": one_line(found.answer),
        "by hand": one_line(found.by_hand),
    }
    for name, text in shown.items():
        if text:
            screen.print(Text(f"{name:12} {text}"), soft_wrap=True)
    screen.print(
        Text(one_line(found.sentence), style="green" if not found.status else "red"),
        soft_wrap=True,
    )


@command.command("export")
@click.argument("signature", required=False)
@click.option("--all", "every", is_flag=True, help="All findings of the campaign.")
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to write into.",
)
@folder_option
def export_command(signature: str | None, target: Path, out: Path | None, *, every: bool) -> None:
    """Write findings as files: the input, a test for pytest, all that is known as JSON."""
    # Either one finding or all: both, or none, would be a slip.
    if every is bool(signature):
        raise UsageError("nothing to export", hint="name one SIGNATURE, or give --all")
    campaign = campaign_of(out)
    chosen = campaign.findings if every else [named(campaign, signature or "")[1]]
    for finding in chosen:
        for path in _exported(finding, target):
            click.echo(str(path))


def _exported(finding: Finding, folder: Path) -> Iterator[Path]:
    name = reproducer.filename(finding)
    node = json.dumps(asdict(finding), indent=1) + "\n"
    files = {
        f"{name}.{'txt' if reproducer.has_code_points(finding) else 'bin'}": reproducer.input_file(
            finding
        ),
        f"test_{name.replace('-', '_')}.py": reproducer.pytest_module(finding, folder).encode(
            "ascii"
        ),
        f"{name}.json": node.encode("ascii"),
    }
    for file, content in files.items():
        path = folder / file
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            hint = "name a folder that can be written: --to DIR"
            raise FindingsError(str(error.strerror), place=str(path), hint=hint) from None
        yield path


@command.command("promote")
@click.argument("signature")
@click.option(
    "--to",
    "target",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of vectors to write into [default: vectors/ of a checkout of utfproof].",
)
@folder_option
def promote_command(signature: str, target: Path | None, out: Path | None) -> None:
    """Make a vector of a finding: in a checkout of utfproof, certify asks it from then on.

    The vectors of an installed utfproof are never changed.
    """
    _, finding = named(campaign_of(out), signature)
    with activity() as doing:
        doing.say("reading the vectors")
        suite = load_consistent()
        settings = _settings(finding)
    repeats = f'utfproof certify {finding.target or finding.codec} --case "{{}}"'
    case = promotion.find_existing_case(finding, settings, suite)
    if case:
        click.echo(f"nothing to promote: {case.about.id} has this input")
        click.echo(repeats.format(case.about.id))
        return
    if target is None and not locations.is_checkout():
        problem = "an installed utfproof keeps its vectors as they are"
        hint = "promote in a checkout of utfproof, or write the case elsewhere: --to DIR"
        raise UsageError(problem, place=str(locations.vectors()), hint=hint)
    vector = promotion.promote(finding, settings, suite, target or locations.vectors())
    if not vector.write():
        click.echo(f"nothing to promote: {vector.path} has this input")
        return
    click.echo(f"{vector.path}: {vector.id}")
    if target is None:
        click.echo(repeats.format(vector.id))


def _settings(finding: Finding) -> Settings:
    """Return the promises of a finding's codec for its encoding."""
    chosen = registry.select([finding.target or finding.codec])
    name = CodecId.parse(finding.codec).codec
    codec = next((one for item in chosen for one in item.codecs if one.name == name), None)
    encoding = reproducer.parsed_offer(finding).encoding
    settings = codec.claims.settings(encoding) if codec else None
    if settings is None:
        hint = "its adapter.yaml has changed since the campaign"
        raise UsageError(f"{finding.codec} claims nothing of {encoding}", hint=hint)
    return settings


def campaign_of(folder: Path | None, *, quiet: bool = False) -> StoredCampaign:
    """Read the campaign of a folder, or the newest; with `quiet` nothing is told meanwhile.

    Raises:
        UtfproofError: there is none.
    """
    with activity(quiet=quiet) as doing:
        doing.say("reading the campaign")
        return campaigns.read(folder or newest(_RUNS))


def newest(runs: Path) -> Path:
    """Return the folder of the newest campaign below a folder.

    Raises:
        UsageError: there is none.
    """
    folders = [path for path in runs.glob("*/") if campaigns.is_campaign(path)]
    if not folders:
        hint = "run `utfproof fuzz`, or name the folder of a campaign: --out DIR"
        raise UsageError(f"no campaign under {runs}", hint=hint)
    return max(folders, key=campaigns.age)


def named(campaign: StoredCampaign, text: str) -> _Numbered:
    """Return the finding that a SIGNATURE names.

    Raises:
        UsageError: nothing, or more than one.
    """
    numbered = list(enumerate(campaign.findings, 1))
    # Numbers come first: a signature of digits alone can still be named by its file.
    if text.isdecimal():
        found = [item for item in numbered if item[0] == int(text)]
    else:
        found = [item for item in numbered if text in _names(item[1])]
        # A whole name beats a beginning, which another name may share.
        found = found or [item for item in numbered if any(_begins(item[1], text))]
    if len(found) == 1:
        return found[0]
    shown = shortened(text, 80)
    hint = f"`utfproof findings list --out {campaign.folder}` lists them"
    if found:
        several = ", ".join(one_line(finding.signature) for _, finding in found[:3])
        raise UsageError(f"{shown} names {len(found)} findings ({several} …)", hint=hint)
    raise UsageError(f"{shown} names no finding of {campaign.folder}", hint=hint)


def _names(finding: Finding) -> tuple[str, str]:
    return finding.signature, reproducer.filename(finding)


def _begins(finding: Finding, text: str) -> Iterator[bool]:
    yield from (bool(text) and name.startswith(text) for name in _names(finding))

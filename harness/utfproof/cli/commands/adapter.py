"""`utfproof adapter`: write a new adapter, check that one speaks the protocol, audit it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from utfproof.adapters import registry, scaffold
from utfproof.adapters.check import adapter_check
from utfproof.adapters.check.check_results import CheckResult
from utfproof.cli.commands import adapter_audit
from utfproof.cli.shared import options
from utfproof.cli.shared.activity import activity
from utfproof.errors import UsageError
from utfproof.report.text import counted, visible

_BROKEN, _NOTHING_RAN = 3, 5
_INDENT = " " * 12


@click.group("adapter")
def command() -> None:
    """Write a new adapter, check that one speaks the protocol, or audit it for hidden faults."""


command.add_command(adapter_audit.command)


@command.command("new")
@click.option(
    "--language",
    required=True,
    type=click.Choice(scaffold.languages()),
    help="The language of the program that calls your codec.",
)
@click.option(
    "--dir",
    "parent",
    default=".",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Where the folder is made [default: here].",
)
@click.argument("name")
def new_command(name: str, language: str, parent: Path) -> None:
    """Write a working adapter in the new folder NAME; one place in it is yours to fill in.

    It starts with the language's own codec of UTF-8 and needs nothing of utfproof to be built.
    """
    made = scaffold.write(name, language, parent)
    # A relative folder needs its `./`, or certify would take it for the name of a shipped adapter.
    target = made.folder if made.folder.is_absolute() else f"./{made.folder}"
    click.echo(f"Put your codec into {made.folder / made.program}, where it says YOUR CODEC.")
    click.echo(f"Then:    utfproof adapter check {target}")
    click.echo(f"And:     utfproof certify {target}")


@command.command("check")
@click.argument("target")
@options.confinement
@options.as_json
@click.pass_context
def check_command(context: click.Context, target: str, form: str) -> None:
    """Hold the conversation that every adapter must pass with TARGET, a folder or a name.

    Problems are named in plain words; the quality of the codecs is not judged. Exit status:
    0 everything holds, 3 the adapter is broken, 5 a requirement is missing on this machine.
    """
    found: list[CheckResult] = []
    with activity(quiet=form == "json") as doing:
        doing.say(f"checking {target}")
        for finding in adapter_check.findings(_folder(target)):
            found.append(finding)
            if form == "text":
                click.echo(visible(_words(finding)))
    wrong = [finding for finding in found if finding.problem]
    if form == "json":
        options.print_json({"holds": not wrong, "checks": [each.to_json() for each in found]})
    else:
        click.echo(_summary(found, wrong))
    context.exit(_status(wrong))


def _folder(target: str) -> Path:
    path = Path(target)
    if path.is_dir():
        return path
    chosen = registry.select([target])
    if len(chosen) > 1:
        names = ", ".join(item.manifest.name for item in chosen)
        raise UsageError(f"{target} names {len(chosen)} adapters", hint=f"choose one of {names}")
    return chosen[0].manifest.folder


def _status(wrong: Sequence[CheckResult]) -> int:
    if not wrong:
        return 0
    return _NOTHING_RAN if wrong[0].unavailable else _BROKEN


def _summary(found: Sequence[CheckResult], wrong: Sequence[CheckResult]) -> str:
    if not wrong:
        return f"{counted(len(found), 'check')}: everything holds"
    rest = "; nothing more was asked after this one" if found[-1].last else ""
    return f"{counted(len(found), 'check')}, {len(wrong)} found something wrong{rest}"


def _words(finding: CheckResult) -> str:
    if not finding.problem:
        return f"ok      {finding.title}"
    place = f"{finding.place}: " if finding.place else ""
    lines = [f"WRONG   {finding.title}", f"        {place}{finding.problem}"]
    for label, text in _details(finding):
        head, *tail = text.rstrip("\n").split("\n") if text else [""]
        lines += [f"        {label:<12}{head}", *(f"        {_INDENT}{line}" for line in tail)]
    return "\n".join(lines)


def _details(finding: CheckResult) -> list[tuple[str, str]]:
    details = [
        ("sent", finding.sent),
        ("came", finding.came),
        ("should be", finding.expected),
        ("it printed", finding.output),
        ("next", finding.hint),
    ]
    # An answer that did not come is shown as empty, but only where something was sent.
    asked = bool(finding.sent)
    return [(label, text) for label, text in details if text or (asked and label == "came")]

"""`utfproof requirements`: list the statements of the documents that the vectors test."""

from __future__ import annotations

from collections import Counter

import click
from rich.table import Table
from rich.text import Text

from utfproof.cli.shared import options
from utfproof.cli.shared.activity import activity
from utfproof.cli.shared.screen import result_screen, show_table
from utfproof.vectors import loader
from utfproof.vectors.suite import Requirement, Suite


@click.command("requirements")
@click.argument("words", nargs=-1)
@click.option("--uncovered", is_flag=True, help="Only those without a case and without a reason.")
@click.option("--untestable", is_flag=True, help="Only those that no codec can show, and why.")
@options.as_json
@click.pass_context
def command(
    context: click.Context, words: tuple[str, ...], form: str, *, uncovered: bool, untestable: bool
) -> None:
    """List the statements of the documents; WORDS narrow by id or text.

    With --uncovered the exit status is 4 when there are any.
    """
    with activity(quiet=form == "json") as doing:
        doing.say("reading the vectors")
        suite = loader.load()
    found = suite.uncovered() if uncovered else list(suite.requirements.values())
    found = [item for item in found if _fits(item, words) and (item.untestable or not untestable)]
    cited = _cited(suite)
    if form == "json":
        options.print_json({"requirements": [_entry(item, cited) for item in found]})
    elif found:
        show_table(result_screen(), _table(found, cited))
    context.exit(4 if uncovered and found else 0)


def _fits(item: Requirement, words: tuple[str, ...]) -> bool:
    text = f"{item.id} {item.states}".lower()
    return all(word.lower() in text for word in words)


def _cited(suite: Suite) -> Counter[str]:
    cited = Counter(clause for case in suite.cases for clause in case.about.clauses)
    cited.update(clause for item in suite.properties for clause in item.clauses)
    return cited


def _entry(item: Requirement, cited: Counter[str]) -> dict[str, object]:
    return {
        "id": item.id,
        "document": item.document,
        "section": item.section,
        "level": item.level,
        "direction": list(item.directions),
        "states": item.states,
        "untestable": item.untestable,
        "cases": cited[item.id],
    }


def _table(found: list[Requirement], cited: Counter[str]) -> Table:
    table = Table(header_style="bold")
    table.add_column("id", no_wrap=True)
    for name in ("section", "level", "cases", "states"):
        table.add_column(name)
    for item in found:
        states = Text(item.states)
        if item.untestable:
            states.append(f" No codec can show it: {item.untestable}", style="bright_black")
        table.add_row(item.id, item.section, item.level, str(cited[item.id]), states)
    return table

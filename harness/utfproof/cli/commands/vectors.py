"""`utfproof vectors`: check the vectors, or export them for use without this program."""

from __future__ import annotations

import json
from pathlib import Path

import click

from utfproof import locations
from utfproof.cli.shared import options
from utfproof.cli.shared.activity import activity
from utfproof.engine import suite_consistency
from utfproof.errors import UtfproofError
from utfproof.proof.families import sizes
from utfproof.report.text import visible
from utfproof.vectors import check, export, loader
from utfproof.vectors.suite import InconsistentSuite, Suite


@click.group("vectors")
def command() -> None:
    """Check the vectors, or export them for use without this program."""


@command.command("check")
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Another folder of vectors [default: those that come with utfproof].",
)
@options.as_json
@click.pass_context
def check_command(context: click.Context, root: Path | None, form: str) -> None:
    """Prove the vectors: notation, schemas, unique ids, references, coverage, the reference."""
    with activity(quiet=form == "json") as doing:
        doing.say("checking the vectors")
        suite, problems = _checked(root)
    if form == "json":
        options.print_json({"problems": [str(problem) for problem in problems], **_facts(suite)})
    else:
        for problem in problems:
            click.echo(visible(str(problem)), err=True)
        if suite and not problems:
            click.echo(_words(suite))
    context.exit(4 if problems else 0)


def _checked(root: Path | None) -> tuple[Suite | None, list[UtfproofError]]:
    try:
        suite = loader.load(root or locations.vectors())
    except InconsistentSuite as error:
        return None, list(error.errors)
    # Sizes are stated for the shipped families only.
    generated = sizes.problems(suite) if root is None else ()
    return suite, [*check.problems(suite), *suite_consistency.disagreements(suite), *generated]


def _facts(suite: Suite | None) -> dict[str, object]:
    if suite is None:
        return {}
    return {"version": suite.version, "digest": suite.digest, "cases": len(suite.cases)}


def _words(suite: Suite) -> str:
    untestable = sum(bool(item.untestable) for item in suite.requirements.values())
    covered = len(suite.requirements) - untestable
    return (
        f"vectors {suite.version}: {len(suite.cases)} cases and {len(suite.properties)} properties "
        f"for {covered} requirements ({untestable} more that no codec can show)\n"
        f"digest {suite.digest}"
    )


@command.command("export")
@click.option("--lines", is_flag=True, help="JSON lines, one case each [default: one object].")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="A file [stdout].")
def export_command(out: Path | None, *, lines: bool) -> None:
    """Export the compiled cases as JSON, with the digest that names this edition."""
    with activity() as doing:
        doing.say("reading the vectors")
        suite = loader.load()
    rendered = (
        export.lines(suite.cases) if lines else [json.dumps(export.document(suite), indent=1)]
    )
    text = "".join(f"{line}\n" for line in rendered)
    if out:
        options.write(out, text)
    else:
        click.echo(text, nl=False)

"""A run as a step of GitHub Actions: commands in its log, and the step's summary."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from utfproof.errors import UtfproofError
from utfproof.report.ci import comment, workflow
from utfproof.report.run.changes import Changes
from utfproof.report.run.summary import Summary
from utfproof.report.source_places import SourcePlace, repository
from utfproof.report.text import cut_to_fit
from utfproof.vectors.suite import Suite

_MOST_OCTETS = 1 << 20
"""What GitHub takes as the summary of a step."""


def active() -> bool:
    """Tell whether this process is a step of a workflow."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def is_of_a_stranger() -> bool:
    """Tell whether this run is for a change from another repository than the one it goes to."""
    source = os.environ.get("CI_MERGE_REQUEST_SOURCE_PROJECT_ID")
    if source:
        return source != os.environ.get("CI_MERGE_REQUEST_PROJECT_ID")
    try:
        event = json.loads(Path(os.environ.get("GITHUB_EVENT_PATH", "")).read_bytes())
        change = event["pull_request"]
        # The head may be gone, and a repository that is a fork itself takes changes of its own.
        head = change["head"]["repo"] or {}
        return str(head.get("full_name")) != str(change["base"]["repo"]["full_name"])
    except (OSError, ValueError, KeyError, TypeError):
        return False


@contextmanager
def guarded(*, err: bool) -> Iterator[None]:
    """Let nothing that is printed inside, such as an adapter's words, be taken for a command.

    An error that ends it is annotated.
    """
    if not active():
        yield
        return
    token = _stop(err=err)
    try:
        yield
    except UtfproofError as error:
        # The error is annotated outside the guard: GitHub reads no command before its token has
        # ended it.
        click.echo(f"::{token}::", err=err)
        click.echo(workflow.command("error", "utfproof", str(error), _place(error)), err=err)
        _stop(err=err)  # what is printed of the error after this may be a build's output
        raise
    click.echo(f"::{token}::", err=err)


def _stop(*, err: bool) -> str:
    # A fresh token for each guard: an adapter that knew it could end the guard and print commands.
    token = secrets.token_hex(16)
    click.echo(f"::stop-commands::{token}", err=err)
    return token


def _place(error: UtfproofError) -> SourcePlace | None:
    path = error.place.partition(":")[0]
    try:
        if not path or not Path(path).exists():
            return None
    except OSError:  # such as a name that no file can have
        return None
    # A place may be `file:12` or `file:12: case`: only what is in front of the colon is a path.
    return SourcePlace.read(str(Path.cwd() / error.place), str(repository(Path.cwd())))


def annotate(summary: Summary, suite: Suite, *, err: bool) -> None:
    """Print the annotations of a run."""
    for line in workflow.annotations_of(summary, suite):
        click.echo(line, err=err)


def summarise_step(summary: Summary, suite: Suite, changed: Changes | None, folder: Path) -> None:
    """Append a run to the summary of the step; one that cannot be written changes no result."""
    name = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if not name:
        return
    file = Path(name)
    try:
        used = file.stat().st_size if file.exists() else 0
        rest = f"the whole is {folder / 'index.html'}"
        # GitHub drops a summary that is too large as a whole; a step before may have written some
        # of it.
        text = cut_to_fit(comment.whole(summary, suite, changed), _MOST_OCTETS - used, rest)
        with file.open("a", encoding="utf-8") as lines:
            lines.write(text)
    except OSError as error:
        click.echo(f"utfproof: {name}: {error.strerror}: no step summary", err=True)

"""The files that CI systems take: written into the run's folder, and where the user wants them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from utfproof import storage
from utfproof.errors import UsageError

if TYPE_CHECKING:
    from utfproof.report.run.changes import Changes
    from utfproof.report.run.summary import Summary
    from utfproof.vectors.suite import Suite

JUNIT = "junit.xml"


@dataclass(frozen=True, slots=True)
class CiFiles:
    """Where the files are to be written beside the run's folder, and the run to compare with."""

    junit: Path | None
    sarif: Path | None
    comment: Path | None
    badge: Path | None
    code_quality: Path | None
    baseline: Path | None

    @property
    def files(self) -> dict[str, Path | None]:
        """Return the name of each file in the run's folder, and where it is wanted as well."""
        return {
            JUNIT: self.junit,
            "utfproof.sarif": self.sarif,
            "comment.md": self.comment,
            "badge.json": self.badge,
            "codequality.json": self.code_quality,
        }

    def prepare(self) -> None:
        """Find out before a run whether all of it can be done; files of an earlier one go away.

        Raises:
            UsageError: a file cannot be written.
            JournalError: the baseline is no run.
        """
        # A baseline that cannot be read should not come out after a run of an hour.
        if self.baseline:
            from utfproof.report.run import changes

            changes.check(self.baseline)
        for path in filter(None, self.files.values()):
            # Touched and taken away again: a CI job must not pick up the file of an earlier run.
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.unlink(missing_ok=True)
                path.touch()
                path.unlink()
            except OSError as error:
                raise _unwritable(path, error) from None


def delivery_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of `CiFiles`, handed over as one `wanted`."""

    @wraps(command)
    def called(**given: Any) -> Any:  # noqa: ANN401  (click's parameters)
        wanted = CiFiles(**{item.name: given.pop(item.name) for item in fields(CiFiles)})
        return command(wanted=wanted, **given)

    # click lists the option that was added last first.
    for add in reversed(_OPTIONS):
        called = add(called)
    return called


def _file(name: str, about: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    path = click.Path(path_type=Path, dir_okay=False)
    return click.option(f"--{name}", type=path, metavar="FILE", help=about)


_OPTIONS: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    _file("junit", "Write JUnit XML here too."),
    _file("sarif", "Write SARIF 2.1.0, for code scanning, here too."),
    _file("comment", "Write Markdown for a comment on a change here too."),
    _file("badge", "Write the JSON of a shields.io endpoint here too."),
    _file("code-quality", "Write GitLab's code quality report here too."),
    click.option(
        "--baseline",
        type=click.Path(path_type=Path, exists=True),
        metavar="RUN",
        help="An earlier run, its folder or journal: say what is new, fixed, and still failing.",
    ),
)


def deliver(summary: Summary, suite: Suite, folder: Path, wanted: CiFiles) -> Changes | None:
    """Write all files of a run into its folder and elsewhere; return the changes since a baseline.

    Raises:
        UsageError: a file cannot be written.
        JournalError: the baseline is no run.
    """
    from utfproof.report.ci import badge, code_quality, comment, sarif
    from utfproof.report.run import changes

    changed = changes.since(wanted.baseline, folder) if wanted.baseline else None
    rendered = {
        JUNIT: (folder / JUNIT).read_text("utf-8"),
        "utfproof.sarif": sarif.render(summary, suite),
        "comment.md": comment.render(summary, suite, changed),
        "badge.json": badge.render(summary),
        "codequality.json": code_quality.render(summary, suite),
    }
    for name, path in wanted.files.items():
        # In the run's folder each file is new; where the user wants it, an old one is replaced
        # whole.
        _write(folder / name, rendered[name], storage.put)
        if path:
            _write(path, rendered[name], storage.replace)
    return changed


def _write(path: Path, text: str, by: Callable[[Path, str], None]) -> None:
    try:
        by(path, text)
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> UsageError:
    return UsageError(str(error.strerror), place=str(path), hint="give another file")

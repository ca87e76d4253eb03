"""The media: how each is written from a run or a campaign, and who reads it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest.mock import patch

import click
from rich.console import Console

from report.made import suite
from utfproof.adapters.session import hello
from utfproof.cli.commands import cost
from utfproof.cli.shared import actions
from utfproof.errors import UtfproofError
from utfproof.fuzz.triage import reproducer
from utfproof.report.campaign import console as divergences
from utfproof.report.campaign import markdown as divergence_markdown
from utfproof.report.campaign import page as divergence_page
from utfproof.report.campaign import sarif as divergence_sarif
from utfproof.report.ci import badge, code_quality, comment, last_lines, sarif, upstream
from utfproof.report.run import changes, console, junit, markdown, matrix, page, summary_json, trace
from utfproof.report.run.summary import Summary, summarise
from utfproof.report.text import UNBOUNDED

from . import readers, said
from .readings import ActedError, Reading, compare
from .words import HARMLESS, Words

Written = Callable[[Words, Path], str]
Reader = Callable[[str], Reading]
"""How a document is written, in a folder of its own, and how it is read."""

_TOP = Path("/top")
_MEANT = {"html": ("https://",), "markdown": ("https://",), "workflow": (".",)}


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a medium: what writes it, and what reads it."""

    write: Written
    read: Reader


def check(name: str, words: Words) -> None:
    """Write every document of a medium with hostile words, and hold it against harmless words.

    Raises:
        ActedError: the words did more than to be shown.
    """
    for number, document in enumerate(MEDIA[name]):
        try:
            text = written(document.write, words)
        except UtfproofError:
            continue  # a refusal with a word is no document
        try:
            reading = document.read(text)
            # A reference that is an address becomes a link, and a path the place of an annotation.
            if not words.text.startswith(_MEANT.get(name, ())):
                compare(_harmless(name, number), reading, words)
        except (ActedError, ValueError, SyntaxError) as error:
            raise ActedError(f"{name}, document {number + 1}: {error}") from None


@cache
def _harmless(name: str, number: int) -> Reading:
    document = MEDIA[name][number]
    return document.read(written(document.write, HARMLESS))


def written(write: Written, words: Words) -> str:
    """Write a document in a folder that is gone afterwards."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  (files in memory)
    with tempfile.TemporaryDirectory(dir=memory) as name:
        return write(words, Path(name))


def _run(render: Callable[[Summary], str]) -> Written:
    return lambda words, folder: render(summarise(said.read(words, folder / "run")))


def _shown(draw: Callable[[Console], None]) -> str:
    out = io.StringIO()
    draw(Console(file=out, width=UNBOUNDED, force_terminal=True, color_system="standard"))
    return out.getvalue()


def _trace(words: Words, folder: Path) -> str:
    found = trace.trace(said.read(words, folder / "run"), suite())
    return "".join(trace.csv_blocks(found, suite()))


def _log(summary: Summary) -> str:
    """Write what `gate` writes into the log of a step: lines under guard, then annotations."""
    out = io.StringIO()
    with (
        patch.dict(os.environ, {"GITHUB_ACTIONS": "true"}),
        contextlib.redirect_stdout(out),
        contextlib.suppress(UtfproofError),
    ):
        with actions.guarded(err=False):
            console.show(Console(file=out, width=UNBOUNDED), summary)
            for line in last_lines.lines(summary, suite(), Path("run"), _TOP):
                click.echo(line)
        actions.annotate(summary, suite(), err=False)
        why = next(iter(summary.codecs.values())).version
        with actions.guarded(err=False):
            raise UtfproofError(why, place=why, hint=why)
    return out.getvalue()


def _campaign_on_screen(words: Words, _: Path) -> str:
    shown = said.campaign(words)
    texts = [_shown(lambda screen: divergences.show(screen, shown))]
    for number, finding in enumerate(shown.findings, 1):
        texts.append(
            _shown(lambda screen, n=number, f=finding: divergences.show_one(screen, n, f, shown))  # type: ignore[misc]
        )
    return "".join(texts)


def _since_baseline(words: Words, folder: Path) -> str:
    said.read(Words("before", words.name), folder / "before")
    said.read(words, folder / "run")
    return "\n".join(last_lines.since(changes.since(folder / "before", folder / "run")))


def _commands(summary: Summary) -> str:
    """Write the commands that people are to copy into a shell."""
    items = summary.codecs.values()
    return json.dumps([item.reproduce(case) for item in items for case in item.cases])


def _tests(words: Words, _: Path) -> str:
    """Write the tests that `findings export` makes of findings."""
    shown = said.campaign(words)
    return "\0".join(reproducer.pytest_module(one, shown.folder) for one in shown.findings)


def _curves(words: Words, folder: Path) -> str:
    """Write the picture of `cost` with the version that an adapter says in its hello."""
    offers = ["decode UTF-8 strict"]
    told = {"name": "one", "version": words.text or "1", "offers": offers}
    line = json.dumps({"protocol": 1, "adapter": "mine", "codecs": [told]})
    [codec] = hello.read(line.encode(), "adapter.yaml")
    cost._draw(folder, cost._Measured(codec.name, codec.version))
    return (folder / "one.svg").read_text("utf-8")


def _names(words: Words, _: Path) -> str:
    """Write the names of files that are made of words: those of findings."""
    shown = said.campaign(words)
    return "\n".join(map(reproducer.filename, shown.findings))


def _file_names(text: str) -> Reading:
    names = text.split("\n")
    for name in names:
        # `-rf`, `..`, `con` and a name with a slash would be more than a file in its folder.
        if not (name[:1].isalnum() and name.isascii() and len(name) < 120):
            raise ActedError(f"a file would be named {name[:80]!a}")
        if name.strip("abcdefghijklmnopqrstuvwxyz0123456789-") or name.find("-") < 0:
            raise ActedError(f"a file would be named {name[:80]!a}")
    return Reading([f"{len(set(names))} names"])


MEDIA: Mapping[str, tuple[Document, ...]] = {
    "html": (
        Document(_run(lambda run: page.render(run, suite())), readers.html),
        Document(_run(lambda run: matrix.page(matrix.matrix(run))), readers.html),
        Document(
            lambda words, _: divergence_page.render(said.campaign(words), suite()),
            readers.html,
        ),
    ),
    "markdown": (
        Document(_run(markdown.render), readers.markdown),
        Document(_run(lambda run: matrix.markdown(matrix.matrix(run))), readers.markdown),
        Document(_run(lambda run: comment.render(run, suite())), readers.markdown),
        Document(_run(lambda run: upstream.render(run, suite())), readers.markdown),
        Document(
            lambda words, _: divergence_markdown.render(said.campaign(words)),
            readers.markdown,
        ),
    ),
    "junit": (Document(_run(junit.render), readers.xml),),
    "svg": (Document(_curves, readers.xml),),
    "json": (
        Document(_run(summary_json.text), readers.json_of_data),
        Document(_run(badge.render), readers.json_of_data),
    ),
    "sarif": (
        Document(_run(lambda run: sarif.render(run, suite())), readers.json_of_texts),
        Document(_run(lambda run: code_quality.render(run, suite())), readers.json_of_texts),
        Document(
            lambda words, _: divergence_sarif.render(said.campaign(words), None, {}),
            readers.json_of_texts,
        ),
    ),
    "csv": (Document(_trace, readers.table),),
    "console": (
        Document(
            _run(lambda run: _shown(lambda screen: console.show(screen, run))), readers.screen
        ),
        Document(
            _run(lambda run: "\n".join(last_lines.lines(run, suite(), Path("run"), _TOP))),
            readers.screen,
        ),
        Document(_since_baseline, readers.screen),
        Document(_campaign_on_screen, readers.screen),
    ),
    "workflow": (Document(_run(_log), readers.runner_log),),
    "shell": (Document(_run(_commands), readers.shell),),
    "python": (Document(_tests, readers.python),),
    "names": (Document(_names, _file_names),),
}

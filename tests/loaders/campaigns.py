"""The folder of a campaign: its findings, its statistics, its corpora; and results of rounds."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from divergence import found
from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.triage import findings
from utfproof.report.campaign import campaign as campaigns
from utfproof.report.campaign import console as divergences
from utfproof.report.campaign import markdown as divergence_markdown
from utfproof.report.campaign import sarif

from .loader import Loader, looked_at, shown


def _finding_seeds() -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        findings.append(folder, found.OVERLONG)
        findings.append(folder, found.SURROGATE)
        yield (folder / findings.NAME).read_bytes()
        findings.append(folder, found.CRASH)
        yield (folder / findings.NAME).read_bytes()


def _findings(data: bytes, folder: Path) -> None:
    (folder / findings.NAME).write_bytes(data)
    _campaign(folder, drawn=looked_at(data))


def _campaign(folder: Path, *, drawn: bool) -> None:
    read = campaigns.read(folder)
    if not drawn:
        return
    shown(lambda screen: divergences.show(screen, read))
    for number, finding in enumerate(read.findings, 1):
        shown(partial(divergences.show_one, number=number, finding=finding, campaign=read))
    divergence_markdown.render(read).encode("utf-8")
    sarif.render(read, None, {}).encode("utf-8")


def _statistics_seeds() -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        statistics.write(folder, found.STATISTICS)
        yield (folder / statistics.NAME).read_bytes()


def _statistics(data: bytes, folder: Path) -> None:
    (folder / statistics.NAME).write_bytes(data)
    (folder / statistics.ROWS).write_bytes(data)
    _campaign(folder, drawn=looked_at(data))


LOADERS: Mapping[str, Loader] = {
    "findings": Loader(_finding_seeds, _findings),
    "statistics": Loader(_statistics_seeds, _statistics),
}

"""Every octet of a signed run's folder counts: one that is changed, added or lost is refused.

Each place of each file is a verification. What follows from unchanged signed content is rendered
once, for it is the same each time. UTFPROOF_EVERY_OCTET=1 takes every place instead of some.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from utfproof import digests
from utfproof.certificate import certified_run, local_adapters
from utfproof.certificate import statement as stated
from utfproof.certificate.verification import CheckState, verify
from utfproof.errors import CertificateRefused
from utfproof.report.certificate import certificate_page
from utfproof.report.run import files
from utfproof.vectors import loader

from .conftest import Issued

EVERY = "UTFPROOF_EVERY_OCTET"
PLACES = 40


@pytest.fixture
def rendered_once(issued: Issued, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what follows from signed content: it is unchanged where these functions are called."""
    suite, public = loader.load(), issued.public
    sound = verify(issued.certificate, public, suite)
    assert {check.state for check in sound.checks} == {CheckState.HOLDS}
    read = certified_run.read(issued.folder / "journal.jsonl", suite)
    page = certificate_page.render(sound.statement, public.keyid, suite)
    reports = files.rendered(read.summary, suite, issued.folder)
    for place, name, value in (
        (certified_run, "read", read),
        (certificate_page, "render", page),
        (files, "rendered", reports),
        (stated, "statement", sound.statement),
        (local_adapters, "adapters", {}),
    ):
        monkeypatch.setattr(place, name, lambda *_, _value=value: _value)
    for name in ("vectors", "harness"):
        monkeypatch.setattr(digests, name, cache(getattr(digests, name)))


def refused(issued: Issued) -> bool:
    """Tell whether the certificate is refused as the folder stands."""
    try:
        found = verify(issued.certificate, issued.public, loader.load())
    except CertificateRefused:
        return True
    return bool(found.refused)


def places(size: int) -> range:
    """Return the places of a file that are changed, one after the other."""
    return range(0, size, 1 if os.environ.get(EVERY) else max(1, size // PLACES))


def test_every_octet_of_the_folder_counts(issued: Issued, rendered_once: None) -> None:
    assert not refused(issued)
    names = sorted(path.name for path in issued.folder.iterdir())
    assert {"certificate.dsse.json", "certificate.html", "journal.jsonl", "index.html"} <= {*names}
    for path in map(issued.folder.joinpath, names):
        text = path.read_bytes()
        for at in places(len(text)):
            put(path, at, text[at] ^ (1 << at % 8))
            assert refused(issued), (path.name, at)
            put(path, at, text[at])
        for other in (text[:-1], text[1:], text + b"\n", text + b"\0", b""):
            path.write_bytes(other)
            assert refused(issued), (path.name, len(other))
        path.write_bytes(text)
    assert not refused(issued)


def put(path: Path, at: int, octet: int) -> None:
    """Put an octet into a file."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(bytes([octet]))

"""A certificate of the small run, with the adapter that it is about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from securesystemslib.signer import CryptoSigner

from changed_fields import changed
from utfproof import __version__, digests
from utfproof.adapters import identity, manifest
from utfproof.certificate import issuing
from utfproof.certificate.statement import IssueDetails
from utfproof.certificate.verification import CheckState, VerifiedCertificate, verify
from utfproof.engine.journal.events import CodecStarted, Event

from . import small_run
from .small_run import FOOTER, GOOD, HEADER, SUITE

SIGNER = CryptoSigner.generate_ed25519()
KEY = SIGNER.public_key
MANIFEST = """\
adapter: {name}
about: A codec for a test.
language: Python
codecs:
  good: {{about: x, function: "codec:f", offers: [decode UTF-8 strict]}}
"""
OTHER = "0" * 64
DETAILS = IssueDetails("A laboratory", "7", "today")
HOLDS, REFUSED, UNCHECKED = CheckState.HOLDS, CheckState.REFUSED, CheckState.UNCHECKED

Said = tuple[CheckState, str]
"""The state of a check, and its sentence."""


@dataclass(frozen=True, slots=True)
class Small:
    """A certificate of the small run, with the adapter that it is about."""

    folder: Path
    adapter: Path

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.dsse.json"

    @property
    def journal(self) -> Path:
        return self.folder / "journal.jsonl"

    @property
    def sources(self) -> str:
        return identity.of(manifest.load(self.adapter)).sources

    def verified(self, *folders: Path) -> VerifiedCertificate:
        return verify(self.certificate, KEY, SUITE, folders)

    def checks(self, *folders: Path) -> dict[str, Said]:
        return {item.what: (item.state, item.sentence) for item in self.verified(*folders).checks}

    def check(self, what: str, *folders: Path) -> Said:
        return self.checks(*folders)[what]


def put(folder: Path, name: str = "a") -> Path:
    folder.mkdir()
    (folder / "adapter.yaml").write_text(MANIFEST.format(name=name), "utf-8")
    (folder / "codec.py").write_text("def f(data): return data.decode()\n", "utf-8")
    return folder


def events_of(adapter: Path, **fields: object) -> tuple[Event, ...]:
    """Return a run of the adapter with this program and these vectors."""
    own = replace(
        HEADER,
        utfproof=__version__,
        harness=digests.harness(),
        files=digests.vectors(),
        expectations={"a": digests.of_file(adapter / "expectations.yaml")},
    )
    begun = GOOD[0]
    assert isinstance(begun, CodecStarted)
    sources = identity.of(manifest.load(adapter)).sources
    given = {"target": str(adapter), "sources": sources, "product": "", **fields}
    return (own, changed(begun, **given), *GOOD[1:], FOOTER)


def run_in(home: Path, **fields: object) -> Small:
    """Return a run that has no certificate yet."""
    adapter = put(home / "a")
    (adapter / "expectations.yaml").write_text("[]\n", "utf-8")
    small_run.written(home / "run", events_of(adapter, **fields))
    return Small(home / "run", adapter)


def issued_with(home: Path, details: IssueDetails = DETAILS) -> Small:
    found = run_in(home)
    issuing.issue(found.folder, SUITE, SIGNER, details)
    return found


def whole(small: Small) -> dict[str, Said]:
    return {
        "signature": (HOLDS, f"Ed25519, key {KEY.keyid}"),
        "vectors": (HOLDS, "2" * 64),
        "harness": (HOLDS, "1" * 64),
        "journal": (HOLDS, digests.of_file(small.journal)),
        "results": (HOLDS, "they follow from the journal"),
        "reports": (UNCHECKED, "none beside the journal"),
        "page": (HOLDS, digests.of_file(small.folder / "certificate.html")),
        "folder": (HOLDS, "nothing was added to it"),
        "a: sources": (HOLDS, small.sources),
        "a: build product": (HOLDS, "nothing is built: the sources are what runs"),
        "a: known failures": (HOLDS, digests.of_file(small.adapter / "expectations.yaml")),
    }

"""What a campaign goes on with: the files of its folder, and the results that workers send."""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path, PurePosixPath

from divergence import found
from utfproof.adapters import manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.commands.findings import _exported
from utfproof.cli.commands.findings import _settings as _settings_of
from utfproof.engine.questions.plan import Narrowing
from utfproof.errors import UtfproofError
from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.campaign.campaign_totals import CampaignTotals, folder_lock
from utfproof.fuzz.campaign.round_merge import RoundMerger
from utfproof.fuzz.campaign.rounds import RoundResult
from utfproof.fuzz.inputs import corpus
from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.fuzz.triage import findings, promotion
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.report.campaign import campaign
from utfproof.vectors import loader
from vectors import small

from .loader import Loader
from .vector_files import small_suite

_U8 = Encoding.UTF_8
_MANIFEST = """\
adapter: two
about: Words.
language: C
run: "true"
codecs: {lax: {about: It., profile: unicode}, table: {about: It., profile: unicode}}
"""
_RESULT = RoundResult(
    kept={_U8: [(b"\xc0\x80", [("vector", 7)]), (b"A", [])]},
    found=(found.OVERLONG, found.SURROGATE),
    signatures={("two/lax", _U8, "decode", "accepts overlong"): found.OVERLONG.signature},
    tries={("two/lax", _U8, "decode", "accepts overlong"): 2},
    fruitless_looks={_U8: {(0, 1, "overlong"): 3}},
    answer_profiles={"two/lax decode UTF-8 strict": 1},
    aside=[(_U8, b"\xff")],
    snapshot=Snapshot(
        1, 10, 2, 2, 1, 3, 9, (("two/lax", 10),), (("two/lax", 1),), ("a",), ("b",),
        (("two/lax", 1),), (("two/table", "no compiler"),), done=True,
    ),
)  # fmt: skip


def _settings(folder: Path) -> CampaignSettings:
    own, campaign = folder / "two", folder / "campaign"
    own.mkdir(exist_ok=True)
    campaign.mkdir(exist_ok=True)
    (own / "adapter.yaml").write_text(_MANIFEST, "ascii")
    for path in sorted(campaign.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    read = manifest.load(own)
    chosen = (SelectedAdapter(read, tuple(read.codecs.values())),)
    return CampaignSettings(campaign, chosen, Narrowing())


def _targets(settings: CampaignSettings) -> Iterator[FuzzTarget]:
    offers = [Offer.parse("decode UTF-8 strict")]
    for chosen in settings.chosen:
        for codec in chosen.codecs:
            yield from fuzz_targets(
                chosen.manifest.id_of(codec), codec.claims, offers, small_suite()
            )


# The result of a round, as a worker sends it


def _round_seeds() -> Iterator[bytes]:
    yield zlib.decompress(_RESULT.packed())


def _round(data: bytes, folder: Path) -> None:
    settings = _settings(folder)
    try:
        read = RoundResult.unpacked(zlib.compress(data, 1))
    except ValueError:
        return  # the coordinator names the worker
    merger = RoundMerger.of(settings, _targets(settings))
    before = merger.state()
    for _ in range(2):
        merger.merge(read, before, 1.0)
    sum(dict(read.snapshot.questions).values())
    CampaignTotals(settings, small_suite()).record([merger.totals, Snapshot(0)], running=True)
    if RoundResult.unpacked(read.packed()).packed() != read.packed():
        raise ValueError("what was read is not written as the same")


# A campaign that goes on: the first line names a file of its folder


def _campaign_seeds() -> Iterator[bytes]:
    octets = b"\xe2\x82\xac"
    yield f"{corpus.NAME}/UTF-8/{corpus._name(octets)}\n".encode() + octets
    yield f"{corpus.NAME}/UTF-8/of another engine\n".encode() + octets
    yield f"{corpus.QUARANTINE}/UTF-8/{corpus._name(octets)}\n".encode() + octets
    yield f"{corpus.QUARANTINE}/notes/mine\n".encode() + octets
    yield f"{findings.NAME}\n".encode() + findings.text(found.SOME)
    yield (
        f"{statistics.NAME}\n".encode()
        + json.dumps({"form": 1, **asdict(found.STATISTICS)}).encode()
    )
    yield f"{statistics.ROWS}\n".encode() + b"seconds,inputs\n1.0,2\n"


def _campaign(data: bytes, folder: Path) -> None:
    name, _, content = data.partition(b"\n")
    settings = _settings(folder)
    path = PurePosixPath(name.decode("utf-8", "surrogateescape"))
    if path.is_absolute() or ".." in path.parts:
        return
    with suppress(OSError, ValueError):  # no such name can be
        target = settings.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    with folder_lock(settings.folder):
        totals = CampaignTotals(settings, small_suite())
        merger = RoundMerger.of(settings, _targets(settings))
        list(corpus.quarantined_inputs(settings.folder))
        merger.merge(_RESULT, merger.state(), totals.seconds)
        totals.record([merger.totals], running=False)
    campaign.read(settings.folder)


# Findings that become vectors, tests and files


def _promoted_seeds() -> Iterator[bytes]:
    yield from (findings.text([one]) for one in found.SOME)
    for operation, given in (("encode UTF-8 strict", "41 d8ab 41"), ("detect - -", "fffe")):
        own = replace(found.OVERLONG, operation=operation, input=given, line=given)
        yield findings.text([own])


def _promoted(data: bytes, folder: Path) -> None:
    settings = _settings(folder)
    (settings.folder / findings.NAME).write_bytes(data)
    vectors = folder / "vectors"
    shutil.rmtree(vectors, ignore_errors=True)
    vectors.mkdir()
    small.write(vectors)
    for finding in findings.load(settings.folder).values():
        own = replace(finding, target=str(folder / "two"))
        with suppress(UtfproofError):
            list(_exported(own, folder / "exported"))
        claims = _settings_of(own)
        if promotion.find_existing_case(own, claims, loader.load()) is None:
            made = promotion.promote(own, claims, loader.load(), vectors)
            made.write()
            loader._load.__wrapped__(vectors)


LOADERS: Mapping[str, Loader] = {
    "round": Loader(_round_seeds, _round),
    "campaign": Loader(_campaign_seeds, _campaign),
    "promoted": Loader(_promoted_seeds, _promoted),
}

"""The witnesses of the shipped codecs: each codec has one, and it agrees with the adapter."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest

from utfproof import locations
from utfproof.adapters import manifest, needs
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared.reproduction import hearings
from utfproof.engine.questions.plan import Narrowing, Planner
from utfproof.errors import Unavailable
from utfproof.model.operation import Offer, Op
from utfproof.vectors import loader
from utfproof.witness import hearing, witness_file
from utfproof.witness.comparison import Agreement

MANIFESTS = [
    manifest.load(path.parent) for path in sorted(locations.adapters().glob("*/adapter.yaml"))
]
_CODECS = 2
"""Codecs of an adapter, from the first to the last, whose witnesses are run."""
QUICK = ("lua",)
"""Adapters whose witnesses are run by `make test`: they are asked within a second."""


def witnessed(own: Manifest) -> set[str]:
    """The codecs of an adapter that some entry of its witness.yaml is for."""
    found = witness_file.load(own)
    patterns = {str(name) for entry in found._entries("witnesses") for name in entry["codecs"]}
    return {codec for codec in own.codecs if any(fnmatchcase(codec, one) for one in patterns)}


@pytest.mark.parametrize("own", MANIFESTS, ids=lambda own: own.name)
def test_every_codec_has_a_witness(own: Manifest) -> None:
    assert set(own.codecs) - witnessed(own) == set(), "write a program for witness/witness.yaml"


@pytest.mark.parametrize("own", MANIFESTS, ids=lambda own: own.name)
def test_every_program_of_a_witness_is_there_and_used(own: Manifest) -> None:
    found = witness_file.load(own)
    used = {str(entry["program"]) for entry in found._entries("witnesses")}
    there = {path.name for path in found.folder.iterdir()} - {witness_file.NAME}
    assert used == there


def offers_of(found: hearing.Hearing) -> Iterator[Offer]:
    yield from (offer for offer in found.asked.offered.offers if offer.op is not Op.SWEEP)


@pytest.mark.adapters
@pytest.mark.parametrize(
    "own",
    [
        one if one.name in QUICK else pytest.param(one, marks=pytest.mark.slow)
        for one in MANIFESTS
        if witness_file.load(one).tree is not None
    ],
    ids=lambda own: own.name,
)
def test_adapter_and_witness_agree(own: Manifest) -> None:
    if lacking := needs.missing(own):
        pytest.skip(f"needs {', '.join(lacking)}")
    planner, dice = Planner(loader.load(), "*/[a-m]*"), random.Random(1)  # noqa: S311
    # Each program is compiled: `reproduce --all` has hours for what CI has minutes for.
    chosen = SelectedAdapter(own, tuple(own.codecs.values())[:: -(-len(own.codecs) // _CODECS)])
    try:
        with hearings(chosen) as found:
            for one in found:
                speaks = False
                for offer in offers_of(one):
                    _, program = one.program(offer)
                    assert program or one.witnesses.reason(one.asked.codec.name, offer), offer
                    speaks = speaks or bool(program)
                cases = hearing.judged(one.asked, planner, Narrowing())
                questions = hearing.failures_and_passes(cases, 0.002, dice)[:400]
                heard = list(one.heard(questions, lambda _: None))
                wrong = [h for h in heard if h.comparison.agreement is Agreement.DISAGREE]
                assert wrong == []
                agreed = any(h.comparison.agreement is Agreement.AGREE for h in heard)
                assert agreed or not speaks, one.asked.name
    except Unavailable as error:
        pytest.skip(str(error))

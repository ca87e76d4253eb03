"""Rounds: what one comes to follows from what it is given, and is merged by their numbers."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from utfproof.adapters import registry
from utfproof.engine.questions.plan import Narrowing
from utfproof.fuzz.campaign import rounds
from utfproof.fuzz.campaign.round_merge import RoundMerger
from utfproof.fuzz.campaign.rounds import CampaignState, Round, RoundResult
from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.mutants import mutant_server

pytestmark = pytest.mark.slow

U8 = Encoding.UTF_8
MUTANT = "utf-8/overlong/two-octets-are-not-checked"
OFFER = Offer.parse("decode UTF-8 strict")
NOTHING = RoundResult({}, (), {}, {}, {}, {}, (), Snapshot(0))


@pytest.fixture(scope="module")
def mutant(tmp_path_factory: pytest.TempPathFactory) -> CampaignSettings:
    folder = tmp_path_factory.mktemp("mutant")
    mutant_server.write_adapter(folder, [MUTANT])
    return CampaignSettings(
        folder, tuple(registry.select([str(folder)])), Narrowing(ops=(str(OFFER),))
    )


def played(campaign: CampaignSettings, part: Round, known: CampaignState) -> RoundResult:
    with tempfile.TemporaryDirectory() as folder:
        return rounds.run_round(part, replace(campaign, folder=Path(folder)), known, lambda _: None)


def offered(campaign: CampaignSettings) -> list[FuzzTarget]:
    [chosen] = campaign.chosen
    [codec] = chosen.codecs
    return fuzz_targets(f"{chosen.manifest.name}/{codec.name}", codec.claims, [OFFER])


def exchange(campaign: CampaignSettings, folder: Path) -> RoundMerger:
    folder.mkdir(exist_ok=True)
    return RoundMerger.of(replace(campaign, folder=folder), offered(campaign))


def test_a_repeated_round_has_the_same_result(mutant: CampaignSettings, tmp_path: Path) -> None:
    opening = played(mutant, Round((U8,)), CampaignState())
    assert [finding.input for finding in opening.found] == ["c080"]
    own = exchange(mutant, tmp_path / "campaign")
    own.merge(opening, own.state(), 1.0)
    known = own.state()
    first, again = (played(mutant, Round((U8,), 1, 1500), known) for _ in range(2))
    assert first.packed() == again.packed()
    assert first.kept[U8]
    assert all(shows for _, shows in first.kept[U8])
    assert (first.found, first.tries) == ([], {})  # what is known is not hunted again
    assert first.snapshot.inputs == 1500
    other = played(mutant, Round((U8,), 2, 1500), known)
    assert other.kept != first.kept
    assert RoundResult.unpacked(first.packed()).packed() == first.packed()


def test_an_opening_ends_with_its_share_of_the_time(mutant: CampaignSettings) -> None:
    whole = played(mutant, Round((U8,)), CampaignState())
    assert whole.snapshot.inputs > 1000
    assert played(mutant, Round((U8,), seconds=1000.0), CampaignState()).kept == whole.kept
    cut = played(mutant, Round((U8,), seconds=0.001), CampaignState())
    assert cut.snapshot.inputs < whole.snapshot.inputs


def test_of_two_results_of_one_round_the_first_counts(
    mutant: CampaignSettings, tmp_path: Path
) -> None:
    own = exchange(mutant, tmp_path)
    finding = Finding("m/a UTF-8 decode: x", "m/a", str(OFFER), "x", "accepts", "c0", "", "", "")
    fault = ("m/a", U8, "decode", "accepts x")
    first = replace(
        NOTHING,
        kept={U8: [(b"a", [("", 1)]), (b"b", [("", 2), ("overlong", 3)])]},
        found=[replace(finding, operations=("decode UTF-8 strict",))],
        signatures={fault: finding.signature},
        tries={fault: 1},
    )
    second = replace(
        first,
        kept={U8: [(b"c", [("", 2)]), (b"d", [("", 2), ("overlong", 4)]), (b"e", ())]},
        found=[replace(finding, input="c1", operations=("validate UTF-8 strict",))],
    )
    before = own.state()
    own.merge(first, before, 1.5)
    own.merge(second, before, 2.5)
    [stored] = findings.load(tmp_path).values()
    assert (stored.input, stored.seconds) == ("c0", 1.5)
    assert stored.operations == ("decode UTF-8 strict", "validate UTF-8 strict")
    known = own.state()
    assert known.inputs[U8] == (b"a", b"b", b"d", b"e")
    assert known.seen[U8] == {("", 1), ("", 2), ("overlong", 3), ("overlong", 4)}
    assert known.tries == {fault: 2}
    assert (own.totals.tuples, own.totals.corpus, own.totals.reached) == (2, 4, 2)
    assert before.inputs[U8] == ()

    # A folder that is named again has what was merged.
    again = exchange(mutant, tmp_path).state()
    assert sorted(again.inputs[U8]) == [b"a", b"b", b"d", b"e"]
    assert list(again.found) == [finding.signature]


def test_a_deadly_input_is_put_aside(mutant: CampaignSettings, tmp_path: Path) -> None:
    own = exchange(mutant, tmp_path)
    own.merge(replace(NOTHING, aside=[(U8, b"\xff")]), own.state(), 0.0)
    [path] = (tmp_path / "quarantine" / "UTF-8").iterdir()
    assert path.read_bytes() == b"\xff"


@pytest.mark.parametrize("data", [b"", b"no zlib", NOTHING.packed()[:-3]])
def test_damaged_data_is_not_the_result_of_a_round(data: bytes) -> None:
    with pytest.raises(ValueError, match="not the result of a round"):
        RoundResult.unpacked(data)


def test_looks_that_two_rounds_took_back_are_taken_back_once(
    mutant: CampaignSettings, tmp_path: Path
) -> None:
    """Each round counts down from the state before both; their sum may not fall below zero."""
    own = exchange(mutant, tmp_path)
    kind = (0, 1, "overlong")
    own.merge(replace(NOTHING, fruitless_looks={U8: {kind: 5}}), own.state(), 0.0)
    before = own.state()
    for _ in range(2):
        own.merge(replace(NOTHING, fruitless_looks={U8: {kind: -5}}), before, 1.0)
    assert own.state().fruitless_looks == {U8: {kind: 0}}

"""A fuzz worker: its reports, and how it shares its time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from utfproof.adapters import registry
from utfproof.engine.questions.plan import Narrowing
from utfproof.errors import FindingsError
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.triage.findings import Finding, FindingState, load
from utfproof.fuzz.triage.known_failures import KnownFailure
from utfproof.fuzz.triage.triage import Triage
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.fuzz.worker.deadline import Deadline
from utfproof.fuzz.worker.encoding_loop import EncodingLoop
from utfproof.fuzz.worker.fuzz_worker import FuzzWorker
from utfproof.fuzz.worker.seeding import Seeding
from utfproof.model.encoding import Encoding
from utfproof.mutants import mutant_server

pytestmark = pytest.mark.slow

MUTANT = "utf-8/overlong/two-octets-are-not-checked"


def worker(home: Path, **limits: float) -> FuzzWorker:
    mutant_server.write_adapter(home / "mutants", [MUTANT])
    chosen = tuple(registry.select([str(home / "mutants")]))
    execs, seconds = limits.get("execs"), limits.get("seconds")
    one = CampaignSettings(
        home / "campaign",
        chosen,
        Narrowing(ops=("decode UTF-8 strict",)),
        execs=None if execs is None else int(execs),
        seconds=seconds,
    )
    return FuzzWorker(one, 0, lambda: False)


def test_a_worker_that_is_through_says_so(tmp_path: Path) -> None:
    told: list[Snapshot] = []
    worker(tmp_path, execs=300).run(told.append)
    assert [one.done for one in told][-1]
    assert told[-1].inputs >= 300


def test_few_inputs_are_shared_by_all_encodings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: dict[Encoding, list[int]] = {}

    def counts(self: EncodingLoop) -> list[Finding]:
        sizes.setdefault(self.encoding, []).append(self.size)
        return []

    monkeypatch.setattr(EncodingLoop, "run_round", counts)
    mutant_server.write_adapter(
        tmp_path / "mutants",
        [
            MUTANT,
            "utf-16be/pairs/two-high-surrogates-are-a-pair",
            "utf-32be/encoder/10ffff-is-refused",
        ],
    )
    chosen = tuple(registry.select([str(tmp_path / "mutants")]))
    one = CampaignSettings(tmp_path / "campaign", chosen, Narrowing(), execs=100)
    FuzzWorker(one, 0, lambda: False).run(lambda _: None)
    assert len(sizes) == 3
    assert sorted(map(sum, sizes.values())) == [33, 33, 34]


def test_a_worker_that_fails_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: EncodingLoop) -> list[Finding]:
        del self
        raise FindingsError("no space left on the device", place="corpus")

    monkeypatch.setattr(EncodingLoop, "run_round", fails)
    told: list[Snapshot] = []
    with pytest.raises(FindingsError, match="no space left"):
        worker(tmp_path, execs=300).run(told.append)
    assert not any(one.done for one in told)


@pytest.mark.slow
def test_where_time_is_short_the_vectors_leave_most_of_it_to_mutated_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = {True: 0.0, False: 0.0}
    written: list[int] = []

    def slow(self: EncodingLoop, inputs: Sequence[bytes], *, keep: bool = False) -> list[Finding]:
        del self
        started = time.monotonic()
        time.sleep(0.5)
        written.extend(map(len, inputs) if keep else ())
        taken[keep] += time.monotonic() - started
        return []

    monkeypatch.setattr(EncodingLoop, "run_inputs", slow)
    worker(tmp_path, seconds=6.0).run(lambda _: None)
    assert taken[True] > 0
    assert taken[False] > 0
    assert 0 < len(written) < len(seeds(Encoding.UTF_8))
    assert written == sorted(written)


LISTED = """\
codecs:
  mutants/utf-8.overlong.two-octets-are-not-checked:
    - reason: it takes C0 and C1 for leads
      cases:
        - verdict: fail
          ids: ["utf-8/ill-formed/overlong-two/{}"]
          count: 1
"""


@pytest.mark.parametrize(
    ("ids", "too_late"), [("*", False), ("*", True), ("tilde", False), ("slash-after-dots", False)]
)
def test_a_listed_failure_is_known_when_a_mutated_input_shows_it_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ids: str, too_late: bool
) -> None:
    """No step of seeding is taken in time; what is new is looked up all the same.

    By its input even when nothing can be asked any more; else first by what shows the same.
    """
    looks = []
    real = EncodingLoop.run_known_failures

    def noted(
        field: EncodingLoop,
        observer: Observer,
        items: Sequence[KnownFailure],
        *,
        alike: bool = False,
    ) -> None:
        looks.append(alike)
        real(field, observer, items, alike=alike)

    own = worker(tmp_path, execs=600)
    (tmp_path / "mutants" / "expectations.yaml").write_text(LISTED.format(ids), "utf-8")
    monkeypatch.setattr(Seeding, "has_time", lambda _: False)
    monkeypatch.setattr(Deadline, "is_too_late", lambda _: too_late)
    monkeypatch.setattr(EncodingLoop, "run_known_failures", noted)
    own.run(lambda _: None)
    found = list(load(tmp_path / "campaign").values())
    assert [(one.state, one.reason) for one in found] == [
        (FindingState.KNOWN, "it takes C0 and C1 for leads")
    ]
    assert looks == ([] if ids == "*" else [True])


@pytest.mark.parametrize(
    ("ago", "stopped", "too_late"),
    [(1, False, False), (10, False, False), (31, False, True), (1, True, False), (10, True, True)],
)
def test_known_findings_are_looked_up_for_half_a_minute_unless_a_user_waits(
    monkeypatch: pytest.MonkeyPatch, ago: float, stopped: bool, too_late: bool
) -> None:
    deadline = Deadline(1.0, lambda: stopped)
    monkeypatch.setattr(deadline, "_until", time.monotonic() - ago)
    assert deadline.is_too_late() is too_late


def test_what_shows_otherwise_at_the_first_look_is_looked_at_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = worker(tmp_path, execs=600)
    (tmp_path / "mutants" / "expectations.yaml").write_text(LISTED.format("tilde"), "utf-8")
    monkeypatch.setattr(Seeding, "has_time", lambda _: False)
    monkeypatch.setattr(Triage, "shows_new_finding", lambda *_: False)
    own.run(lambda _: None)
    [found] = load(tmp_path / "campaign").values()
    assert found.state is FindingState.KNOWN


def test_a_failure_listed_for_another_input_is_not_known_without_asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = worker(tmp_path, execs=600)
    (tmp_path / "mutants" / "expectations.yaml").write_text(LISTED.format("tilde"), "utf-8")
    monkeypatch.setattr(Seeding, "has_time", lambda _: False)
    monkeypatch.setattr(Deadline, "is_too_late", lambda _: True)
    own.run(lambda _: None)
    [found] = load(tmp_path / "campaign").values()
    assert found.state is FindingState.NEW

"""The task of a campaign: a worker runs a round, and returns its result, which is read here."""

from __future__ import annotations

import hashlib
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from distributed import get_worker

from utfproof.cluster import tasks
from utfproof.cluster.cross_check import HERE
from utfproof.cluster.tasks import AdapterTask
from utfproof.engine.questions.plan import Narrowing
from utfproof.errors import ClusterError
from utfproof.fuzz.campaign import rounds
from utfproof.fuzz.campaign.rounds import CampaignState, Round, RoundResult
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.fuzz.worker.loop_set import ReportSnapshot

_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class RoundContext:
    """The common facts of all rounds of a campaign."""

    adapter_tasks: tuple[AdapterTask, ...]
    narrowing: Narrowing
    seed: int
    guided: bool
    topic: str


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round that a worker has run: who it was, how long it took, and the result, packed."""

    worker: str
    seconds: float
    result: bytes


def play(
    order: RoundContext, part: Round, state: CampaignState, archives: Sequence[bytes | None]
) -> FinishedRound:
    """Play a round; it comes to the same wherever and however often it is done."""
    started = time.monotonic()
    arrived = [
        tasks.arrived(task, data) for task, data in zip(order.adapter_tasks, archives, strict=True)
    ]
    pairs = zip(order.adapter_tasks, arrived, strict=True)
    chosen = tuple(task.chosen(manifest) for task, (manifest, _) in pairs)
    with tempfile.TemporaryDirectory(
        prefix="utfproof-", dir=get_worker().local_directory
    ) as folder:
        campaign = CampaignSettings(
            Path(folder), chosen, order.narrowing, seed=order.seed, guided=order.guided
        )
        found = rounds.run_round(part, campaign, state, _telling(order.topic, part))
    roots = {
        root: one.label.origin for one, (_, root) in zip(order.adapter_tasks, arrived, strict=True)
    }
    snapshot = _from_home(replace(found.snapshot, unreached=()), roots)
    seconds = time.monotonic() - started
    return FinishedRound(tasks.here(), seconds, replace(found, snapshot=snapshot).packed())


def play_here(campaign: CampaignSettings, part: Round, state: CampaignState) -> FinishedRound:
    """Play a round on this machine, to compare it with the results of workers."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="utfproof-") as folder:
        alone = replace(campaign, folder=Path(folder))
        found = rounds.run_round(part, alone, state, lambda _: None)
    return FinishedRound(HERE, time.monotonic() - started, found.packed())


def result(finished: FinishedRound, part: Round) -> RoundResult:
    """Read the result of a round: of the encodings that it had, and of no other.

    Raises:
        ClusterError: it is another one.
    """
    try:
        found = RoundResult.unpacked(finished.result)
    except ValueError as error:
        raise _unfit(str(error)) from None
    aside = {encoding for encoding, _ in found.aside}
    if not {*found.kept, *found.fruitless_looks, *aside} <= {*part.encodings}:
        raise _unfit("the result of a round speaks of encodings that it did not have")
    return found


def _unfit(problem: str) -> ClusterError:
    hint = "install the same version of utfproof on all workers"
    return ClusterError(f"a worker's answer: {problem}", hint=hint)


def digest(finished: FinishedRound, part: Round) -> str:
    """Return the SHA-256 of the part of a result that is the same wherever it is played."""
    return hashlib.sha256(result(finished, part).comparable()).hexdigest()


def _telling(topic: str, part: Round) -> ReportSnapshot:
    """Return the function that reports a few times a second how far the round is."""
    last = time.monotonic()

    def report(snapshot: Snapshot) -> None:
        nonlocal last
        if time.monotonic() - last > _SECONDS:
            last = time.monotonic()
            reported = json.dumps(asdict(replace(snapshot, unreached=())))
            get_worker().log_event(topic, {"round": part.name, "told": reported})

    return report


def _from_home(snapshot: Snapshot, roots: dict[str, str]) -> Snapshot:
    """Name files by the places that they were sent from."""

    def named(text: str) -> str:
        for root, origin in roots.items():
            text = text.replace(root, origin) if root else text
        return text

    return replace(
        snapshot,
        complaints=tuple(map(named, snapshot.complaints)),
        absent=tuple((codec, named(why)) for codec, why in snapshot.absent),
    )

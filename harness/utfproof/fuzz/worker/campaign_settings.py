"""Campaign settings: the codecs, the limits and the folder; and the snapshot of a job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from utfproof import strict_json
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.questions.plan import Narrowing
from utfproof.vectors.suite import Suite


@dataclass(frozen=True, slots=True)
class CampaignSettings:
    """The settings of a campaign.

    It ends at the first limit. With `execs`, one job and the same seed, two campaigns keep the same
    inputs.

    Attributes:
        folder: where corpus, findings and statistics are kept.
        chosen: the adapters and their codecs.
        narrowing: the encodings and operations.
        seed: the seed of all random numbers.
        seconds: the limit of time, None for no limit.
        execs: the limit of inputs, None for no limit.
        jobs: the number of worker processes.
        command: the command line, for the report.
        last: the folder of the campaign before, whose findings are not new.
        suite: the vectors, where they have been read already.
        guided: false where only the seeds are mutated.
        engine: one of `utfproof.fuzz.libfuzzer.engines.ENGINES`.
    """

    folder: Path
    chosen: tuple[SelectedAdapter, ...]
    narrowing: Narrowing
    seed: int = 1
    seconds: float | None = None
    execs: int | None = None
    jobs: int = 1
    command: str = ""
    last: Path | None = None
    suite: Suite | None = None
    guided: bool = True
    engine: str = "batch"

    @property
    def is_deterministic(self) -> bool:
        """True when nothing may depend on the clock: the same seed gives the same corpus."""
        return self.execs is not None and self.jobs == 1

    def share(self, job: int) -> int | None:
        """Return the number of inputs of a job, None for no limit."""
        if self.execs is None:
            return None
        return self.execs // self.jobs + (job < self.execs % self.jobs)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The counters of one job since the campaign was started or continued.

    Attributes:
        job: the number of the job.
        inputs: the inputs asked.
        tuples: the vectors of answers seen.
        corpus: the inputs kept.
        restarts: the restarts of adapters.
        reached: the cells (class and place of ill-formed octets, by codec) reached.
        cells: the cells there are.
        questions: by codec the questions asked.
        differs: by codec the answers that differed from the reference.
        unreached: the names of cells that were not reached.
        complaints: the problems of adapters.
        quarantined: by codec the number of deadly inputs.
        absent: the codecs that cannot run, and why.
        done: true in the last snapshot of a job.
    """

    job: int
    inputs: int = 0
    tuples: int = 0
    corpus: int = 0
    restarts: int = 0
    reached: int = 0
    cells: int = 0
    questions: Sequence[tuple[str, int]] = ()
    differs: Sequence[tuple[str, int]] = ()
    unreached: Sequence[str] = ()
    complaints: Sequence[str] = ()
    quarantined: Sequence[tuple[str, int]] = ()
    absent: Sequence[tuple[str, str]] = ()
    done: bool = False

    @classmethod
    def of(cls, node: object) -> Snapshot:
        """Read a snapshot from JSON.

        Raises:
            ValueError: this is none.
        """
        return strict_json.record(cls, node)

"""A campaign: what is played, for how long, and where it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.questions.plan import Narrowing
from utfproof.vectors.suite import Suite


@dataclass(frozen=True, slots=True)
class CampaignSettings:
    """A campaign as it was asked for.

    It ends after `seconds` or after so many inputs (`execs`), whichever is first; None for without
    end. With `execs`, one job and the same seed two campaigns keep the same inputs. `last` is the
    folder of the campaign before, against which findings are new; `suite` is the vectors, where
    they have been read already. Without being `guided` only the seeds are mutated. `engine` is one
    of `utfproof.fuzz.libfuzzer.engines.ENGINES`.
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
        """Return how many inputs a job plays; None where the number is not limited."""
        if self.execs is None:
            return None
        return self.execs // self.jobs + (job < self.execs % self.jobs)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How far one job is: sums since the campaign was started or went on."""

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
    def of(cls, node: Mapping[str, Any]) -> Snapshot:
        """Read what was written as JSON."""
        return cls(**{item.name: _tuples(node[item.name]) for item in fields(cls)})


def _tuples(value: Any) -> Any:  # noqa: ANN401  (what JSON has: lists of lists)
    return tuple(map(_tuples, value)) if isinstance(value, list) else value

"""A round: a run with one fault, which is begun again until it ends, held against a quiet one."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from utfproof.engine.journal import journal, packing
from utfproof.errors import UtfproofError
from utfproof.report.run.summary import summarise

from .faults import FAULTS, Fault
from .processes import Ended, Run

TARGETS = ("lua/utf8", "lua/utf8.codes", "python_cpython/json.loads", "c_glibc/mbrtowc")
CASES = ("utf-8/*",)
_MOST_ATTEMPTS = 4
_ENOUGH = 3
"""Rounds in which a fault has to hit once."""
_COLUMNS = ("rounds", "not hit", "resumed", "refused", "differences")


@dataclass(frozen=True, slots=True)
class Quiet:
    """A run that nothing disturbed: its digest, its exit status, its time, the size of its journal.

    `cache` is as it left it; each round begins with a copy.
    """

    digest: str
    status: int
    seconds: float
    size: int
    cache: Path


@dataclass(slots=True)
class Tally:
    """What became of the rounds of one kind of fault."""

    drawn: int = 0
    missed: int = 0
    resumed: int = 0
    refused: int = 0
    different: list[str] = field(default_factory=list)

    @property
    def never_hit(self) -> bool:
        """Tell whether no round of some tells anything, for in none the fault hit."""
        return self.drawn >= _ENOUGH and self.missed == self.drawn


def arguments(
    targets: Iterable[str], cases: Iterable[str], *, on_cluster: bool = False
) -> list[str]:
    """Return the command line of every attempt."""
    asked = [word for case in cases for word in ("--case", case)]
    found = ["certify", *targets, *asked, "--out", "run", "--jobs", "2"]
    return [*found, "--cluster", "local"] if on_cluster else found


class Soak:
    """Rounds with faults, of the same questions.

    The run of a round that came to another result is kept in the folder `kept`.
    """

    def __init__(
        self, scratch: Path, targets: Iterable[str], cases: Iterable[str], kept: Path
    ) -> None:
        self._scratch, self._kept = scratch, kept
        self._asked = tuple(targets), tuple(cases)
        self.tallies = {name: Tally() for name in FAULTS}
        self.quiet = self._undisturbed()

    def _undisturbed(self) -> Quiet:
        home = self._scratch / "quiet"
        home.mkdir()
        # Twice: what is built and proved once is no part of a round.
        for _ in range(2):
            shutil.rmtree(home / "run", ignore_errors=True)
            began = time.monotonic()
            ended = self._run(home)
            seconds = time.monotonic() - began
        if (digest := result(home)) is None:
            raise SystemExit(f"the undisturbed run did not end: {ended.said[-2000:]}")
        size = packing.find(home / "run").stat().st_size
        return Quiet(digest, ended.status, seconds, size, home / "cache")

    def _run(self, home: Path) -> Ended:
        return Run(arguments(*self._asked), home, home / "cache").end()

    def round(self, dice: random.Random, name: str) -> str:
        """Draw a moment and a place for a fault; return what was wrong, or ""."""
        tally = self.tallies[name]
        tally.drawn += 1
        home = self._scratch / "round"
        home.mkdir()
        shutil.copytree(self.quiet.cache, home / "cache", symlinks=True)
        try:
            wrong = self._disturbed(dice, name, home, tally)
            if wrong:
                wrong += self._keep(home, f"{name.replace(' ', '-')}-{tally.drawn}")
                tally.different.append(wrong)
        finally:
            shutil.rmtree(home)
        return wrong

    def _keep(self, home: Path, name: str) -> str:
        """Keep the run of a round, and say where."""
        kept = self._kept / name
        if not (home / "run").is_dir():
            return ""
        shutil.copytree(home / "run", kept, symlinks=True)
        return f" (kept: {kept})"

    def _disturbed(self, dice: random.Random, name: str, home: Path, tally: Tally) -> str:
        fault = FAULTS[name]
        asked = arguments(*self._asked, on_cluster=fault.on_cluster)
        run = Run(asked, home, home / "cache", fault.before(dice, self.quiet.size))
        # By what it has done, not by time: the machine may be busy.
        goes_on = run.reach(int(dice.uniform(0.0, 0.9) * self.quiet.size))
        hit = fault.during is None or (goes_on and fault.during(dice, run))
        ended = run.end()
        if wrong := _wrong(ended):
            return wrong
        if not fault.between(dice, home) or not hit:
            tally.missed += 1
        return self._brought_to_its_end(home, fault, tally)

    def _brought_to_its_end(self, home: Path, fault: Fault, tally: Tally) -> str:
        """Begin the run again until it has its end; return what was wrong, or ""."""
        said = ""
        for _ in range(_MOST_ATTEMPTS):
            if (found := result(home)) is not None:
                tally.resumed += 1
                return "" if found == self.quiet.digest else f"another result: {found[:16]}"
            ended = self._run(home)
            said = f"exit {ended.status}: {ended.said[-300:]}"
            if wrong := _wrong(ended):
                return wrong
            if result(home) is None:
                if not (fault.damages and ended.is_refusal):
                    return f"no end and no reason, {said}"
                # Who reads the reason takes the damaged folder away.
                tally.refused += 1
                shutil.rmtree(home / "run", ignore_errors=True)
        return f"no end after {_MOST_ATTEMPTS} attempts, {said}"


def result(home: Path) -> str | None:
    """Return the digest of the answers of a run that has its end, None for one without or none."""
    try:
        summary = summarise(journal.read(home / "run"))
    except (UtfproofError, OSError):
        return None
    return summary.result.digest if summary.complete else None


def _wrong(ended: Ended) -> str:
    if ended.has_traceback:
        return f"a traceback: {ended.said[-600:]}"
    return "it hangs" if ended.hung else ""


def table(tallies: Mapping[str, Tally]) -> str:
    """Write what became of each kind of fault, and the sums."""
    rows = [
        (name, [one.drawn, one.missed, one.resumed, one.refused, len(one.different)])
        for name, one in tallies.items()
    ]
    rows.append(
        ("all", [sum(column) for column in zip(*(counts for _, counts in rows), strict=True)])
    )
    widest = max(len(name) for name, _ in rows)
    lines = [f"{'fault':<{widest}}  {'  '.join(_COLUMNS)}"]
    for name, counts in rows:
        cells = (f"{count:>{len(head)}}" for head, count in zip(_COLUMNS, counts, strict=True))
        lines.append(f"{name:<{widest}}  {'  '.join(cells)}")
    return "\n".join(lines)

"""The campaign: inputs a second of the batch engine, and faults found in a minute.

The environment says otherwise: BENCH_SECONDS of each campaign, BENCH_MUTANTS in all.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench import mutants_inside
from utfproof.adapters import needs, registry
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.questions.plan import Narrowing
from utfproof.fuzz.campaign.campaign_totals import CampaignSnapshot
from utfproof.fuzz.campaign.supervisor import Supervisor
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.fuzz.worker.fuzz_worker import FuzzWorker
from utfproof.model.operation import Op
from utfproof.mutants import catalogue, mutant_server

_CODECS = (
    "rust/std",
    "rust/encoding_rs",
    "rust/simdutf8-compat",
    "rust/bstr",
    "rust/simdutf",
    "go/unicode-utf8",
    "go/bufio",
    "go/x-text",
    "c_glibc/iconv",
    "c_glibc/mbrtoc32",
    "c_libraries/libunistring-u8_to_u32",
)
"""Eleven native decoders of UTF-8."""
_SECONDS = float(os.environ.get("BENCH_SECONDS", "60"))
_MUTANTS = int(os.environ.get("BENCH_MUTANTS", "40"))
_AT_ONCE = 10
_AIM_INPUTS = 150_000
_AIM_FOUND = 0.95
_CORES = 2
_OF_ONE_INPUT = frozenset({Op.DECODE, Op.VALIDATE, Op.ENCODE, Op.DETECT})


def rate() -> Iterator[tuple[str, bool]]:
    """Play eleven native decoders of UTF-8 on two cores, and count the processor time of each part.

    What a quiet machine does is worked out of the processor time, for others may run here.
    """
    chosen = [item for item in registry.select(_CODECS) if not needs.missing(item.manifest)]
    narrowing = Narrowing(ops=("decode UTF-8 strict",))
    snapshots = list(_played(chosen, narrowing, jobs=_CORES))
    later = snapshots[len(snapshots) // 2 :]
    first, last = later[0].statistics, later[-1].statistics
    inputs = (last.inputs - first.inputs) / max(last.seconds - first.seconds, 0.001)
    codecs = len(last.codecs)
    asked = f"each asked of {codecs} native decoders (aim {_AIM_INPUTS:,})"
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    yield f"campaign: {inputs:,.0f} inputs a second, {asked}; {load}", False
    harness, adapters = _processor_time(chosen, narrowing)
    alone = _CORES * 1e6 / (harness + adapters)
    spent = f"{harness:.1f} µs of the harness, {adapters:.1f} µs of the adapters"
    yield f"campaign: {spent} an input: {alone:,.0f} a second on {_CORES} quiet processors", False


def _processor_time(chosen: Sequence[SelectedAdapter], narrowing: Narrowing) -> tuple[float, float]:
    """Return the microseconds of processor time that an input takes, here and in the adapters.

    The rounds are counted that have grown to their size.
    """
    spent: list[tuple[int, float, float]] = []

    def measure(_: Snapshot) -> None:
        if worker.loops:
            adapters = worker.loops.running.adapters
            own = sum(one.session.processor_seconds for one in adapters)
            spent.append((worker.loops.loops[0].inputs, time.process_time(), own))

    cores = os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory() as folder:
        one = CampaignSettings(Path(folder), tuple(chosen), narrowing, seconds=_SECONDS / 2)
        worker = FuzzWorker(one, 0, lambda: False)
        worker.run(measure)
    os.sched_setaffinity(0, cores)
    (first, here, there), *_, (last, here_too, there_too) = spent[len(spent) // 2 :]
    inputs = last - first
    return (here_too - here) / inputs * 1e6, (there_too - there) / inputs * 1e6


def faults() -> Iterator[tuple[str, bool]]:
    """Count the faults found in so many seconds, ten mutants at a time, by each guidance.

    They are served in their own process, and for the guidance by code called in that of atheris,
    which sees their code; no guidance and tuples are measured in both.
    """
    fitting = [mutant.id for mutant in catalogue() if mutant.exposed_by[0].op in _OF_ONE_INPUT]
    some = random.Random(1).sample(fitting, min(_MUTANTS, len(fitting)))  # noqa: S311
    for name, engine, guided in (
        ("no guidance", "batch", False),
        ("tuples", "batch", True),
        ("code coverage", "atheris", False),
        ("code coverage and tuples", "atheris", True),
    ):
        found: list[str] = []
        for start in range(0, len(some), _AT_ONCE):
            found += _found(some[start : start + _AT_ONCE], engine, guided=guided)
        missing = [one for one in some if served_name(one) not in found]
        share = len(some) - len(missing)
        aim = f" (aim {_AIM_FOUND:.0%})" if engine == "batch" and guided else ""
        counted = f"{share} of {len(some)} mutants found in {_SECONDS:g} s{aim}"
        left = f"; not: {', '.join(missing)}" if missing else ""
        yield f"campaign: {name} ({engine}): {counted}{left}", False


def served_name(mutant: str) -> str:
    """Return the full name of the codec that a mutant is served as."""
    return f"{mutant_server.ADAPTER}/{mutant.replace('/', '.')}"


def _found(mutants: list[str], engine: str, *, guided: bool) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        write = mutants_inside.write_adapter if engine == "atheris" else mutant_server.write_adapter
        write(Path(folder), mutants)
        chosen = registry.select([folder])
        *_, last = _played(chosen, Narrowing(), engine=engine, guided=guided, jobs=_CORES)
        return [finding.codec for finding in last.findings]


def _played(
    chosen: Sequence[SelectedAdapter],
    narrowing: Narrowing,
    *,
    engine: str = "batch",
    guided: bool = True,
    jobs: int,
) -> Iterator[CampaignSnapshot]:
    with tempfile.TemporaryDirectory() as folder:
        one = CampaignSettings(
            Path(folder),
            tuple(chosen),
            narrowing,
            seconds=_SECONDS,
            jobs=jobs,
            guided=guided,
            engine=engine,
        )
        yield from Supervisor(one).run()

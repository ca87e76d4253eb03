"""The time of each codec at level complete, and the harness's own share; reported, not asserted."""

from __future__ import annotations

import time
from collections.abc import Iterator

from utfproof.adapters import needs, registry
from utfproof.adapters.build import builder
from utfproof.engine.journal.events import CodecFinished
from utfproof.engine.run import runner
from utfproof.engine.run.adapter_runner import RunScope
from utfproof.model.verdict import CodecVerdict
from utfproof.proof import levels
from utfproof.vectors import loader

_MINUTES = 45
_SHARE = 0.2


def each_codec() -> Iterator[tuple[str, bool]]:
    """Ask all codecs of this machine everything, two adapters at a time."""
    chosen = registry.select([])
    scope = RunScope(stages=levels.stages("complete"), jobs=2, load_suite=loader.load)
    started, spent, worked, codecs = time.perf_counter(), 0.0, 0.0, 0
    for event in runner.run(loader.load(), chosen, scope):
        if isinstance(event, CodecFinished) and event.verdict is not CodecVerdict.UNAVAILABLE:
            both = event.harness + event.adapter
            spent += both
            worked += event.harness
            codecs += 1
            share = event.harness / both if both else 0.0
            yield f"{event.codec} complete: {event.seconds:.1f} s, {share:.0%} harness", False
    minutes = (time.perf_counter() - started) / 60
    harness = f"harness {worked / max(spent, 1e-9):.0%} (aim {_SHARE:.0%})"
    done = f"all {codecs} codecs complete: {minutes:.1f} minutes (aim {_MINUTES})"
    yield f"{done}, {harness}", False


def second_build() -> Iterator[tuple[str, bool]]:
    """Time finding what was built before, for all adapters."""
    chosen = [item for item in registry.select([]) if not needs.missing(item.manifest)]
    for item in chosen:
        builder.command(item.manifest)
    started = time.perf_counter()
    for item in chosen:
        builder.command(item.manifest)
    seconds = time.perf_counter() - started
    yield f"second build of {len(chosen)} adapters: {seconds:.2f} s", False

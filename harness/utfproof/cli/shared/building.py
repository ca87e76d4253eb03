"""Building the adapters of a command before it opens them, so that the build can be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import islice

from utfproof.adapters import needs
from utfproof.adapters.build import builder
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared.activity import Activity, Part
from utfproof.engine.run import worker_pool
from utfproof.errors import UtfproofError


def build(chosen: Sequence[SelectedAdapter], jobs: int, doing: Activity) -> None:
    """Build the adapters that are not in the cache yet, `jobs` at a time, and show which.

    A failed build is left to whoever opens the adapter, and reported there.
    """
    doing.say(f"looking for built adapters ({len(chosen)})")
    # The versions of compilers are asked of other processes: threads wait for them side by side.
    with ThreadPoolExecutor(jobs) as pool:
        unbuilt = list(pool.map(_is_unbuilt, chosen))
    missing = [item for item, is_unbuilt in zip(chosen, unbuilt, strict=True) if is_unbuilt]
    if not missing:
        return
    doing.count("building", "adapters", len(missing))
    if (workers := min(jobs, len(missing))) == 1:
        for item in missing:
            _begin(item, doing)
            _build(item)
            _end(item, doing)
        return
    # Processes, not threads: they can be ended, and the compilers with them, on Ctrl-C.
    waiting = iter(missing)
    for item in islice(waiting, workers):
        _begin(item, doing)
    with closing(worker_pool.run_tasks(_builder, missing, workers)) as outputs:
        for output in outputs:
            if output.last:
                _end(missing[output.number], doing)
                for item in islice(waiting, 1):
                    _begin(item, doing)


def _is_unbuilt(item: SelectedAdapter) -> bool:
    manifest = item.manifest
    if manifest.problem or not manifest.build or needs.missing(manifest):
        return False
    with suppress(UtfproofError):
        return not builder.finished(builder.place(manifest))
    return False


def _begin(item: SelectedAdapter, doing: Activity) -> None:
    doing.part(item.manifest.name, Part())
    if not doing.is_live:
        doing.tell()


def _end(item: SelectedAdapter, doing: Activity) -> None:
    doing.end_part(item.manifest.name)
    doing.advance()


def _builder() -> Callable[[SelectedAdapter], Iterable[None]]:
    return _build


def _build(item: SelectedAdapter) -> Iterable[None]:
    with suppress(UtfproofError):
        builder.command(item.manifest)
    return ()

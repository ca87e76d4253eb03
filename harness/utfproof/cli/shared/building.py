"""Building the adapters of a command before it opens them, so that the build can be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

from utfproof.adapters import needs
from utfproof.adapters.build import builder
from utfproof.adapters.registry import SelectedAdapter
from utfproof.cli.shared.activity import Activity, Part
from utfproof.engine.run import worker_pool
from utfproof.errors import BuildError, UtfproofError
from utfproof.model.codec_id import CodecId

_Place = tuple[Path, str]
"""An adapter's folder, and the processor that it is built for."""


def build(chosen: Sequence[SelectedAdapter], jobs: int, doing: Activity) -> list[SelectedAdapter]:
    """Build the adapters that are not in the cache yet, `jobs` at a time, and show which.

    Return all of them. A build that failed is reported by whoever opens the adapter, and not tried
    again: the manifest has its error.
    """
    doing.say(f"looking for built adapters ({len(chosen)})")
    # The versions of compilers are asked of other processes: threads wait for them side by side.
    with ThreadPoolExecutor(jobs) as pool:
        unbuilt = list(pool.map(_is_unbuilt, chosen))
    missing = [item for item, is_unbuilt in zip(chosen, unbuilt, strict=True) if is_unbuilt]
    failed: dict[_Place, BuildError] = {}
    if missing:
        _build_all(missing, jobs, doing, failed)
    return [_with(item, failed.get(_place(item))) for item in chosen]


def _build_all(
    missing: Sequence[SelectedAdapter], jobs: int, doing: Activity, failed: dict[_Place, BuildError]
) -> None:
    """Build adapters, and put the errors of those that fail into `failed`, by their places."""
    doing.count("building", "adapters", len(missing))
    if (workers := min(jobs, len(missing))) == 1:
        for item in missing:
            _begin(item, doing)
            failed.update((_place(item), error) for error in _build(item))
            _end(item, doing)
        return
    # Processes, not threads: they can be ended, and the compilers with them, on Ctrl-C.
    waiting = iter(missing)
    # As many are begun as there are workers: the rest wait, and are not shown as being built.
    for item in islice(waiting, workers):
        _begin(item, doing)
    with closing(worker_pool.run_tasks(_builder, missing, workers)) as outputs:
        for output in outputs:
            place = _place(missing[output.number])
            failed.update((place, error) for error in output.items)
            if output.last:
                _end(missing[output.number], doing)
                # A worker is free now and takes the next one: show it as begun.
                for item in islice(waiting, 1):
                    _begin(item, doing)


def _is_unbuilt(item: SelectedAdapter) -> bool:
    manifest = item.manifest
    if manifest.problem or not manifest.build or needs.obstacle(manifest):
        return False
    if needs.missing(manifest):
        return False
    # A manifest that cannot be read is no reason to stop here: whoever opens it names the problem.
    with suppress(UtfproofError):
        return not builder.finished(builder.place(manifest))
    return False


def _place(item: SelectedAdapter) -> _Place:
    return item.manifest.folder, item.manifest.cpu


def _begin(item: SelectedAdapter, doing: Activity) -> None:
    doing.part(_shown(item), Part())
    if not doing.is_live:
        doing.tell()


def _end(item: SelectedAdapter, doing: Activity) -> None:
    doing.end_part(_shown(item))


def _shown(item: SelectedAdapter) -> str:
    """Name a build: `rust`, `rust (s390x)`."""
    return CodecId(item.manifest.name, "", item.manifest.cpu).build


def _with(item: SelectedAdapter, error: BuildError | None) -> SelectedAdapter:
    return replace(item, manifest=replace(item.manifest, unbuilt=error)) if error else item


def _builder() -> Callable[[SelectedAdapter], Iterable[BuildError]]:
    return _build


def _build(item: SelectedAdapter) -> Iterable[BuildError]:
    """Build an adapter; return the error of a build that failed."""
    with suppress(UtfproofError):  # an error of the manifest: whoever opens it meets it again
        try:
            builder.command(item.manifest)
        except BuildError as error:
            return (error,)
    return ()

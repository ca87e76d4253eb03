"""The adapters of an atheris worker: codecs in its own process, and instrumented processes."""

from __future__ import annotations

import mmap
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

import atheris

from utfproof.adapters.build import builder, coverage_build
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.python import in_process
from utfproof.adapters.python.in_process import InProcessCodecs
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.confinement import choice
from utfproof.confinement.choice import Wish
from utfproof.errors import BuildError, UtfproofError
from utfproof.fuzz.libfuzzer.caching_session import CachingSession
from utfproof.fuzz.libfuzzer.input_callback import InProcessTarget, InstrumentedTarget
from utfproof.fuzz.libfuzzer.worker_spec import WorkerSpec
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.model.codec_id import CodecId
from utfproof.model.operation import Offer

_NOT_INSTRUMENTED = (
    *sys.stdlib_module_names, "utfproof", "numpy", "atheris", "operations", "interfaces",
)  # fmt: skip
"""Modules that are no codec: their branches would hide those of the codec."""


class AtherisAdapters:
    """Starts adapters in the ways in which libFuzzer can see the code of their codecs.

    `memories` are the counters of the instrumented processes.
    """

    def __init__(self, spec: WorkerSpec, own: Path) -> None:
        """Prepare; nothing runs yet. `own` is a folder for the counters."""
        self._spec = spec
        self._own = own
        self._called: dict[int, InProcessCodecs] = {}
        self._watched: dict[int, Session] = {}
        self._answers: dict[int, dict[tuple[str, Offer], dict[bytes, Answer]]] = {}
        self.memories: list[mmap.mmap] = []

    def start(self, manifest: Manifest) -> RunningAdapter:
        """Load the codecs of an adapter; its process answers the lines that are not cached here.

        Raises:
            BuildError: the adapter does not build.
        """
        cached: dict[tuple[str, Offer], dict[bytes, Answer]] = {}
        session = CachingSession(builder.command(manifest), manifest.seconds, cached)
        adapter = RunningAdapter(manifest, session, session.another)
        offered = adapter.offers()
        called = _load(manifest, offered) if _may_be_called(manifest) else {}
        self._called[id(adapter)] = called
        # Code that is called in this process is seen already.
        if coverage_build.possible(manifest) and not called:
            self._start_instrumented(adapter)
        self._answers[id(adapter)] = cached
        for codec in manifest.codecs:
            name = str(CodecId(manifest.name, codec))
            deadly = self._spec.deadly.get(name, ())
            adapter.quarantine |= {name: [bytes.fromhex(text) for text in deadly]} if deadly else {}
        return adapter

    def calls(self, observers: Sequence[Observer]) -> list[InProcessTarget]:
        """Return the targets whose codecs are in this process."""
        found = []
        for observer in observers:
            key = (observer.target.name, observer.target.offer)
            answers = self._called[id(observer.adapter)].get(key)
            if answers and observer.target.codec not in self._spec.outside:
                cached = self._answers[id(observer.adapter)].setdefault(key, {})
                found.append(InProcessTarget(observer, answers, cached))
        return found

    def instrumented(self, observers: Sequence[Observer]) -> list[InstrumentedTarget]:
        """Return the targets whose adapters have an instrumented process."""
        pairs = ((one, self._watched.get(id(one.adapter))) for one in observers)
        return [InstrumentedTarget(one, session) for one, session in pairs if session]

    def close(self) -> None:
        """End the instrumented processes."""
        for session in self._watched.values():
            session.close()

    def _start_instrumented(self, adapter: RunningAdapter) -> None:
        """Start an instrumented process of an adapter; without one its code is not seen."""
        manifest = adapter.manifest
        try:
            found = coverage_build.counted(manifest, self._own / f"{manifest.name}.counters")
        except BuildError as error:
            adapter.add_complaint(f"atheris does not see its code: {error}")
            return
        self.memories.append(found.counters)
        self._watched[id(adapter)] = Session(found.command, manifest.seconds, seed=0)


def _may_be_called(manifest: Manifest) -> bool:
    """Tell whether codecs may be called in this process, which nothing confines."""
    return in_process.possible(manifest) and choice.wish() is not Wish.REQUIRE


def _load(manifest: Manifest, offered: Mapping[str, CodecOffers]) -> InProcessCodecs:
    """Load an adapter's codecs; where its program does not run here, its process answers all."""
    try:
        with atheris.instrument_imports(exclude=list(_NOT_INSTRUMENTED)):
            return in_process.load(manifest, offered)
    except UtfproofError:
        raise
    except (Exception, SystemExit):  # noqa: BLE001  (it is the adapter's, whatever it is)
        traceback.print_exc()
        return {}

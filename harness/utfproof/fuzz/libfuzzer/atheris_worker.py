"""The worker of the engine atheris: one encoding, in a process that libFuzzer drives.

`fuzz/libfuzzer/engine_scheduler` runs it as
`python -m utfproof.fuzz.libfuzzer.atheris_worker SPEC`. It writes a JSON line to stdout about once
a second. libFuzzer ends a process without notice, so nothing that must outlive it is kept in
memory.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import mmap
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import IO, NoReturn

import atheris

from utfproof.adapters.build import builder, coverage_build
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.python import in_process
from utfproof.adapters.python.in_process import InProcessCodecs
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.errors import BuildError, UtfproofError
from utfproof.fuzz.inputs import corpus, dictionary
from utfproof.fuzz.libfuzzer import coverage_counters
from utfproof.fuzz.libfuzzer.caching_session import CachingSession
from utfproof.fuzz.libfuzzer.input_callback import (
    InProcessTarget,
    InputCallback,
    InstrumentedTarget,
)
from utfproof.fuzz.libfuzzer.worker_spec import WorkerSpec
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.fuzz.worker.fuzz_worker import FuzzWorker, ReportSnapshot
from utfproof.model.codec_id import CodecId
from utfproof.model.operation import Offer

_PR_SET_PDEATHSIG = 1
_TELL_SECONDS = 1.0
_EXCHANGE_SECONDS = 2.0
_LONGEST = 4096
_SLOWEST_SECONDS = 10
_OWN_MEMORY = 1 << 30
_FAILED = 3
_NOT_INSTRUMENTED = (
    *sys.stdlib_module_names, "utfproof", "numpy", "atheris", "operations", "interfaces",
)  # fmt: skip
"""What is no codec: its branches would only be in the way of the codec's."""


class AtherisWorker(FuzzWorker):
    """Plays one encoding with libFuzzer: codecs called in this process, and instrumented ones."""

    engine = "atheris"

    def __init__(
        self,
        spec: WorkerSpec,
        own: Path,
        stop: Callable[[], bool],
        add_complaint: Callable[[UtfproofError], None],
    ) -> None:
        """Prepare; nothing runs yet. `own` is a folder for what libFuzzer reads and leaves."""
        super().__init__(spec.campaign(), spec.job, stop)
        self._spec = spec
        self._own = own
        self._complain = add_complaint
        self._called: dict[int, InProcessCodecs] = {}
        self._watched: dict[int, Session] = {}
        self._memories: list[mmap.mmap] = []
        self._notes: dict[int, dict[tuple[str, Offer], dict[bytes, Answer]]] = {}
        self._target: InputCallback | None = None
        self._exchanged = self._told = time.monotonic()

    @property
    def made(self) -> int:
        """How many inputs were made so far, apart from those that were there."""
        return self._target.made if self._target else 0

    def _observers(self, stack: ExitStack) -> list[Observer]:
        found = super()._observers(stack)
        return [one for one in found if one.target.encoding.value == self._spec.encoding]

    def _adapter(self, manifest: Manifest) -> RunningAdapter:
        """Load the codecs of an adapter; its own process answers what is not asked in this one."""
        command = builder.command(manifest)

        def fresh() -> Session:
            return Session(command, manifest.seconds, seed=0)

        notes: dict[tuple[str, Offer], dict[bytes, Answer]] = {}
        session = CachingSession(command, manifest.seconds, notes)
        adapter = RunningAdapter(manifest, session, fresh)
        said = {item.name: item for item in session.hello()}
        self._called[id(adapter)] = _loaded(manifest, said) if in_process.possible(manifest) else {}
        if coverage_build.possible(manifest) and not self._called[id(adapter)]:
            self._watch(adapter)
        self._notes[id(adapter)] = notes
        for codec in manifest.codecs:
            name = str(CodecId(manifest.name, codec))
            deadly = self._spec.deadly.get(name, ())
            adapter.quarantine |= {name: [bytes.fromhex(text) for text in deadly]} if deadly else {}
        return adapter

    def _watch(self, adapter: RunningAdapter) -> None:
        """Start an instrumented process of an adapter; without one its code is not seen."""
        manifest = adapter.manifest
        try:
            found = coverage_build.counted(manifest, self._own / f"{manifest.name}.counters")
        except BuildError as error:
            adapter.add_complaint(f"atheris does not see its code: {error}")
            return
        self._memories.append(found.counters)
        self._watched[id(adapter)] = Session(found.command, manifest.seconds, seed=0)

    def _watching(self, observers: list[Observer]) -> list[InstrumentedTarget]:
        """Pair the targets with the instrumented processes, where there are such."""
        pairs = ((one, self._watched.get(id(one.adapter))) for one in observers)
        return [InstrumentedTarget(one, session) for one, session in pairs if session]

    def _calls(self, observers: list[Observer]) -> list[InProcessTarget]:
        """Pair the targets with their codecs in this process, where there are such."""
        found = []
        for observer in observers:
            key = (observer.target.name, observer.target.offer)
            answers = self._called[id(observer.adapter)].get(key)
            if answers and observer.target.codec not in self._spec.outside:
                notes = self._notes[id(observer.adapter)].setdefault(key, {})
                found.append(InProcessTarget(observer, answers, notes))
        return found

    def _rounds(self, report: ReportSnapshot) -> None:
        """Hand over to libFuzzer, which does not come back; it needs something to begin with."""
        seeding = self._seeding
        while self._fields and not seeding.done and not self._fields[0].corpus.inputs:
            seeding.take_step()
        if not self._fields or self._over():
            return
        (field,) = self._fields
        self._gather()

        def after() -> bool:
            self._gather()
            return self._after(report)

        def end() -> NoReturn:
            seeding.sort_known(self._too_late)
            report(self._snapshot(done=True))
            self._leave(0)

        def fail(error: UtfproofError) -> NoReturn:
            self._complain(error)
            self._leave(_FAILED)

        self._target = InputCallback(
            played=field,
            calls=self._calls(list(field.observers)),
            watched=self._watching(list(field.observers)),
            mutate=lambda octets, most: bytes(atheris.Mutate(octets, most)),  # late: see Counters
            begin=lambda: coverage_counters.watch(self._memories),
            after=after,
            end=end,
            fail=fail,
            left=self._campaign.execs,
        )
        atheris.Setup(self._arguments(), self._target.one, custom_mutator=self._target.mutated)
        atheris.Fuzz()

    def _arguments(self) -> list[str]:
        """Say to libFuzzer what it does.

        It is given the corpus as a list, for it would read a folder in whatever order that has, and
        takes up no more later, which would depend on time. So does what its entropic schedule
        prefers: with it, one campaign in two kept other inputs. It does not write into the corpus,
        where others would read half of a file. What a codec was asked last stays, when this
        process dies, beside its log.
        """
        (field,) = self._fields
        memory = sum(chosen.manifest.memory for chosen in self._campaign.chosen) + _OWN_MEMORY
        words = self._own
        dictionary.write(words / "words.dict", field.guidance.scheme)
        kept = corpus.corpus_folder(self._campaign.folder, field.encoding)
        inputs = sorted(path for path in kept.iterdir() if not path.suffix)
        (words / "inputs").write_text(",".join(map(str, inputs)), "utf-8")
        return [
            "utfproof",
            f"-seed_inputs=@{words / 'inputs'}",
            f"-seed={self._spec.seed * 1009 + self._spec.job * 101 + 1}",
            f"-dict={words / 'words.dict'}",
            f"-artifact_prefix={words}/",
            f"-max_len={_LONGEST}",
            f"-timeout={_SLOWEST_SECONDS}",
            f"-rss_limit_mb={memory >> 20}",
            *("-len_control=0", "-reload=0", "-reduce_inputs=0", "-entropic=0"),
            *("-handle_term=0", "-handle_int=0", "-print_pcs=0", "-verbosity=0"),
            str(self._found),
        ]

    @property
    def _found(self) -> Path:
        return self._own / "found"

    def _gather(self) -> None:
        """Put what libFuzzer has kept into the corpus, in an order that does not vary."""
        self._found.mkdir(exist_ok=True)
        for path in sorted(self._found.iterdir()):
            self._fields[0].corpus.add(path.read_bytes())
            path.unlink()

    def _after(self, report: ReportSnapshot) -> bool:
        """Tell how far it is, if it is time; say whether to take up what others have found."""
        now = time.monotonic()
        if now - self._told >= _TELL_SECONDS:
            self._told = now
            report(self._snapshot())
        if not self._spec.exchanges or now - self._exchanged < _EXCHANGE_SECONDS:
            return False
        self._exchanged = now
        self._fields[0].triage.reload()
        return True

    def _leave(self, code: int) -> NoReturn:
        """End this process from within libFuzzer, which takes an ordinary exit for a crash."""
        for adapter in self._adapters:
            adapter.close()
        for session in self._watched.values():
            session.close()
        atexit._run_exitfuncs()  # noqa: SLF001  (there is no other name for it)
        os._exit(code)


def _loaded(manifest: Manifest, said: Mapping[str, CodecOffers]) -> InProcessCodecs:
    """Load an adapter's codecs; where its program does not run here, its process answers all."""
    try:
        with atheris.instrument_imports(exclude=list(_NOT_INSTRUMENTED)):
            return in_process.load(manifest, said)
    except UtfproofError:
        raise
    except (Exception, SystemExit):  # noqa: BLE001  (it is the adapter's, whatever it is)
        traceback.print_exc()
        return {}


def main(path: Path) -> None:
    """Play what a spec says."""
    _end_with_the_parent()
    out = _own_stdout()
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        del frame
        stopped.append(number)

    def say(node: Mapping[str, object]) -> None:
        out.write(json.dumps(node) + "\n")
        out.flush()

    def add_complaint(error: UtfproofError) -> None:
        say({"error": str(error)})

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started this one stops it
    signal.signal(signal.SIGTERM, stop)
    try:
        player = AtherisWorker(
            WorkerSpec.read(path), path.parent, lambda: bool(stopped), add_complaint
        )
        player.run(lambda snapshot: say({"made": player.made, "snapshot": asdict(snapshot)}))
    except UtfproofError as error:
        add_complaint(error)
        sys.exit(_FAILED)


def _own_stdout() -> IO[str]:
    """Keep stdout for what is told; what a codec prints goes to stderr."""
    own = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return os.fdopen(own, "w", encoding="ascii")


def _end_with_the_parent() -> None:
    """Have the kernel end this process with its parent: it would go on writing into the corpus."""
    parent = os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(_FAILED)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

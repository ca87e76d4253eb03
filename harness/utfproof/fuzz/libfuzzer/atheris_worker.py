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
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import IO, NoReturn

import atheris

from utfproof.errors import UtfproofError
from utfproof.fuzz.inputs import corpus, dictionary
from utfproof.fuzz.libfuzzer import coverage_counters
from utfproof.fuzz.libfuzzer.atheris_adapters import AtherisAdapters
from utfproof.fuzz.libfuzzer.input_callback import InputCallback
from utfproof.fuzz.libfuzzer.worker_spec import WorkerSpec
from utfproof.fuzz.triage.known_failures import load_defects
from utfproof.fuzz.worker.deadline import Deadline
from utfproof.fuzz.worker.encoding_loop import EncodingLoop
from utfproof.fuzz.worker.fuzz_worker import prepare_memory
from utfproof.fuzz.worker.loop_set import LoopSet, ReportSnapshot
from utfproof.fuzz.worker.running_targets import RunningTargets
from utfproof.fuzz.worker.seeding import Seeding
from utfproof.model.encoding import Encoding
from utfproof.vectors import loader

_PR_SET_PDEATHSIG = 1
_TELL_SECONDS = 1.0
_EXCHANGE_SECONDS = 2.0
_LONGEST = 4096
_SLOWEST_SECONDS = 10
_OWN_MEMORY = 1 << 30
_FAILED = 3


class AtherisWorker:
    """Runs one encoding with libFuzzer: codecs in this process, and instrumented adapters."""

    def __init__(
        self,
        spec: WorkerSpec,
        own: Path,
        stop: Callable[[], bool],
        complain: Callable[[UtfproofError], None],
    ) -> None:
        """Prepare; nothing runs yet. `own` is a folder for libFuzzer's files."""
        campaign = spec.campaign()
        self._spec = spec
        self._own = own
        self._complain = complain
        self._adapters = AtherisAdapters(spec, own)
        self._deadline = Deadline(campaign.seconds, stop)
        self._running = RunningTargets(
            campaign, loader.load(), self._adapters.start, [Encoding(spec.encoding)]
        )
        self._loops: LoopSet
        self._callback: InputCallback | None = None
        self._exchanged = self._reported = time.monotonic()

    @property
    def made(self) -> int:
        """Return how many inputs were made so far, apart from those that were there."""
        return self._callback.made if self._callback else 0

    def run(self, report: ReportSnapshot) -> None:
        """Run to the end; report about once a second, and last with `done`.

        libFuzzer ends the process itself, so this returns only where there is nothing to run.
        """
        prepare_memory()
        with ExitStack() as stack:
            self._running.start(stack)
            self._deadline.start()
            self._loops = LoopSet(
                self._running.campaign, self._spec.job, self._running, self._deadline, "atheris"
            )
            seeding = self._loops.seeding(load_defects(self._running.campaign.chosen))
            self._loops.seed(seeding, report)
            self._drive(seeding, report)
            self._finish(seeding, report)

    def _drive(self, seeding: Seeding, report: ReportSnapshot) -> None:
        """Hand over to libFuzzer, which does not come back; it needs an input to begin with."""
        while self._loops.loops and not seeding.done and not self._loop.corpus.inputs:
            seeding.take_step()
        if not self._loops.loops or self._deadline.is_over():
            return
        self._gather()

        def after() -> bool:
            self._gather()
            return self._after(report)

        def end() -> NoReturn:
            self._finish(seeding, report)
            self._leave(0)

        def fail(error: UtfproofError) -> NoReturn:
            self._complain(error)
            self._leave(_FAILED)

        observers = self._loop.observers
        self._callback = InputCallback(
            loop=self._loop,
            calls=self._adapters.calls(observers),
            watched=self._adapters.instrumented(observers),
            # Looked up late: atheris has no Mutate before libFuzzer's core is loaded.
            mutate=lambda octets, most: bytes(atheris.Mutate(octets, most)),
            begin=lambda: coverage_counters.watch(self._adapters.memories),
            after=after,
            end=end,
            fail=fail,
            left=self._running.campaign.execs,
        )
        atheris.Setup(self._arguments(), self._callback.one, custom_mutator=self._callback.mutated)
        atheris.Fuzz()

    @property
    def _loop(self) -> EncodingLoop:
        return self._loops.loops[0]

    def _finish(self, seeding: Seeding, report: ReportSnapshot) -> None:
        seeding.sort_known(self._deadline.is_too_late)
        report(self._loops.snapshot(done=True))

    def _arguments(self) -> list[str]:
        """Return the command line of libFuzzer.

        When this process dies, libFuzzer leaves the last input of a codec in `own`.
        """
        campaign = self._running.campaign
        memory = sum(chosen.manifest.memory for chosen in campaign.chosen) + _OWN_MEMORY
        words = self._own
        dictionary.write(words / "words.dict", self._loop.guidance.scheme)
        kept = corpus.corpus_folder(campaign.folder, self._loop.encoding)
        inputs = sorted(path for path in kept.iterdir() if not path.suffix)
        (words / "inputs").write_text(",".join(map(str, inputs)), "utf-8")
        # A list, not a folder: libFuzzer would read a folder in the order of the disk. It does not
        # reload, and has no entropic schedule, as both depend on time: with the schedule one
        # campaign in two kept other inputs. It writes into its own folder, because other workers
        # could read half of a file in the corpus.
        return [
            "utfproof",
            f"-seed_inputs=@{words / 'inputs'}",
            # Never 0, for which libFuzzer draws a seed by the clock.
            f"-seed={self._spec.seed * 1009 + self._spec.job * 101 + 1}",
            f"-dict={words / 'words.dict'}",
            f"-artifact_prefix={words}/",
            f"-max_len={_LONGEST}",
            f"-timeout={_SLOWEST_SECONDS}",
            f"-rss_limit_mb={memory >> 20}",
            *("-len_control=0", "-reload=0", "-reduce_inputs=0", "-entropic=0"),
            # Signals are handled here: libFuzzer's handlers would end the process before its last
            # report.
            *("-handle_term=0", "-handle_int=0", "-print_pcs=0", "-verbosity=0"),
            str(self._found),
        ]

    @property
    def _found(self) -> Path:
        return self._own / "found"

    def _gather(self) -> None:
        """Move the inputs that libFuzzer has kept into the corpus, in the order of their names."""
        self._found.mkdir(exist_ok=True)
        for path in sorted(self._found.iterdir()):
            self._loop.corpus.add(path.read_bytes())
            path.unlink()

    def _after(self, report: ReportSnapshot) -> bool:
        """Report about once a second; return whether to read the inputs of other workers."""
        now = time.monotonic()
        if now - self._reported >= _TELL_SECONDS:
            self._reported = now
            report(self._loops.snapshot())
        if not self._spec.exchanges or now - self._exchanged < _EXCHANGE_SECONDS:
            return False
        self._exchanged = now
        self._loops.triage.reload()
        return True

    def _leave(self, code: int) -> NoReturn:
        """End this process from within libFuzzer, which takes an ordinary exit for a crash."""
        for adapter in self._running.adapters:
            adapter.close()
        self._adapters.close()
        atexit._run_exitfuncs()  # noqa: SLF001  (there is no other name for it)
        os._exit(code)


def main(path: Path) -> None:
    """Run the worker of a specification."""
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
        worker = AtherisWorker(
            WorkerSpec.read(path), path.parent, lambda: bool(stopped), add_complaint
        )
        worker.run(lambda snapshot: say({"made": worker.made, "snapshot": asdict(snapshot)}))
    except UtfproofError as error:
        add_complaint(error)
        sys.exit(_FAILED)


def _own_stdout() -> IO[str]:
    """Return stdout for reports; the output of a codec goes to stderr."""
    own = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return os.fdopen(own, "w", encoding="ascii")


def _end_with_the_parent() -> None:
    """Have the kernel end this process with its parent: it would go on writing into the corpus."""
    parent = os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # The parent may have died before the call: then no signal would ever come.
    if os.getppid() != parent:
        sys.exit(_FAILED)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

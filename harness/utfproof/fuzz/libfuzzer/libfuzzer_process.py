"""A libFuzzer process: its snapshots, its log, and the input at which it died."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from utfproof.adapters.session.process import printable
from utfproof.errors import UtfproofError
from utfproof.fuzz.libfuzzer.worker_spec import WorkerSpec
from utfproof.fuzz.worker.campaign_settings import Snapshot

_GRACE_SECONDS = 15.0
_LOOK_SECONDS = 0.2
_SHOWN = 600
_LAST_ASKED = ("crash-*", "timeout-*", "oom-*")
"""Files in which libFuzzer leaves the input at which its process ended."""


class LibFuzzerProcess:
    """One process of the engine atheris.

    `last` is its last snapshot, `made` the inputs made so far, `code` its exit status.
    """

    def __init__(self, spec: WorkerSpec) -> None:
        """Write the specification into the process's folder; inputs of an earlier one stay."""
        self.last = Snapshot(spec.job)
        self.made = 0
        self.code = 0
        self._error = ""
        self._folder = Path(spec.folder) / "atheris" / f"{spec.job}-{spec.encoding}"
        self._folder.mkdir(parents=True, exist_ok=True)
        for path in self._folder.iterdir():
            if path.is_file():
                path.unlink()
        self._log = self._folder / "log"
        spec.write(self._folder / "spec.json")

    def snapshots(self, over: Callable[[], bool]) -> Iterator[Snapshot]:
        """Run; yield its snapshots until it ends. It is asked to end when `over` returns true.

        Raises:
            UtfproofError: the worker reported an error.
        """
        with self._log.open("wb") as log, self._started(log) as child:
            try:
                yield from self._heard(child, over)
            finally:
                if child.poll() is None:
                    child.kill()
            self.code = child.wait()
        if self._error:
            raise UtfproofError(self._error)

    def _started(self, log: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401  (an open file)
        path = os.pathsep.join(folder for folder in sys.path if folder)
        return subprocess.Popen(  # noqa: S603  (this program itself)
            [
                sys.executable,
                "-m",
                "utfproof.fuzz.libfuzzer.atheris_worker",
                str(self._folder / "spec.json"),
            ],
            # With a fixed hash seed sets are walked in one order: the same seed keeps the same
            # inputs.
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
        )

    def _heard(
        self, child: subprocess.Popen[bytes], over: Callable[[], bool]
    ) -> Iterator[Snapshot]:
        assert child.stdout  # noqa: S101  (asked for above)
        left, late = b"", float("inf")
        while time.monotonic() < late:
            if late == float("inf") and over():
                late = time.monotonic() + _GRACE_SECONDS
                child.terminate()
            if not select.select([child.stdout], [], [], _LOOK_SECONDS)[0]:
                continue
            data = os.read(child.stdout.fileno(), 1 << 16)
            if not data:
                child.wait(_GRACE_SECONDS)
                return
            *lines, left = (left + data).split(b"\n")
            yield from map(self._read, lines)

    def _read(self, line: bytes) -> Snapshot:
        node = json.loads(line)
        if "error" in node:
            self._error = str(node["error"])
            return self.last
        self.made = int(node["made"])
        self.last = Snapshot.of(node["snapshot"])
        return self.last

    def last_inputs(self) -> list[bytes]:
        """Return the inputs at which codecs ended the process."""
        paths = (path for pattern in _LAST_ASKED for path in sorted(self._folder.glob(pattern)))
        return [path.read_bytes() for path in paths]

    def log_tail(self) -> str:
        """Return the end of the process's log, made printable."""
        return printable(self._log.read_bytes()[-_SHOWN:].decode("utf-8", "backslashreplace"))

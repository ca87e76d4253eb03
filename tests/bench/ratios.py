"""Costs of the product as ratios: `make bench ARGS=ratios`.

Two things are measured in turn and divided, so that a slow machine slows both.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CodecFinished
from utfproof.proof.power import report

SAMPLE = (
    "rust/std",
    "rust/bstr-chars",
    "c_icu/u_strFromUTF8Lenient",
    "c_glibc/mbrtoc16",
    "python_packages/ftfy",
    "java/guava-Utf8",
    "js_npm/iconv-lite",
    "ruby/pack-U",
)
"""Codecs that pass and that fail, native and interpreted, of one encoding and of several."""

_SHARE = 0.2
_MEMORY_MIB = 1536
_HELP = 2.0
_POWER = 300
_ROUNDS = 7
_UNIT_STEPS = 3_000_000
_LOOK_EVERY_SECONDS = 0.2
_ADAPTER_MARK = b"UTFPROOF_PROCESS="
"""Stands in the environment of the processes of adapters, which are not the harness'."""


def of_complete() -> Iterator[tuple[str, bool]]:
    """Ask a sample everything: the harness' share of the processor time, and its peak memory."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        command = [sys.executable, "-m", "utfproof", "certify", *SAMPLE, "--level", "complete"]
        run = subprocess.Popen(
            [*command, "--jobs", "2", "--out", str(out)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        peak = _Peak(run.pid)
        run.wait()
        mebioctets = peak.end() >> 20
        ended = [e for e in journal.read(out / "journal.jsonl") if isinstance(e, CodecFinished)]
    asked = [one for one in ended if one.seconds]
    for one in asked:
        share = one.harness / (one.harness + one.adapter)
        yield f"{one.codec} complete: {one.seconds:.1f} s, {share:.2f} of it the harness'", False
    worked = sum(one.harness for one in asked)
    share = worked / max(worked + sum(one.adapter for one in asked), 1e-9)
    yield f"harness: {share:.2f} of the processor time of {len(asked)} (aim {_SHARE})", False
    yield f"harness: {mebioctets} MiB at the peak (aim {_MEMORY_MIB})", mebioctets > _MEMORY_MIB


def of_power() -> Iterator[tuple[str, bool]]:
    """Time the measurement of the suite, in units of a fixed computation."""
    before = _unit()
    started = time.perf_counter()
    found = report.power(
        "complete", report.results(report.tasks(report.families_of("complete")), 2)
    )
    seconds = time.perf_counter() - started
    units = seconds / statistics.mean((before, _unit()))
    yield f"power: {units:.0f} units of a fixed computation (aim {_POWER})", bool(found.survivors)


def of_help() -> Iterator[tuple[str, bool]]:
    """Time `--help` beside a Python that only imports click."""
    helped = [sys.executable, "-m", "utfproof", "--help"]
    bare = [sys.executable, "-c", "import click"]
    pairs = [(_seconds(helped), _seconds(bare)) for _ in range(_ROUNDS)]
    ratio = statistics.median(one / other for one, other in pairs)
    yield f"--help: {ratio:.2f} times `import click` (aim {_HELP})", False


def _seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - started


def _unit() -> float:
    started = time.perf_counter()
    sum(number * number for number in range(_UNIT_STEPS))
    return time.perf_counter() - started


class _Peak:
    """The most memory that the processes of a run had at once, without those of adapters."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._most = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def end(self) -> int:
        """Stop looking; return octets."""
        self._ended.set()
        self._thread.join()
        return self._most

    def _look(self) -> None:
        while not self._ended.wait(_LOOK_EVERY_SECONDS):
            self._most = max(self._most, sum(map(_resident, _harness(self._pid))))


def _harness(root: int) -> list[int]:
    """List a process and those below it; what an adapter's process starts is the adapter's."""
    children: dict[int, list[int]] = {}
    for pid, parent in _parents().items():
        children.setdefault(parent, []).append(pid)
    found, left = [], [root]
    while left:
        pid = left.pop()
        if _ADAPTER_MARK not in _read(pid, "environ"):
            found.append(pid)
            left += children.get(pid, [])
    return found


def _parents() -> Mapping[int, int]:
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        fields = _read(int(folder.name), "stat").rpartition(b")")[2].split()
        if fields:
            found[int(folder.name)] = int(fields[1])
    return found


def _resident(pid: int) -> int:
    for line in _read(pid, "status").splitlines():
        if line.startswith(b"VmRSS:"):
            return int(line.split()[1]) << 10
    return 0


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:  # it has ended
        return b""

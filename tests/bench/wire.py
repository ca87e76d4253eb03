"""The wire against the pipe: blocks through the harness, and the same blocks from a file."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from utfproof.adapters import registry
from utfproof.adapters.build import builder
from utfproof.adapters.session.process import Process
from utfproof.adapters.session.restarting_process import HELLO
from utfproof.adapters.session.wire import RenderedBlock, Wire
from utfproof.confinement.command import Command

_CODEC = "mbrtoc32"
_LINES = 60_000
_BLOCKS = 24
_ROUNDS = 5
_AIM = 0.5
_INPUTS = ("e282ac", "41", "f09f9880", "c3a9c3a9", "efbbbf41", "414243444546", "ed9fbf", "7f")


def through_the_wire() -> Iterator[tuple[str, bool]]:
    """Measure lines a second through the wire, as a ratio to the pipe's own rate."""
    [chosen] = registry.select([f"c_glibc/{_CODEC}"])
    command = builder.command(chosen.manifest)
    lines = [_INPUTS[index % len(_INPUTS)].encode() for index in range(_LINES)]
    block = RenderedBlock.of(f"decode {_CODEC} UTF-8 strict".encode(), lines)
    pairs = [(_piped(command, block), _wired(command, block)) for _ in range(_ROUNDS)]
    ratio = statistics.median(piped / wired for piped, wired in pairs)
    total = _LINES * _BLOCKS / 1e6
    rates = [total / statistics.median(times) for times in zip(*pairs, strict=True)]
    measured = f"{rates[1]:.1f} against {rates[0]:.1f} million lines a second"
    yield (
        f"wire: {ratio:.2f} of the pipe's own rate (aim at least {_AIM}); {measured}",
        ratio < _AIM,
    )


def _piped(command: Command, block: RenderedBlock) -> float:
    """Time the adapter alone: the blocks come from a file, the answers go into one."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "blocks"
        source.write_bytes(block.octets * _BLOCKS)
        started = time.perf_counter()
        with source.open("rb") as stdin, (Path(folder) / "answers").open("wb") as stdout:
            subprocess.run(command.arguments, stdin=stdin, stdout=stdout, check=True)
        return time.perf_counter() - started


def _wired(command: Command, block: RenderedBlock) -> float:
    """Time the same blocks through the wire, each answer compared as a whole."""
    process = Process(command)
    try:
        wire = Wire(process)
        wire.exchange(HELLO, 10)
        expected = wire.exchange(block, 60)
        started = time.perf_counter()
        same = [wire.exchange(block, 60) == expected for _ in range(_BLOCKS)]
        seconds = time.perf_counter() - started
    finally:
        process.close()
    if not all(same):
        raise AssertionError("an answer differs from the first")
    return seconds

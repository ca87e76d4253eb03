"""The state-machine test set with one extra state: 3.5 million strings through the wire."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from utfproof.adapters import registry
from utfproof.adapters.build import builder
from utfproof.adapters.session.process import Process
from utfproof.adapters.session.restarting_process import HELLO
from utfproof.adapters.session.wire import RenderedBlock, Wire
from utfproof.confinement.command import Command
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Mode
from utfproof.oracle.answer_profile import ERROR_DETAILS
from utfproof.oracle.expected import expected_result
from utfproof.proof.automata import w_method

_CODEC = "mbrtoc32"
_LINES = 60_000
_ROUNDS = 3
_AIM = 0.5


def through_the_wire() -> Iterator[tuple[str, bool]]:
    """Ask the whole set and compare every answer, as a ratio to the pipe's own rate."""
    [chosen] = registry.select([f"c_glibc/{_CODEC}"])
    command = builder.command(chosen.manifest)
    header = f"decode {_CODEC} UTF-8 strict".encode()
    strings = list(w_method.strings(Scheme.UTF_8, 1))
    starts = range(0, len(strings), _LINES)
    blocks = [_block(header, strings[start : start + _LINES]) for start in starts]
    wrong, pairs = 0, []
    for _ in range(_ROUNDS):
        wired, different = _wired(command, blocks)
        pairs.append((_piped(command, blocks), wired))
        wrong = different
    ratio = statistics.median(piped / wired for piped, wired in pairs)
    rate = len(strings) / statistics.median(wired for _, wired in pairs) / 1e6
    judged = f"{wrong} blocks hold answers that are not UTF-8's"
    yield (
        (
            f"states: {len(strings):,} strings, {ratio:.2f} of the pipe's own rate "
            f"(aim at least {_AIM}); {rate:.1f} million a second; {judged}"
        ),
        ratio < _AIM,
    )


def _block(header: bytes, strings: Sequence[bytes]) -> tuple[RenderedBlock, bytes]:
    """Render strings, and the answers that UTF-8 gives with the error detail of the codec."""
    lines = [string.hex().encode() or b"-" for string in strings]
    detail = next(one for one in ERROR_DETAILS if one.text and one.length is False)
    answers = [
        expected_result(Scheme.UTF_8, None, Mode.STRICT, string).line(detail) for string in strings
    ]
    return RenderedBlock.of(header, lines), b"\n".join(answers)


def _piped(command: Command, blocks: Sequence[tuple[RenderedBlock, bytes]]) -> float:
    """Time the adapter alone: the blocks come from a file, the answers go into one."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "blocks"
        source.write_bytes(b"".join(block.octets for block, _ in blocks))
        started = time.perf_counter()
        with source.open("rb") as stdin, (Path(folder) / "answers").open("wb") as stdout:
            subprocess.run(command.arguments, stdin=stdin, stdout=stdout, check=True)
        return time.perf_counter() - started


def _wired(command: Command, blocks: Sequence[tuple[RenderedBlock, bytes]]) -> tuple[float, int]:
    """Time the same blocks through the wire, each answer compared; count the blocks that differ."""
    process = Process(command)
    try:
        wire = Wire(process)
        wire.exchange(HELLO, 10)
        started = time.perf_counter()
        different = sum(wire.exchange(block, 60) != expected for block, expected in blocks)
        return time.perf_counter() - started, different
    finally:
        process.close()

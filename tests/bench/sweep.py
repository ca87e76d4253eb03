"""Sweeps against a bare loop: the same strings put to the same codec, without any harness."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from utfproof.adapters import registry
from utfproof.adapters.launch import opened
from utfproof.adapters.session.session import Session
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.verdict import Verdict
from utfproof.proof.sweep.rules import rules
from utfproof.proof.sweep.shards import MOST_FREE, SweepShard
from utfproof.proof.sweep.sweeper import Sweeper
from utfproof.proof.sweep.swept import SweptOffer

_ROUNDS = 5
_AIM = 0.8
_SWEEP, _DECODE = (Offer(op, Encoding.UTF_8, Mode.STRICT) for op in (Op.SWEEP, Op.DECODE))
_HERE = Path(__file__).parent
# The flags are those of the adapters: adapter.yaml of c_glibc, Cargo.toml of rust.
_C = ("cc", "-O2", "-std=c11")
_RUST = ("rustc", "--edition=2021", "-Copt-level=3", "-Ccodegen-units=1", "-Clto=fat")


@dataclass(frozen=True, slots=True)
class Bare:
    """A codec with its bare loop: how to compile that, what to call it with, which prefixes."""

    target: str
    compiler: Sequence[str]
    source: str
    arguments: Sequence[str]
    prefixes: Sequence[str]


_BARE = (
    Bare("rust/std", _RUST, "bare_std.rs", (), ("41", "c2", "e1", "ed", "f0", "ff") * 2),
    Bare("c_glibc/mbrtoc32", _C, "bare_glibc.c", ("mbrtoc32",), ("41", "e1", "ff")),
    Bare("c_glibc/iconv", _C, "bare_glibc.c", ("iconv",), ("41", "e1", "ff")),
)


def against_a_bare_loop() -> Iterator[tuple[str, bool]]:
    """Measure strings a second through the harness, as a ratio to the bare loop's rate."""
    with tempfile.TemporaryDirectory() as folder:
        for bare in _BARE:
            yield _measured(bare, _compiled(bare, Path(folder)))


def _compiled(bare: Bare, folder: Path) -> list[str]:
    program = folder / bare.target.replace("/", "-")
    subprocess.run([*bare.compiler, "-o", program, _HERE / bare.source], check=True)
    return [str(program), *bare.arguments, *bare.prefixes]


def _measured(bare: Bare, command: Sequence[str]) -> tuple[str, bool]:
    [chosen] = registry.select([bare.target])
    [codec] = chosen.codecs
    settings = codec.claims.settings(Encoding.UTF_8)
    if settings is None:
        raise AssertionError(f"{bare.target} claims nothing for UTF-8")
    swept = SweptOffer(bare.target, codec.name, _SWEEP, _DECODE)
    sweeper = Sweeper(swept, rules(settings.for_decoding()))
    shards = [SweepShard(bytes.fromhex(prefix), MOST_FREE) for prefix in bare.prefixes]
    with opened(chosen) as (session, _):
        _swept(sweeper, session, shards)  # what is expected is worked out once
        pairs = [(_looped(command), _swept(sweeper, session, shards)) for _ in range(_ROUNDS)]
    ratio = statistics.median(loop / sweep for loop, sweep in pairs)
    millions = sum(shard.strings for shard in shards) / 1e6
    rates = [millions / statistics.median(times) for times in zip(*pairs, strict=True)]
    measured = f"{rates[1]:.0f} against {rates[0]:.0f} million strings a second"
    line = f"sweep of {bare.target}: {ratio:.2f} of a bare loop (aim at least {_AIM}); {measured}"
    return line, ratio < _AIM


def _looped(command: Sequence[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def _swept(sweeper: Sweeper, session: Session, shards: Sequence[SweepShard]) -> float:
    started = time.perf_counter()
    verdicts = {sweeper.ask(session, shard).verdict for shard in shards}
    seconds = time.perf_counter() - started
    if verdicts != {Verdict.PASS}:
        raise AssertionError(f"a shard does not pass: {verdicts}")
    return seconds

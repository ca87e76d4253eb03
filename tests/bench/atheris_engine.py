"""The engine atheris: inputs a second, beside a target that does nothing at all.

Both are processes of libFuzzer, measured in their own processor time, by turns.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from utfproof.adapters import registry
from utfproof.engine.questions.plan import Narrowing
from utfproof.fuzz.libfuzzer.worker_spec import WorkerSpec
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.model.encoding import Encoding

_INPUTS = 100_000
_WARM = 20_000
_EMPTY_INPUTS = 500_000
_ROUNDS = 3
_AIM = 0.05

_EMPTY = f"""
import os, sys, time
import atheris

played, started = 0, 0.0

def one(data):
    global played, started
    played += 1
    if played == 1:
        started = time.process_time()
    if played == {_EMPTY_INPUTS}:
        print(played / (time.process_time() - started), flush=True)
        os._exit(0)

atheris.Setup([sys.argv[0], "-max_len=4096", "-verbosity=0"], one)
atheris.Fuzz()
"""

_ENGINE = f"""
import sys, time
from pathlib import Path
from utfproof.fuzz.libfuzzer import atheris_worker
from utfproof.fuzz.libfuzzer.input_callback import InputCallback

mutated, started = InputCallback.mutated, []

def timed(target, *arguments):
    if target.made >= {_WARM} and not started:
        started.append(time.process_time())
    return mutated(target, *arguments)

def leave(player, code):
    rate = (player.made - {_WARM}) / (time.process_time() - started[0])
    print("rate", rate, file=sys.stderr, flush=True)
    left(player, code)

InputCallback.mutated = timed
left, atheris_worker.AtherisWorker._leave = atheris_worker.AtherisWorker._leave, leave
atheris_worker.main(Path(sys.argv[1]))
"""

_CODEC = {
    "adapter": "plain",
    "about": "A decoder that does what it should.",
    "language": "Python",
    "codecs": {
        "codec": {
            "about": "bytes.decode",
            "profile": "unicode",
            "offers": {"decode UTF-8 strict": "plain_codec:decode"},
        }
    },
}


def beside_an_empty_target() -> Iterator[tuple[str, bool]]:
    """Measure a strict decoder with the guidance of tuples and the mutator of the field."""
    if find_spec("atheris") is None:
        yield "atheris: not installed, not measured", False
        return
    with tempfile.TemporaryDirectory() as home:
        pairs = [(_engine(Path(home), number), _empty()) for number in range(_ROUNDS)]
    ratio = statistics.median(engine / empty for engine, empty in pairs)
    engine, empty = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    measured = f"{engine / 1e3:.1f} thousand inputs a second of processor time"
    against = f"{ratio:.3f} of an empty target's {empty / 1e3:.0f} thousand (aim {_AIM:g})"
    yield f"atheris: {measured}, {against}", ratio < _AIM


def _engine(home: Path, number: int) -> float:
    folder, out = home / "plain", home / f"out{number}"
    folder.mkdir(exist_ok=True)
    (folder / "adapter.yaml").write_text(json.dumps(_CODEC), "utf-8")
    (folder / "plain_codec.py").write_text(
        "def decode(data): return data.decode('utf-8')\n", "utf-8"
    )
    chosen = tuple(registry.select([str(folder)]))
    campaign = CampaignSettings(out, chosen, Narrowing(), execs=_INPUTS, engine="atheris")
    own = out / "own"
    own.mkdir(parents=True)
    WorkerSpec.of(campaign, 0, Encoding.UTF_8, exchanges=False).write(own / "spec.json")
    said = _run(_ENGINE, str(own / "spec.json")).stderr
    return next(float(line.split()[1]) for line in said.splitlines() if line.startswith("rate"))


def _empty() -> float:
    return float(_run(_EMPTY).stdout)


def _run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )

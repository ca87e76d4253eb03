"""Each loader under fuzzing for a moment, always with the same inputs; and what was found so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from . import mutations, targets

TESTS = Path(__file__).parents[1]
WHOLE = list(targets.LOADERS["journal"].seeds())[1]
JOURNAL = WHOLE.splitlines(keepends=True)
SIGNED = list(targets.LOADERS["certificate"].seeds())[2]
SENT = next(targets.LOADERS["round"].seeds())
FOUND: dict[str, list[bytes]] = {
    "campaign": [b"quarantine/notes/mine\nx"],
    "certificate": [
        SIGNED.replace(b'"op":"decode UTF-8 strict","asked"', b'"op":"","asked"'),
        SIGNED.replace(b'"op":"decode UTF-8 strict","way"', b'"op":"","way"'),
        SIGNED.replace(b'"asks":{', b'"asks":{"encoding":7,"extra-states":"x",'),
    ],
    "hello": [b'{"protocol":1,"adapter":"mine","codecs":[{"version":"1","offers":[]}]}'],
    "journal": [b"".join((*JOURNAL, *JOURNAL[2:])), WHOLE.replace(b'"1.2.0"', rb'"\ud800"')],
    "manifest": [b"codecs: {'+7': 1, '007': 1}\n"],
    "expectations": [b"codecs:\n  '0': 3\n"],
    "promoted": [
        next(targets.LOADERS["promoted"].seeds()).replace(b'"decode UTF-8 strict"', b'"x"'),
        next(targets.LOADERS["promoted"].seeds()).replace(b'"c0af"', b'"x"'),
    ],
    "round": [
        b"[" * 3000,
        SENT.replace(b'"inputs": 10', b'"inputs": {}'),
    ],
    "statistics": [b'{"form": 1, "seconds": ' + b'{"a":' * 3000],
    "verdicts": [b'\x00[0, "fail", 1e999, 2]'],
}
"""Inputs that a loader was at a loss with."""


@pytest.mark.parametrize("name", targets.LOADERS)
def test_the_first_seed_of_a_loader_is_read(name: str, tmp_path: Path) -> None:
    """Where it were refused, fuzzing would see the refusal alone."""
    seed = list(targets.LOADERS[name].seeds())[1 if name == "journal" else 0]
    targets.LOADERS[name].load(seed, tmp_path)


@pytest.mark.parametrize("name", targets.LOADERS)
def test_mutated_files_are_read_or_refused(name: str, tmp_path: Path) -> None:
    seeds = list(targets.LOADERS[name].seeds())
    for number in range(targets.LOADERS[name].runs):
        data = mutations.mutated(seeds[number % len(seeds)], number)
        targets.feed(name, data, tmp_path)


@pytest.mark.parametrize(
    ("name", "data"), [(name, data) for name, many in FOUND.items() for data in many]
)
def test_inputs_found_by_fuzzing_are_read_or_refused(
    name: str, data: bytes, tmp_path: Path
) -> None:
    assert data not in list(targets.LOADERS[name].seeds())
    targets.feed(name, data, tmp_path)


@pytest.mark.slow
def test_libfuzzer_drives_a_loader(tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    done = subprocess.run(
        [sys.executable, "-m", "loaders", "hello", "-runs=200", "-seed=1"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Done 200 runs" in done.stderr
    assert not list(tmp_path.iterdir())

"""The player in its own process: what libFuzzer is given, and what it takes of it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from atheris_engine.campaigns import LOUD, READS_C0_80, adapter, campaign, run, spec_of
from utfproof.fuzz.inputs import dictionary
from utfproof.fuzz.libfuzzer.worker_spec import WorkerSpec
from utfproof.model.encoding import Scheme

pytestmark = pytest.mark.slow

_TOO_EARLY = "import atheris.core_with_libfuzzer; "
_COUNTS = (
    "from utfproof.fuzz.libfuzzer.input_callback import InputCallback as Target; calls = []; "
    "mutated = Target.mutated; "
    "Target.mutated = lambda *a: calls.append(1) or mutated(*a); "
    "leave = worker.AtherisWorker._leave; "
    "worker.AtherisWorker._leave = lambda self, code: "
    "(print(len(calls), file=sys.stderr, flush=True), leave(self, code)); "
)
_ONLY_PUBLIC = (
    "import atheris; from utfproof.fuzz.libfuzzer.coverage_counters import CoverageCounters;  "
    "names = ('instrument_func',); "
    "public = type('Public', (), {n: staticmethod(getattr(atheris, n)) for n in names}); "
    "CoverageCounters.__init__.__defaults__ = (public,); "
)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The spec of 5,000 inputs for a codec that accepts C0 80."""
    lenient = adapter(tmp_path / "lenient", READS_C0_80)
    return spec_of(campaign(tmp_path / "campaign", lenient, execs=5000))


def test_libfuzzer_asks_the_mutator_for_every_input(spec: Path) -> None:
    done, told = run(spec, _COUNTS)
    assert (done.returncode, told[-1]["made"]) == (0, 5000)
    assert int(done.stderr.splitlines()[-1]) > 5000


def test_a_mutator_that_libfuzzer_does_not_see_is_told(spec: Path) -> None:
    """Its core, when it is loaded too early, passes custom mutators over without a word."""
    done, told = run(spec, _TOO_EARLY)
    assert done.returncode != 0
    assert "does not take inputs from the mutator" in told[-1]["error"]


def test_counters_are_made_of_functions_where_private_names_are_missing(spec: Path) -> None:
    done, told = run(spec, _ONLY_PUBLIC)
    assert (done.returncode, told[-1]["made"]) == (0, 5000)
    assert told[-1]["snapshot"]["tuples"] > 0


def test_a_stored_input_has_a_counter_that_libfuzzer_sees(spec: Path) -> None:
    """It says how many counters fired (cov) once it has read the corpus."""
    done, _ = run(spec, LOUD)
    inputs = len(list((spec.parent.parent / "corpus" / "UTF-8").iterdir()))
    counted = re.findall(r"cov: (\d+)", done.stderr)
    assert inputs * 0.9 < int(counted[-1])


def test_libfuzzer_reads_the_dictionary_to_its_last_word(spec: Path) -> None:
    done, _ = run(spec, LOUD)
    words = len([word for word in dictionary.tokens(Scheme.UTF_8) if word])
    assert f"Dictionary: {words} entries" in done.stderr


def test_a_spec_is_what_it_was_when_it_is_read_again(spec: Path) -> None:
    read = WorkerSpec.read(spec)
    again = replace(read, deadly={"a/b": ["c080"]})
    again.write(spec)
    assert WorkerSpec.read(spec) == again
    assert read.campaign().execs == 5000

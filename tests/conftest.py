"""What holds for all tests: the Hypothesis profile, rare garbage collection, the proved suite."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from utfproof.proof.proved_suite import load_consistent
from utfproof.vectors import suite_cache

pytest_plugins = ["pytester"]

# Machines that run many tests at once are slow at times, which says nothing of the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Look for garbage less often, and not among the tests themselves.

    The suite, its questions and the tests live until the end: at Python's own thresholds every
    fourth second of the processor went into walking over them again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


@pytest.fixture
def unconfined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an adapter, or its build, leave notes where it has no right to write.

    Some faults show only from one process to the next, and some tests count what was built.
    """
    monkeypatch.setenv("UTFPROOF_CONFINE", "off")


@pytest.fixture(scope="session")
def new_cache(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], str]:
    """Return a function that makes a cache in which the suite is proved, and nothing is built.

    Without it every process that a test starts would prove the suite anew.
    """
    shared = tmp_path_factory.mktemp("suite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UTFPROOF_CACHE", str(shared))
        suite_cache.keep(load_consistent())

    def make(cache: Path) -> str:
        cache.mkdir()
        (cache / "suite").symlink_to(shared / "suite")
        return str(cache)

    return make

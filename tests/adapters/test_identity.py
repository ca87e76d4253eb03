"""What an adapter is made from: what it writes when it runs is no part of that."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fake_programs import RUNNER
from utfproof.adapters import identity, registry
from utfproof.engine.journal.events import CodecStarted
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run.adapter_runner import AdapterRunner, RunScope
from utfproof.vectors import loader


@pytest.mark.usefixtures("unconfined")
def test_files_that_an_adapter_writes_are_not_among_its_sources(tmp_path: Path) -> None:
    program = f"date > beside; exec {sys.executable} -E -B {RUNNER} notes_its_parent parents"
    (tmp_path / "adapter.yaml").write_text(
        "adapter: lax\nabout: A codec for a test.\nlanguage: Python\n"
        f"run: sh -c '{program}'\ncodecs:\n  table: {{about: A table., profile: unicode}}\n",
        "utf-8",
    )
    [chosen] = registry.select([str(tmp_path)])
    before = identity.of(chosen.manifest).sources
    runner = AdapterRunner(loader.load(), RunScope(Narrowing(case="utf-8/well-formed/ascii/*")))
    events = list(runner.run(chosen))
    [started] = [event for event in events if isinstance(event, CodecStarted)]
    assert (tmp_path / "beside").exists()
    assert started.sources == before
    assert identity.of(chosen.manifest).sources != before

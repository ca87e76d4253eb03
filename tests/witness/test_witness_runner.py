"""A witness runs in the environment that its file states."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters import small_builds
from utfproof.witness.witness_file import WitnessProgram
from utfproof.witness.witness_runner import WitnessRunner

SHOWS = "import os\nprint('ok', os.environ['KEPT'], os.environ['OWN'])\n"


@pytest.mark.usefixtures("unconfined")
def test_its_variables_name_the_home_that_all_share(tmp_path: Path) -> None:
    item = small_builds.write(tmp_path / "mine", "run: 'true'", "environment: {KEPT: a, OWN: b}")
    program = WitnessProgram(
        text=SHOWS,
        source=tmp_path / "mine" / "witness" / "show.py",
        file="show.py",
        build="",
        run=f"{small_builds.PYTHON} show.py",
        shown="",
        beside=(),
        batch=1,
        environment={"KEPT": "{home}/kept"},
        literals={},
        words={},
    )
    home = tmp_path / "home"
    home.mkdir()
    assert WitnessRunner(item, home).run(program, SHOWS).output == f"ok {home}/kept b\n"

"""The packages of `make mutation` exist, and each has its score among the survivors."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutation.packages import PACKAGES

TESTS = Path(__file__).parent.parent
SURVIVORS = (TESTS / "mutation-survivors.md").read_text("utf-8")


@pytest.mark.parametrize("name", PACKAGES)
def test_every_module_and_every_test_of_a_package_is_there(name: str) -> None:
    package, program = PACKAGES[name], TESTS.parent / "harness" / "utfproof"
    assert [one for one in package.modules if not list(program.glob(one))] == []
    assert [one for one in package.tests if not (TESTS / one).exists()] == []


@pytest.mark.parametrize("name", PACKAGES)
def test_every_package_has_its_score_or_is_said_not_to_be_measured(name: str) -> None:
    *_, last = SURVIVORS.strip().splitlines()
    missing = last.removeprefix("Not measured yet: ") if last.startswith("Not measured yet") else ""
    assert f"\n## {name}: " in SURVIVORS or name in missing.rstrip(".").split(", ")

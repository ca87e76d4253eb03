"""The attacks that once got through: each is held by tests that are there."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from . import table
from .earlier import ATTEMPT, EARLIER, NOT_PROMISED, OUTCOMES, Attack

TESTS = Path(__file__).parents[1]
ATTEMPTS = {row.name: row for row in table.ATTEMPTS}


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("attack", EARLIER, ids=str)
def test_an_attack_is_held_by_tests_that_are_there(attack: Attack) -> None:
    assert attack.outcome in OUTCOMES
    assert attack.held_by or attack.outcome == NOT_PROMISED
    for held_by in attack.held_by:
        if held_by.startswith(ATTEMPT):
            assert held_by.removeprefix(ATTEMPT) in ATTEMPTS
        else:
            file, _, name = held_by.partition("::")
            assert name.startswith("test_")
            assert name in names_in(file)


def test_what_is_not_promised_is_said_to_users() -> None:
    said = " ".join((TESTS.parent / "SECURITY.md").read_text("utf-8").split())
    found = [attack.note for attack in EARLIER if attack.outcome == NOT_PROMISED]
    assert [note for note in found if note not in said] == []


def test_security_leads_to_these_tables() -> None:
    assert "(tests/attacks)" in (TESTS.parent / "SECURITY.md").read_text("utf-8")

"""The shipped adapters let through what is planted; what they let through is recorded."""

from __future__ import annotations

import re

import pytest

from utfproof import locations
from utfproof.adapters import needs, registry
from utfproof.twins.audit import Passage, audit

pytestmark = pytest.mark.slow

QUICK = (
    "c_glibc",
    "c_icu",
    "c_libraries",
    "c_tcl",
    "js_node",
    "lua",
    "perl",
    "php",
    "python_cpython",
    "ruby",
    "tcl",
)
"""Adapters whose twins are asked by `make test`."""
BUILT = (
    "browser_chromium",
    "cpp_libraries",
    "csharp_mono",
    "go",
    "java",
    "js_npm",
    "python_packages",
    "rust",
)
"""Adapters that take long to build, or to build once more with the twins in them."""
_LONG = (pytest.mark.adapters, pytest.mark.slow)
RECORD = locations.adapters().parent / "reports" / "twins.txt"


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=_LONG) for name in BUILT)])
def test_an_adapter_hides_nothing_and_its_line_is_recorded(name: str) -> None:
    [chosen] = registry.select([name])
    if lacking := needs.missing(chosen.manifest):
        pytest.skip(f"needs {', '.join(lacking)}")
    found = list(audit(chosen))
    assert [one for one in found if one.passage in (Passage.HIDDEN, Passage.NO_TWIN)] == []
    through = sum(one.passage is Passage.LET_THROUGH for one in found)
    assert recorded(name) == through


def recorded(name: str) -> int:
    """Return how many faults an adapter lets through, by its line of the recorded table."""
    [line] = [line for line in RECORD.read_text("utf-8").splitlines() if line.split()[:1] == [name]]
    return sum(int(number) for number in re.findall(r"(\d+) of \d+", line))


def test_every_shipped_adapter_has_its_line_in_the_record() -> None:
    lines = RECORD.read_text("utf-8").splitlines()
    names = [chosen.manifest.name for chosen in registry.select([])]
    assert [line.split()[0] for line in lines[1 : len(names) + 1]] == names


def test_every_codec_of_the_record_has_twins() -> None:
    assert RECORD.read_text("utf-8").splitlines()[-1].endswith(" 0 without a twin")


def test_every_twin_of_the_record_comes_through() -> None:
    pairs = re.findall(r"(\d+) of (\d+)", RECORD.read_text("utf-8"))
    assert pairs
    assert all(through == planted for through, planted in pairs)

"""A real transcoder with one wrong entry in its tables answers some text of the layouts wrongly."""

from __future__ import annotations

import re
import subprocess
from itertools import islice
from pathlib import Path

import pytest

from utfproof import locations
from utfproof.model.encoding import Scheme
from utfproof.proof.families import layouts
from utfproof.proof.families.layouts import LayoutRows
from utfproof.proof.families.scalars import ScalarRows, blocks

pytestmark = [pytest.mark.slow, pytest.mark.adapters]

SOURCE = Path(__file__).parent / "spoiled_tables" / "search.cpp"
SCHEMES = (Scheme.UTF_8, Scheme.UTF_16LE, Scheme.UTF_32LE)
# Twelve octets of ASCII take another path, and so does the entry that is for them.
REACHED = {
    "utf8bigindex": 2872 - 1,
    "shufutf8": 208,
    "pack_1_2_utf8_bytes": 256,
    "pack_1_2_3_utf8_bytes": 3**4,
}
"""Entries that well-formed text can reach: sets of ends, the shuffles that they name, lengths of
eight units of one or two octets, and of four of up to three."""


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the search with the sources of simdutf that the adapter is built with."""
    folder = tmp_path_factory.mktemp("spoiled")
    crate = locations.adapters() / "cpp_libraries" / "simdutf_crate" / "Cargo.toml"
    vendor = ["cargo", "vendor", "--locked", "--quiet", "--manifest-path", str(crate)]
    subprocess.run([*vendor, str(folder / "vendor")], check=True, capture_output=True)
    sources = folder / "vendor" / "simdutf" / "cpp"
    text = (sources / "simdutf.cpp").read_text("utf-8")
    opened, count = re.subn(
        rf"^const (uint8_t (?:{'|'.join(REACHED)})\[)", r"\1", text, flags=re.MULTILINE
    )
    assert count >= len(REACHED), "the tables have other names now"
    (sources / "simdutf_with_open_tables.cpp").write_text(opened, "utf-8")
    built = folder / "search"
    compiler = ["c++", "-O2", "-std=c++17", "-w", f"-I{sources}", "-o", str(built), str(SOURCE)]
    subprocess.run(compiler, check=True)
    return built


def found(search: Path, folder: Path, lines: dict[Scheme, bytes]) -> dict[str, int]:
    for scheme, text in lines.items():
        (folder / scheme.lower()).write_bytes(text)
    told = subprocess.run(
        [search, "haswell", folder], capture_output=True, text=True, check=False, timeout=300
    )
    if told.returncode == 77:
        pytest.skip("this processor does not run the kernel haswell")
    assert told.returncode == 0, "the transcoder is wrong before anything is spoiled"
    rows = (line.split() for line in told.stdout.splitlines())
    return {name: int(count) for name, count, _ in rows}


def test_each_entry_that_text_can_reach_is_used(search: Path, tmp_path: Path) -> None:
    parts = dict.fromkeys([*layouts.parts(Scheme.UTF_8), *layouts.encoder_parts()])
    rows = [LayoutRows(part, 0x10FFFF) for part in parts]
    lines = {scheme: b"".join(one.digits(scheme) for one in rows) for scheme in SCHEMES}
    assert found(search, tmp_path, lines) == REACHED


def test_rows_of_scalar_values_use_few_of_them(search: Path, tmp_path: Path) -> None:
    """The search does not find what is not asked: every value, in rows, was no such text."""
    rows = [ScalarRows(values, 256) for _, values in islice(blocks(Scheme.UTF_8), 0, None, 60)]
    lines = {scheme: b"".join(one.digits(scheme) for one in rows) for scheme in SCHEMES}
    counts = found(search, tmp_path, lines)
    assert all(counts[name] < REACHED[name] // 8 for name in REACHED)

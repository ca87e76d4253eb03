"""Native adapters under atheris: a program that counts what runs shows libFuzzer the way."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from atheris_engine.campaigns import LOUD, campaign, played, run, spec_of
from utfproof.adapters import manifest
from utfproof.adapters.build import builder, coverage_build
from utfproof.adapters.session.session import Session
from utfproof.errors import BuildError
from utfproof.fuzz.libfuzzer import engines
from utfproof.model.operation import Offer

pytestmark = pytest.mark.slow


_SOURCE = Path(__file__).with_name("branches.c")
_VALIDATE = Offer.parse("validate UTF-8 strict")
_BRANCHES = 25
_EXECS = 2000


@pytest.fixture
def native(tmp_path: Path) -> Path:
    """The folder of a native adapter whose codec has a branch for each first letter."""
    folder = tmp_path / "branches"
    folder.mkdir()
    shutil.copy(_SOURCE, folder)
    told = {
        "adapter": "branches",
        "about": "A codec without a fault.",
        "language": "C",
        "requires": ["cc"],
        "build": "cc -O1 -o {cache}/branches branches.c",
        "run": "{cache}/branches",
        "codecs": {"codec": {"about": "a validator", "profile": "rfc3629"}},
    }
    (folder / "adapter.yaml").write_text(json.dumps(told), "utf-8")
    return folder


def test_an_instrumented_program_counts_what_runs(native: Path, tmp_path: Path) -> None:
    """What runs for tails alone shows with each character that has any; known answers have none."""
    found = coverage_build.counted(manifest.load(native), tmp_path / "counters")

    def seen(session: Session, line: bytes) -> set[int]:
        found.counters[:] = bytes(coverage_build.COUNTERS)
        assert session.ask("codec", _VALIDATE, [line]) == [b"ok"]
        return {at for at, octet in enumerate(bytes(found.counters)) if octet}

    with Session(found.command, 10, seed=1) as session:
        session.hello()
        without = [seen(session, line) for line in (b"61", b"62", b"7a")]
        of_tails = seen(session, b"c3a9").difference(*without)
        assert of_tails
        for line in (b"c3bf", b"e282ac", b"f09f9880", b"61c3a9"):
            assert of_tails <= seen(session, line)
        for line in (b"41", b"6162", b"00"):
            assert not of_tails & seen(session, line)


def test_the_counting_build_is_another_than_the_tested_one(native: Path, tmp_path: Path) -> None:
    one = manifest.load(native)
    counted = coverage_build.counted(one, tmp_path / "counters").command
    assert builder.command(one).arguments != counted.arguments


def test_libfuzzer_counts_code_beside_what_is_new_to_the_reference(
    native: Path, tmp_path: Path
) -> None:
    """It says how many counters fired (cov) once it has read the corpus (corp), one for each."""
    one = campaign(tmp_path / "campaign", str(native), execs=_EXECS)
    assert [part.engine for part in engines.campaign_parts(one)] == ["atheris"]
    path = spec_of(one)
    log = run(path, LOUD)[0].stderr
    fired, kept = map(int, re.findall(r"INITED cov: (\d+) ft: \d+ corp: (\d+)", log)[0])
    assert fired > kept + _BRANCHES


def test_an_adapter_that_does_not_build_so_is_played_all_the_same(
    native: Path, tmp_path: Path
) -> None:
    path = native / "adapter.yaml"
    told = json.loads(path.read_text("utf-8"))
    told["build"] = f"sh -c 'case $(command -v cc) in *coverage-*) exit 7;; esac; {told['build']}'"
    path.write_text(json.dumps(told), "utf-8")
    with pytest.raises(BuildError, match="exit status 7"):
        coverage_build.counted(manifest.load(native), tmp_path / "counters")
    last = played(campaign(tmp_path / "campaign", str(native), execs=2000))
    assert last.statistics.inputs >= 2000
    assert any("does not see its code" in text for text in last.complaints)


def test_only_what_compilers_make_can_be_instrumented(native: Path) -> None:
    path = native / "adapter.yaml"
    assert coverage_build.possible(manifest.load(native))
    told = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(told | {"requires": []}), "utf-8")
    assert not coverage_build.possible(manifest.load(native))
    told = {key: word for key, word in told.items() if key != "build"}
    path.write_text(json.dumps(told | {"run": sys.executable}), "utf-8")
    assert not coverage_build.possible(manifest.load(native))

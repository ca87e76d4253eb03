"""Codecs called in this process answer as their own process does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from atheris_engine.campaigns import READS_ALL_RIGHT, adapter, campaign
from utfproof import locations
from utfproof.adapters import manifest
from utfproof.adapters.build import builder
from utfproof.adapters.python import in_process
from utfproof.adapters.session.session import Session
from utfproof.errors import UsageError
from utfproof.fuzz.libfuzzer import engines

LINES = [b"-", b"41", b"c080", b"41e282", b"f09f9880", b"eda080"]


@pytest.mark.adapters
def test_the_codecs_of_cpython_answer_here_as_in_their_own_process() -> None:
    found = manifest.load(locations.adapters() / "python_cpython")
    with Session(builder.command(found), found.seconds, seed=1) as session:
        said = {item.name: item for item in session.hello()}
        here = in_process.load(found, said)
        assert {key for key, _ in here} == set(said)
        for (codec, offer), answers in here.items():
            if f"{offer.op} {offer.encoding}" == "decode UTF-8":
                assert session.ask(codec, offer, LINES) == [answers(line) for line in LINES]


@pytest.mark.adapters
def test_a_codec_of_another_version_is_left_to_its_own_process() -> None:
    found = manifest.load(locations.adapters() / "python_cpython")
    with Session(builder.command(found), found.seconds, seed=1) as session:
        said = {item.name: item for item in session.hello()}
    other = said["json.loads"]
    said["json.loads"] = type(other)(other.name, "2.7.18", other.offers)
    assert "json.loads" not in {codec for codec, _ in in_process.load(found, said)}


def test_adapters_leave_no_modules_behind() -> None:
    found = manifest.load(locations.adapters() / "python_cpython")
    in_process.load(found, {})
    assert {"interfaces", "operations", "protocol"} & set(sys.modules) == set()


def test_whose_code_is_not_seen_is_left_to_the_engine_batch(tmp_path: Path) -> None:
    right = adapter(tmp_path / "right", READS_ALL_RIGHT)
    one = campaign(tmp_path / "out", right, "c_glibc", "lua")
    atheris, batch = engines.campaign_parts(one)
    assert [item.manifest.name for item in atheris.chosen] == ["right", "c_glibc"]
    assert [item.manifest.name for item in batch.chosen] == ["lua"]
    assert engines.batch_only_adapters(one) == ["lua"]


@pytest.mark.slow
def test_both_engines_play_a_python_codec(tmp_path: Path) -> None:
    target = adapter(tmp_path / "right", READS_ALL_RIGHT)
    parts = engines.campaign_parts(campaign(tmp_path / "out", target, "lua", engine="both"))
    assert [part.engine for part in parts] == ["atheris", "batch"]
    assert [len(part.chosen) for part in parts] == [1, 2]


def test_without_atheris_the_engine_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = adapter(tmp_path / "right", READS_ALL_RIGHT)
    monkeypatch.setattr(engines, "find_spec", lambda name: None if name == "atheris" else name)
    with pytest.raises(UsageError, match=r"atheris is not installed: run `pip install"):
        engines.campaign_parts(campaign(tmp_path / "out", target))


@pytest.mark.parametrize("engine", engines.ENGINES)
def test_without_numpy_every_engine_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    target = adapter(tmp_path / "right", READS_ALL_RIGHT)
    monkeypatch.setattr(engines, "find_spec", lambda name: None if name == "numpy" else name)
    with pytest.raises(UsageError, match=r"numpy is not installed: run `pip install"):
        engines.campaign_parts(campaign(tmp_path / "out", target, engine=engine))

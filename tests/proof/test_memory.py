"""What answers came to before: remembered over runs, and nothing depends on it."""

from __future__ import annotations

import os
import pickle
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof.adapters import registry
from utfproof.engine.journal.events import CaseFinished, Event, FamilyFinished
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run.adapter_runner import AdapterRunner, RunScope
from utfproof.model.verdict import Verdict
from utfproof.mutants import mutant_server
from utfproof.oracle.comparison import GroupComparer
from utfproof.oracle.verdict_cache import CachedVerdict, VerdictCache
from utfproof.proof.families.stage import FamiliesStage
from utfproof.vectors import loader

MUTANTS = [
    "utf-8/overlong/two-octets-are-not-checked",
    "utf-8/tails/second-octet-of-four-is-not-looked-at",
]
KEY, OTHER = b"k" * 32, b"o" * 32
FIRST = CachedVerdict(3, Verdict.PASS, -1, 0)
SECOND = CachedVerdict(-1, Verdict.ALTERNATIVE, 7, 2)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def files(cache: Path) -> list[Path]:
    return sorted(cache.rglob("*.sqlite"))


def remembering() -> VerdictCache:
    memory = VerdictCache(shared=True)
    memory.put(KEY, FIRST)
    memory.close()
    return memory


def test_a_later_run_knows_what_was_judged(cache: Path) -> None:
    remembering()
    later = VerdictCache(shared=True)
    assert later.get(KEY) == FIRST
    assert later.get(OTHER) is None
    assert len(files(cache)) == 1


def test_a_new_verdict_is_found_before_it_is_written(cache: Path) -> None:
    memory = VerdictCache(shared=True)
    memory.put(KEY, SECOND)
    assert memory.get(KEY) == SECOND
    assert VerdictCache(shared=True).get(KEY) is None
    assert files(cache)


def test_nothing_is_shared_unless_it_is_asked_for(cache: Path) -> None:
    remembering()
    alone = VerdictCache()
    assert alone.get(KEY) is None
    alone.put(OTHER, SECOND)
    alone.close()
    assert alone.get(OTHER) == SECOND
    assert VerdictCache(shared=True).get(OTHER) is None
    assert len(files(cache)) == 1


def test_two_runs_write_side_by_side(cache: Path) -> None:
    first, second = VerdictCache(shared=True), VerdictCache(shared=True)
    assert first.get(KEY) is None
    assert second.get(KEY) is None
    first.put(KEY, FIRST)
    second.put(OTHER, SECOND)
    second.put(KEY, FIRST)
    first.close()
    second.close()
    assert (first.get(OTHER), second.get(KEY)) == (SECOND, FIRST)
    assert len(files(cache)) == 1


def test_another_process_opens_its_own_file(cache: Path) -> None:
    sent: VerdictCache = pickle.loads(pickle.dumps(remembering()))  # noqa: S301  (our own)
    assert sent.get(KEY) == FIRST
    assert files(cache)


def test_a_damaged_file_is_made_again(cache: Path) -> None:
    remembering()
    [path] = files(cache)
    path.write_bytes(b"no database" * 1000)
    memory = VerdictCache(shared=True)
    assert memory.get(KEY) is None
    memory.put(KEY, SECOND)
    memory.close()
    assert memory.get(KEY) == SECOND
    assert not path.exists()
    remembering()
    assert VerdictCache(shared=True).get(KEY) == FIRST


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_cache_that_cannot_be_written_is_done_without(cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o500)
    assert remembering().get(KEY) == FIRST
    cache.chmod(0o700)


def test_a_cache_that_is_no_folder_is_done_without(cache: Path) -> None:
    cache.write_text("a file")
    assert remembering().get(KEY) == FIRST
    assert cache.read_text() == "a file"


def test_a_file_that_cannot_be_read_is_done_without_and_stays(cache: Path) -> None:
    remembering()
    [path] = files(cache)
    with sqlite3.connect(path) as file:
        file.execute("DROP TABLE judged")
        file.execute("CREATE TABLE judged (other)")
    memory = VerdictCache(shared=True)
    memory.put(KEY, SECOND)
    memory.close()
    assert memory.get(KEY) == SECOND
    assert VerdictCache(shared=True).get(KEY) is None  # judged again: only speed is lost
    assert path.exists()


def test_files_of_other_versions_go_after_a_month(cache: Path) -> None:
    folder = cache / "judged"
    folder.mkdir(parents=True)
    old, young = folder / "old.sqlite", folder / "young.sqlite"
    old.touch()
    young.touch()
    os.utime(old, (0, 0))
    remembering()
    assert len(files(cache)) == 2
    assert not old.exists()
    assert young.exists()


def told(target: Path) -> list[Event]:
    """Ask a family, remembering, and give all that was judged."""
    narrowing = Narrowing(case="families/states/*")
    scope = RunScope(narrowing, (FamiliesStage(memory=VerdictCache(shared=True)),))
    [chosen] = registry.select([str(target)])
    found = AdapterRunner(loader.load(), scope).run(chosen)
    kept = [one for one in found if isinstance(one, CaseFinished | FamilyFinished)]
    return [replace(one, seconds=0.0) if isinstance(one, FamilyFinished) else one for one in kept]


@pytest.mark.slow
def test_a_cached_verdict_is_unchanged_and_not_judged_again(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = tmp_path / "first", tmp_path / "other"
    mutant_server.write_adapter(first, MUTANTS[:1])
    mutant_server.write_adapter(other, MUTANTS[1:])
    alone = told(other)
    [path] = files(cache)
    path.unlink()
    before = told(first)
    verdicts = {one.verdict for one in before if isinstance(one, CaseFinished)}
    assert verdicts == {Verdict.PASS, Verdict.FAIL}

    closely = GroupComparer._closely
    looked_at: list[str] = []

    def counted(self: GroupComparer, *given: object) -> object:
        looked_at.append(str(getattr(given[0], "id", "")))
        return closely(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(GroupComparer, "_closely", counted)
    assert told(first) == before
    assert not looked_at
    assert told(other) == alone
    assert looked_at


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    ["answer_profile = 999", "answer_profile = -2", "at = 99999", "at = 'x'", "verdict = 'good'"],
)
def test_a_row_that_can_be_no_note_is_judged_again(
    cache: Path, tmp_path: Path, change: str
) -> None:
    mutant_server.write_adapter(tmp_path / "own", MUTANTS[:1])
    before = told(tmp_path / "own")
    [path] = files(cache)
    with sqlite3.connect(path) as file:
        file.execute(f"UPDATE judged SET {change}")  # noqa: S608  (our own)
    file.close()
    assert told(tmp_path / "own") == before

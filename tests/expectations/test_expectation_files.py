"""The files beside the adapters of a run: which are read, what is edited, and what is written."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from utfproof.adapters.manifest import Codec, Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.journal.events import ExpectationUnmet
from utfproof.errors import ExpectationsError
from utfproof.expectations import document, rendered
from utfproof.expectations.expectation_files import ExpectationFiles, FileEdit
from utfproof.model.profile import Claims

from . import runs
from .runs import CODEC, OVERLONG, TODAY, block, defect

YEAR = timedelta(days=365)


def adapter(folder: Path, name: str = "mine", problem: str = "") -> SelectedAdapter:
    """Select an adapter with the codecs `codec` and `other`, in a folder of its own."""
    own = folder / name
    own.mkdir()
    codecs = {one: Codec(one, "", Claims(("unicode",)), 1, {}) for one in ("codec", "other")}
    manifest = Manifest(
        name, "", "Python", own, (), (), None, (), {}, 1 << 20, 1.0, codecs, problem
    )
    return SelectedAdapter(manifest, tuple(codecs.values()))


def opened(*chosen: SelectedAdapter, own: Path | None = None) -> ExpectationFiles:
    return ExpectationFiles(chosen, own, "vectors", whole=True, today=TODAY)


def listed(item: SelectedAdapter, codec: str = CODEC, *ids: str) -> Path:
    """Write the file beside an adapter: one entry for its overlong forms."""
    path = item.manifest.folder / document.NAME
    path.write_text(rendered.text({codec: [defect(block(*(ids or ("utf-8/a/*",))))]}), "utf-8")
    return path


def test_the_file_beside_each_adapter_is_read(tmp_path: Path) -> None:
    mine, bare = adapter(tmp_path), adapter(tmp_path, "bare")
    path = listed(mine)
    found = opened(bare, mine)
    assert [one.path for one in found.documents] == [path]
    assert found.digests() == {"mine": hashlib.sha256(path.read_bytes()).hexdigest()}


def test_a_file_of_ones_own_is_read_once_for_all_adapters(tmp_path: Path) -> None:
    mine, more = adapter(tmp_path), adapter(tmp_path, "more")
    listed(mine, "mine/none")
    own = tmp_path / "own.yaml"
    own.write_text(rendered.text({CODEC: [defect(block("utf-8/a/*"))]}), "utf-8")
    found = opened(mine, more, own=own)
    assert [one.path for one in found.documents] == [own]
    assert list(found.digests()) == ["mine", "more"]


def test_an_adapter_whose_manifest_is_wrong_has_no_file(tmp_path: Path) -> None:
    wrong = adapter(tmp_path, problem="its manifest is wrong")
    listed(wrong, "mine/none")
    assert opened(wrong).documents == []


def test_a_codec_that_its_adapter_does_not_have_is_an_error(tmp_path: Path) -> None:
    mine, more = adapter(tmp_path), adapter(tmp_path, "more")
    path = listed(mine, "mine/misspelt")
    with pytest.raises(ExpectationsError) as caught:
        opened(more, mine)
    assert str(caught.value) == f"{path}: no codec mine/misspelt: adapter.yaml has codec, other"


def test_codecs_of_other_adapters_may_stand_in_a_file_of_ones_own(tmp_path: Path) -> None:
    listed(mine := adapter(tmp_path), "another/none")
    assert len(opened(mine).documents) == 1


def test_a_run_as_listed_needs_no_edit_and_meets_every_expectation(tmp_path: Path) -> None:
    listed(mine := adapter(tmp_path))
    found = opened(mine)
    events = list(found.watch(runs.events(OVERLONG)))
    assert not [event for event in events if isinstance(event, ExpectationUnmet)]
    assert found.edits() == []


def test_new_failures_are_an_edit_of_the_file_beside_their_adapter(tmp_path: Path) -> None:
    mine, bare = adapter(tmp_path), adapter(tmp_path, "bare")
    found = opened(mine, bare)
    list(found.watch(runs.events(OVERLONG)))
    [edit] = found.edits()
    assert (edit.path, edit.before) == (mine.manifest.folder / document.NAME, "")
    assert edit.new_dates == (TODAY + YEAR,)
    assert edit.difference.startswith(f"--- {edit.path}\n+++ {edit.path}\n@@ -0,0 ")
    edit.make()
    assert edit.path.read_text("utf-8") == edit.text
    entries = document.load(edit.path).codecs[CODEC]
    assert [one.ids for entry in entries for one in entry.blocks] == [("utf-8/a/*",)]


def test_an_edit_keeps_other_codecs_and_names_new_dates_only(tmp_path: Path) -> None:
    mine = adapter(tmp_path)
    path = mine.manifest.folder / document.NAME
    other = defect(block("utf-8/b/*"), expires=date(2027, 5, 5))
    path.write_text(rendered.text({"mine/other": [other]}), "utf-8")
    found = opened(mine)
    list(found.watch(runs.events(OVERLONG)))
    [edit] = found.edits()
    assert edit.before == path.read_text("utf-8")
    assert edit.new_dates == (TODAY + YEAR,)
    edit.make()
    codecs = document.load(path).codecs
    assert sorted(codecs) == [CODEC, "mine/other"]
    assert codecs["mine/other"][0].expires == date(2027, 5, 5)


def test_a_codec_without_failures_goes_and_its_file_stays(tmp_path: Path) -> None:
    path = listed(mine := adapter(tmp_path))
    found = opened(mine)
    list(found.watch(runs.events({})))
    [edit] = found.edits()
    assert (edit.path, edit.text, edit.new_dates) == (path, rendered.text({}), ())


def test_what_failed_before_an_interruption_belongs_to_the_edit(tmp_path: Path) -> None:
    found = opened(adapter(tmp_path))
    assert list(found.watch([], runs.events(OVERLONG))) == []
    assert [edit.new_dates for edit in found.edits()] == [(TODAY + YEAR,)]


@pytest.mark.parametrize(
    ("whole", "kinds"), [(True, ["matches another number", "expired"]), (False, ["expired"])]
)
def test_a_run_is_held_to_its_day_and_to_numbers_where_it_is_whole(
    tmp_path: Path, whole: bool, kinds: list[str]
) -> None:
    mine = adapter(tmp_path)
    old = defect(block("utf-8/a/*", count=9), expires=TODAY - timedelta(days=1))
    path = mine.manifest.folder / document.NAME
    path.write_text(rendered.text({CODEC: [old]}), "utf-8")
    found = ExpectationFiles([mine], None, "vectors", whole=whole, today=TODAY)
    events = found.watch(runs.events(OVERLONG))
    assert [event.kind for event in events if isinstance(event, ExpectationUnmet)] == kinds


def test_a_file_that_was_changed_meanwhile_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / document.NAME
    path.write_text("changed", "utf-8")
    with pytest.raises(ExpectationsError) as caught:
        FileEdit(path, "before", "after").make()
    problem = "was changed while this run went on, and is left as it is"
    assert str(caught.value) == f"{path}: {problem}: run again with --update"
    assert path.read_text("utf-8") == "changed"


def test_a_file_that_cannot_be_written_is_told_with_a_way_out(tmp_path: Path) -> None:
    path = tmp_path / document.NAME
    path.mkdir()
    with pytest.raises(ExpectationsError) as caught:
        FileEdit(path, "", "after").make()
    problem = "Is a directory: give a file of your own with --expect"
    assert str(caught.value) == f"{path}: {problem}"


def test_the_folder_of_a_file_is_made(tmp_path: Path) -> None:
    path = tmp_path / "lists" / "own" / document.NAME
    FileEdit(path, "", "after").make()
    assert path.read_text("utf-8") == "after"


def test_a_file_of_octets_that_are_no_text_is_compared_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / document.NAME
    path.write_bytes(b"\xff")
    FileEdit(path, "\ufffd", "after").make()
    assert path.read_text("utf-8") == "after"


def test_an_edit_of_nothing_has_no_difference(tmp_path: Path) -> None:
    edit = FileEdit(tmp_path / "x", "same\n", "same\n")
    assert edit.difference == ""
    assert "-same" in replace(edit, text="").difference

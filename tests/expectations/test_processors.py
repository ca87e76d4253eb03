"""Known failures of one processor, held against runs on several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof import locations
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    ExpectationUnmet,
)
from utfproof.errors import ExpectationsError
from utfproof.expectations import document, rendered
from utfproof.expectations.document import Defect
from utfproof.expectations.observed_failures import ObservedFailures
from utfproof.expectations.update import revised
from utfproof.model import processor

from . import runs
from .runs import CODEC, OVERLONG, TODAY, block, defect, known, watch

OWN = processor.own()
OTHER, THIRD = [name for name in ("riscv64", "s390x", "armhf") if name != OWN][:2]


def entry(*cpu: str) -> Defect:
    return replace(defect(block("utf-8/a/*")), cpu=cpu)


def run(failing: runs.Answers, cpu: str) -> Iterable[Event]:
    for event in runs.events(failing):
        match event:
            case CodecStarted() | CaseFinished() | CodecFinished() if cpu:
                yield replace(event, codec=f"{CODEC} ({cpu})")
            case _:
                yield event


def unmet(listed: Defect, failing: runs.Answers, cpu: str) -> list[str]:
    found = watch(listed).follow(run(failing, cpu))
    return [event.kind for event in found if isinstance(event, ExpectationUnmet)]


def test_an_entry_without_processors_holds_for_all() -> None:
    for cpu in ("", OTHER):
        assert unmet(entry(), OVERLONG, cpu) == []
        assert unmet(entry(), {}, cpu) == ["unexpected pass"]


def test_an_entry_with_processors_holds_for_them_alone() -> None:
    listed = entry(OTHER)
    assert unmet(listed, OVERLONG, OTHER) == []
    assert unmet(listed, {}, OTHER) == ["unexpected pass"]
    for cpu in ("", THIRD):
        assert unmet(listed, OVERLONG, cpu) == ["unexpected failure"]
        assert unmet(listed, {}, cpu) == []
    assert len(known(watch(listed), run(OVERLONG, OTHER))) == 2


def test_this_machine_s_own_processor_is_named_like_another() -> None:
    for cpu in ("", OWN):
        assert unmet(entry(OWN, THIRD), OVERLONG, cpu) == []
    assert unmet(entry(OWN, THIRD), OVERLONG, OTHER) == ["unexpected failure"]


def test_an_update_leaves_the_entries_of_other_processors_as_they_are() -> None:
    record = ObservedFailures(CODEC, "2.5")
    for event in runs.events({}):
        if isinstance(event, CaseFinished):
            record.take(event)
    assert revised([entry(OTHER), entry(OWN)], record, "vectors", TODAY) == (entry(OTHER),)


def test_processors_are_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "expectations.yaml"
    path.write_text(rendered.text({CODEC: [entry(OTHER, THIRD), entry()]}), "utf-8")
    assert [one.cpu for one in document.load(path).codecs[CODEC]] == [(OTHER, THIRD), ()]


def test_a_processor_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "expectations.yaml"
    path.write_text(rendered.text({CODEC: [entry("z80")]}), "utf-8")
    with pytest.raises(ExpectationsError, match="z80"):
        document.load(path)


def test_the_schema_knows_the_processors_that_can_be_asked() -> None:
    listed = locations.adapters() / "expectations.schema.json"
    text = listed.read_text("utf-8")
    assert all(f'"{name}"' in text for name in processor.PROCESSORS)

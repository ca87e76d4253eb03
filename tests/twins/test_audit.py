"""What an audit says of adapters that hide faults of their library, and of one that hides none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

from utfproof.adapters import registry
from utfproof.adapters.session.blocks import Answer
from utfproof.cli.commands.adapter_audit import command
from utfproof.engine.run.codec_session import CodecSession
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer
from utfproof.model.outcome import Hung
from utfproof.twins.audit import Passage, audit, text_of_answer
from utfproof.twins.twin_fault import TwinFault

from . import fakes

HIDES_PLACES = fakes.ADAPTER.replace("error {error.args[0]} ?", "error ? ?")
PADS = fakes.ADAPTER.replace('"ok", *(', '"ok", *(["a9"] if line.startswith("c2a9") else []), *(')
PADS = PADS.replace("for one in text)", 'for one in text.lstrip("\\xa9"))')
ASKS_ANOTHER = fakes.ADAPTER.replace(
    '    return " ".join',
    "    text = bytes.fromhex('' if line == '-' else line).decode()\n    return \" \".join",
)


def passages(folder: Path) -> dict[TwinFault, Passage]:
    [chosen] = registry.select([str(folder)])
    return {one.fault: one.passage for one in audit(chosen)}


def test_an_adapter_that_hides_nothing_lets_each_fault_through(tmp_path: Path) -> None:
    assert passages(fakes.put(tmp_path)) == {
        TwinFault.WRONG_OFFSET: Passage.LET_THROUGH,
        TwinFault.DROPPED_VALUE: Passage.LET_THROUGH,
        TwinFault.CUT_OUTPUT: Passage.LET_THROUGH,
    }


def test_a_place_that_the_adapter_does_not_pass_on_is_hidden(tmp_path: Path) -> None:
    assert passages(fakes.put(tmp_path, HIDES_PLACES))[TwinFault.WRONG_OFFSET] is Passage.HIDDEN


def test_a_text_that_the_adapter_decodes_itself_hides_what_is_lost(tmp_path: Path) -> None:
    found = passages(fakes.put(tmp_path, ASKS_ANOTHER))
    assert found[TwinFault.DROPPED_VALUE] is Passage.HIDDEN
    assert found[TwinFault.CUT_OUTPUT] is Passage.HIDDEN


def test_a_lost_value_that_the_adapter_puts_back_is_hidden(tmp_path: Path) -> None:
    found = passages(fakes.put(tmp_path, PADS))
    assert found[TwinFault.DROPPED_VALUE] is Passage.HIDDEN
    assert found[TwinFault.CUT_OUTPUT] is Passage.LET_THROUGH


def test_a_fault_that_nobody_can_plant_has_a_reason(tmp_path: Path) -> None:
    reason = (
        "not-possible:\n  - {codecs: [one], faults: [wrong-offset], reason: it states no place}\n"
    )
    found = passages(fakes.put(tmp_path, HIDES_PLACES, fakes.TWINS + reason))
    assert found[TwinFault.WRONG_OFFSET] is Passage.NOT_POSSIBLE


PLACES_AT_THE_END_ALONE = fakes.ADAPTER.replace(
    "{error.args[0]} ?", "{error.args[0] if line.endswith('c2') else '?'} ?"
)


def test_a_place_is_asked_for_by_the_question_for_which_the_library_states_one(
    tmp_path: Path,
) -> None:
    found = passages(fakes.put(tmp_path, PLACES_AT_THE_END_ALONE))
    assert found[TwinFault.WRONG_OFFSET] is Passage.LET_THROUGH


def test_an_adapter_without_twins_is_told(tmp_path: Path) -> None:
    folder = fakes.put(tmp_path)
    (folder / "twins" / "twins.yaml").unlink()
    assert set(passages(folder).values()) == {Passage.NO_TWIN}


def test_a_twin_that_is_built_is_seen_wherever_the_cache_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / ".cache" / "utfproof"))
    folder = fakes.put(
        tmp_path,
        twins="build: ['cp sitecustomize.py {cache}']\n"
        "environment: {PYTHONPATH: '{twins}:.'}\ntwins:\n  - codecs: [one]\n",
    )
    assert set(passages(folder).values()) == {Passage.LET_THROUGH}


def test_an_adapter_is_built_once_more_by_the_steps_of_its_twins(tmp_path: Path) -> None:
    folder = fakes.put(
        tmp_path,
        twins="rebuild: ['cp twins/sitecustomize.py {cache}']\ntwins:\n  - codecs: [one]\n",
    )
    manifest = folder / "adapter.yaml"
    text = manifest.read_text("utf-8").replace("{PYTHONPATH: .}", "{PYTHONPATH: '{cache}:.'}")
    manifest.write_text(text.replace("run:", "build: ['true']\nrun:"), "utf-8")
    assert set(passages(folder).values()) == {Passage.LET_THROUGH}


class SlowSession:
    """It answers when it is asked for the `on`-th time, and never before."""

    def __init__(self, on: int) -> None:
        self.left = on

    def ask(self, _: Offer, lines: list[bytes]) -> list[Answer]:
        self.left -= 1
        return [Hung(1.0) if self.left > 0 else b"ok 41" for _ in lines]


@pytest.mark.parametrize(("on", "answer"), [(1, "ok 41"), (2, "ok 41"), (3, "hung")])
def test_a_question_that_got_no_answer_is_asked_once_more(on: int, answer: str) -> None:
    session = cast("CodecSession", SlowSession(on))
    assert text_of_answer(session, Offer.parse("decode UTF-8 strict"), b"41") == answer


def test_a_misspelt_codec_is_an_error(tmp_path: Path) -> None:
    folder = fakes.put(tmp_path, twins="twins:\n  - codecs: [two]\n")
    with pytest.raises(ManifestError, match=r"no codec two.*adapter\.yaml has one"):
        passages(folder)


def test_the_command_fails_where_a_fault_is_hidden(tmp_path: Path) -> None:
    said = CliRunner().invoke(command, [str(fakes.put(tmp_path, HIDES_PLACES))])
    assert said.exit_code == 1
    assert (
        "small    -                 0 of 1            1 of 1            -                 1 of 1"
        in (said.output)
    )
    assert "HIDDEN        small/one wrong-offset  decode UTF-8 strict" in said.output
    assert "3 faults planted: 2 let through, 1 hidden" in said.output


def test_the_command_prints_json(tmp_path: Path) -> None:
    said = CliRunner().invoke(command, [str(fakes.put(tmp_path)), "--format", "json"])
    assert said.exit_code == 0
    findings = json.loads(said.stdout)["findings"]
    assert {one["passage"] for one in findings} == {"let through"}
    dropped = next(one for one in findings if one["fault"] == "dropped-value")
    assert (dropped["honest"], dropped["faulty"]) == ("ok a9 41 a9 42", "ok 41 a9 42")

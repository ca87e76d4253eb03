"""Known faults of shipped codecs are found from nothing but inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.adapters import needs, registry
from utfproof.engine.questions.plan import Narrowing
from utfproof.fuzz.campaign.supervisor import Supervisor
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.worker.campaign_settings import CampaignSettings

pytestmark = [pytest.mark.adapters, pytest.mark.slow]


def found(folder: Path, target: str, *encodings: str) -> list[Finding]:
    chosen = registry.select([target])
    for item in chosen:
        if lacking := needs.missing(item.manifest):
            pytest.skip(f"needs {', '.join(lacking)}")
    one = CampaignSettings(folder, tuple(chosen), Narrowing(encodings), execs=1500)
    *_, last = Supervisor(one).run()
    assert last.complaints == ()
    return list(last.findings)


def test_two_tails_are_read_as_a_character(tmp_path: Path) -> None:
    (one,) = found(tmp_path, "js_npm/stablelib-utf8", "UTF-8")
    assert (one.input, one.actual) == ("9080", "ok 400")


def test_surrogates_pass_in_utf_32(tmp_path: Path) -> None:
    inputs = {one.input for one in found(tmp_path, "java/String", "UTF-32BE")}
    assert "0000d800" in inputs


def test_three_long_forms_are_three_findings(tmp_path: Path) -> None:
    inputs = {one.input for one in found(tmp_path, "c_glibc/mbrtoc16")}
    assert inputs >= {"f4908080", "f890808080", "fc9080808080"}
    assert len(inputs) == 3

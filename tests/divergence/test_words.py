"""The behaviours of a codec that endanger its process are said in sentences."""

from __future__ import annotations

import pytest

from utfproof.fuzz.targets import deviations
from utfproof.report.campaign import words


@pytest.mark.parametrize(
    "did",
    [
        deviations.CRASHES,
        deviations.HANGS,
        deviations.OVERRUNS,
        deviations.PAST,
        deviations.BEFORE,
        deviations.UNSTABLE,
    ],
)
def test_what_endangers_a_process_is_said_in_a_sentence_of_its_own(did: str) -> None:
    assert words.does(did) != f"The codec {did}."

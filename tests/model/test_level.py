"""The level from which on a case is asked, held against the sweeps that are really planned."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Scheme
from utfproof.model.level import level_of
from utfproof.proof.sweep.shards import shards

SWEPT = [scheme for scheme in Scheme if shards(scheme, "exhaustive")]


@pytest.mark.parametrize("scheme", SWEPT)
def test_a_length_belongs_to_the_lowest_level_that_sweeps_it(scheme: Scheme) -> None:
    complete = {shard.length for shard in shards(scheme, "complete")}
    for length in {shard.length for shard in shards(scheme, "exhaustive")}:
        case = f"families/sweep/{scheme.value.lower()}/length-{length}"
        assert level_of(case) == ("complete" if length in complete else "exhaustive"), case


def test_written_cases_are_of_the_first_level() -> None:
    assert level_of("utf-8/ill-formed/overlong-two/nul") == "vectors"
    assert level_of("families/splits/utf-8/e282ac") == "complete"

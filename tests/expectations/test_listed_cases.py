"""Listed cases, for runs that judge one case after the other."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from utfproof.expectations.listed_cases import ListedCase

from .runs import TODAY, block, defect


@pytest.mark.parametrize(("expires", "expired"), [
    (None, False),
    (TODAY + timedelta(days=1), False),
    (TODAY, False),
    (TODAY - timedelta(days=1), True),
])  # fmt: skip
def test_an_entry_is_good_to_the_end_of_the_day_on_which_it_expires(
    expires: date | None, expired: bool
) -> None:
    own = defect(block("utf-8/a/*"), expires=expires)
    listed = ListedCase(own, own.blocks[0], "expectations.yaml:7")
    said = f"expectations.yaml:7: expired on {expires}: is it still so? then set a new date"
    assert listed.expired(TODAY) == (said if expired else "")

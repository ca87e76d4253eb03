"""Whether a run ended as its row says."""

from __future__ import annotations

import re

from .conftest import Certified
from .table import ANY, Row


def assert_as_in_the_table(found: Certified, row: Row) -> None:
    """Compare verdict, exit status, guilty cases, and the reason."""
    assert (found.verdict, found.status) == (row.verdict, row.status), found.reasons
    if row.guilty != ANY:
        assert found.guilty == set(row.guilty.split())
    assert re.search(row.why, found.reasons), found.reasons

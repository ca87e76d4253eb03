"""What the tests of reports share."""

from __future__ import annotations

import pytest

from utfproof.vectors import loader
from utfproof.vectors.suite import Suite


@pytest.fixture(scope="package")
def suite() -> Suite:
    return loader.load()

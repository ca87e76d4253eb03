"""The small suite in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import small


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the folder of a small suite that is right."""
    small.write(tmp_path)
    return tmp_path

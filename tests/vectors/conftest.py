"""The small suite in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from . import small

# Machines that run many tests at once are slow at times, which says nothing of the vectors.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Give the folder of a small suite that is right."""
    small.write(tmp_path)
    return tmp_path

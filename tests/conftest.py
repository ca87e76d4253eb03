"""The Hypothesis profile of all tests."""

from __future__ import annotations

from hypothesis import settings

# Machines that run many tests at once are slow at times, which says nothing of the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

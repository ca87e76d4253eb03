"""The Hypothesis profile of all tests, and pytest's own plugin for the tests of a plugin."""

from __future__ import annotations

from hypothesis import settings

pytest_plugins = ["pytester"]

# Machines that run many tests at once are slow at times, which says nothing of the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

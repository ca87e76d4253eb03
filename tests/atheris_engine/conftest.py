"""Without atheris, which has no wheel for every Python, none of these tests can run."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if find_spec("atheris"):
        return
    for item in items:
        if "atheris_engine" in item.path.parts:
            item.add_marker(pytest.mark.skip(reason="atheris is not installed"))

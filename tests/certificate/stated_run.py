"""Statements of small runs, and their parts."""

from __future__ import annotations

from typing import Any

from changed_fields import changed
from utfproof.engine.journal.events import RunStarted

from .small_run import HEADER

Json = dict[str, Any]


def of_header(**fields: object) -> RunStarted:
    return changed(HEADER, **fields)

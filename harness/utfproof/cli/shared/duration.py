"""Durations as options take them: `500ms`, `90s`, `15m`, `8h`, `2d`; a bare number is seconds."""

from __future__ import annotations

import re

import click

_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


class DurationOption(click.ParamType[float]):
    """The type of an option that takes a time, in seconds."""

    name = "duration"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a time, or say how one is written."""
        found = _TIME.fullmatch(value)
        if not found:
            self.fail(f"{value} is no time: write 90s, 15m, 8h or 2d", param, ctx)
        return float(found[1]) * _SECONDS[found[2] or "s"]

"""Types of options: durations (`500ms`, `90s`, `8h`; a bare number is seconds), and texts."""

from __future__ import annotations

import re

import click

from utfproof.model.encoding import is_surrogate

_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
_ESCAPE = re.compile(r"\\u\{([^}]*)\}")
_DIGITS = re.compile("[0-9A-Fa-f]{1,6}")
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


class TextOption(click.ParamType[tuple[int, ...]]):
    r"""The type of an option that takes a text with escapes (`\u{2f}`), as code points."""

    name = "text"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Read a text, or say how one is written."""
        # Every second piece is an escape's digits, the others are text as it stands.
        found = _ESCAPE.split(value)
        for digits in found[1::2]:
            if not _DIGITS.fullmatch(digits) or int(digits, 16) > 0x10FFFF:
                self.fail(f"\\u{{{digits}}} is no character: write \\u{{2f}}", param, ctx)
        found[1::2] = [chr(int(digits, 16)) for digits in found[1::2]]
        values = tuple(map(ord, "".join(found)))
        if not values:
            self.fail("it is empty: write at least one character", param, ctx)
        # Octets of the command line that are no UTF-8 come as surrogates.
        if any(map(is_surrogate, values)):
            self.fail("it holds what is no character: write \\u{...}", param, ctx)
        return values

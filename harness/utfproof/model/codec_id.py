"""The full name of a codec: `rust/std`, its adapter's name and its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class CodecId:
    """A codec of an adapter. Neither name holds a slash."""

    adapter: str
    codec: str

    def __str__(self) -> str:
        """Return the words of reports and command lines: `rust/std`."""
        return f"{self.adapter}/{self.codec}"

    @classmethod
    def parse(cls, text: str) -> CodecId:
        """Read `rust/std`; without a slash all of it is the adapter."""
        adapter, _, codec = text.partition("/")
        return cls(adapter, codec)

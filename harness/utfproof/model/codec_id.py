"""The full name of a codec: `rust/std`, its adapter's name and its own; `rust/std (s390x)`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BUILT_FOR = re.compile(r"(.+) \(([a-z0-9_]+)\)", re.ASCII | re.DOTALL)
"""The name of a codec, and the processor that it was compiled for."""


@dataclass(frozen=True, slots=True, order=True)
class CodecId:
    """A codec of an adapter. Neither name holds a slash.

    `cpu` is the emulated processor that it was compiled for; "" for this machine's own.
    """

    adapter: str
    codec: str
    cpu: str = ""

    def __str__(self) -> str:
        """Return the words of reports: `rust/std`, `rust/std (s390x)`."""
        return f"{self.plain} ({self.cpu})" if self.cpu else self.plain

    @property
    def plain(self) -> str:
        """Return the words of command lines and of lists of known failures: `rust/std`."""
        return f"{self.adapter}/{self.codec}"

    @property
    def build(self) -> str:
        """Name the build that the codec is in: `rust`, `rust (s390x)`."""
        return f"{self.adapter} ({self.cpu})" if self.cpu else self.adapter

    @classmethod
    def parse(cls, text: str) -> CodecId:
        """Read `rust/std` or `rust/std (s390x)`; without a slash all of it is the adapter."""
        built = _BUILT_FOR.fullmatch(text)
        name, cpu = (built[1], built[2]) if built else (text, "")
        adapter, _, codec = name.partition("/")
        return cls(adapter, codec, cpu)

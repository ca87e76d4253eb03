"""CPython's UTF-8 decoder with errors=replace: one U+FFFD for each maximal subpart."""

from __future__ import annotations

import sys

import atheris
import operations
from interfaces import Bytes

from utfproof.fuzz.libfuzzer.crash_mode import crash_target
from utfproof.model.profile import Claims

_play = crash_target(
    "python_cpython/bytes.decode",
    "decode UTF-8 replace",
    operations.decode(Bytes("utf-8", "replace")),
    Claims(("unicode",)),
)


def TestOneInput(data: bytes) -> None:  # noqa: N802  (the name that fuzzing services look for)
    _play(data)


def main() -> None:
    atheris.Setup(sys.argv, TestOneInput)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

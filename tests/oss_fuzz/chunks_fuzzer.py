"""CPython's incremental UTF-8 decoder: the text does not depend on the chunks."""

from __future__ import annotations

import sys

import atheris
import operations
from interfaces import Incremental

from utfproof.fuzz.libfuzzer.crash_mode import crash_target
from utfproof.model.profile import Claims

_play = crash_target(
    "python_cpython/codecs-incremental",
    "decode-chunks UTF-8 strict",
    operations.decode_chunks(Incremental("utf-8", "strict")),
    Claims(("unicode",)),
)


def TestOneInput(data: bytes) -> None:  # noqa: N802  (the name that fuzzing services look for)
    _play(data)


def main() -> None:
    atheris.Setup(sys.argv, TestOneInput)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

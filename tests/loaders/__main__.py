"""Fuzz one of our own loaders: `python -m loaders NAME [FOLDER] [-runs=N] [-max_total_time=S]`.

Run it in the folder `tests`. The options are libFuzzer's; FOLDER keeps the inputs from run to run.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["utfproof"]):
    from loaders import mutations, targets


def _mutate(data: bytes, most: int, seed: int) -> bytes:
    """Let libFuzzer change octets one time in three; change whole words otherwise."""
    if seed % 3 == 0:
        octets: bytes = atheris.Mutate(data, most)
        return octets
    return mutations.mutated(data, seed)[:most]


def main(name: str, arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory(dir=_memory()) as scratch:
        corpus, folder = Path(scratch) / "corpus", Path(scratch) / "folder"
        corpus.mkdir()
        folder.mkdir()
        for number, seed in enumerate(targets.LOADERS[name].seeds()):
            (corpus / str(number)).write_bytes(seed)
        atheris.Setup(
            [sys.argv[0], *arguments, "-max_len=65536", "-timeout=10", str(corpus)],
            lambda data: targets.feed(name, data, folder),
            custom_mutator=_mutate,
        )
        atheris.Fuzz()


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  (files in memory)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

"""The file of a journal: `journal.jsonl`, and `journal.jsonl.gz` for a large run that has ended.

`zcat` shows the lines of a packed one. A run that goes on, or may be resumed, is never packed.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from utfproof import storage

NAME = "journal.jsonl"
PACKED = f"{NAME}.gz"
NAMES = (NAME, PACKED)

_PLAIN = 40 << 20
# No line of ours is a hundredth as long, but some packed octets could become any number.
_LONGEST_LINE = 64 << 20


def find(path: Path) -> Path:
    """Return the journal of a run, given as its file or its folder; it need not exist.

    A link that the user names is followed, one in a folder is not.
    """
    if not path.is_dir():
        return path.resolve() if path.is_symlink() else path
    there = (path / name for name in NAMES if (path / name).is_file())
    return next(there, path / NAME)


def lines(file: Path, content: bytes | None = None) -> Iterator[str]:
    """Yield the lines of a journal, with their ends; the last one may be torn.

    `content` is that of the file where it was read already.

    Raises:
        OSError: it cannot be read.
        ValueError: not ASCII, a line beyond all bounds, or damaged where it is packed.
    """
    try:
        raw = storage.reading(file) if content is None else io.BytesIO(content)
        with raw, _unpacked(file, raw) as text:
            while line := text.readline(_LONGEST_LINE):
                if len(line) == _LONGEST_LINE:
                    raise ValueError("a line of 64 MiB")
                yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"damaged: {error}") from None
    except UnicodeDecodeError:
        raise ValueError("not ASCII") from None


def _unpacked(file: Path, raw: BinaryIO) -> io.TextIOWrapper:
    plain = gzip.GzipFile(fileobj=raw) if file.name.endswith(".gz") else raw
    return io.TextIOWrapper(plain, encoding="ascii", newline="\n")


def pack(file: Path) -> None:
    """Pack a journal that has ended, where it is large; on a full disk it stays as it is."""
    if file.stat().st_size <= _PLAIN:
        return
    packed = io.BytesIO()
    # Without name and time: the same journal gives the same octets.
    with file.open("rb") as plain, gzip.GzipFile("", "wb", 6, packed, 0) as target:
        shutil.copyfileobj(plain, target, 1 << 20)
    with contextlib.suppress(OSError):
        storage.put(file.with_name(PACKED), packed.getvalue())
        file.unlink()

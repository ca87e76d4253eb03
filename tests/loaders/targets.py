"""The loaders that are fuzzed: what each begins with, and what is done with a file.

A loader may refuse a file by a UtfproofError. What is read is used as the program uses it: shown,
rendered, compared; nothing of it may steer a terminal. Nothing else may be raised.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from utfproof.errors import UtfproofError

from . import (
    adapter_files,
    cache_files,
    campaigns,
    certificates,
    companions,
    journals,
    rounds,
    vector_files,
)
from .loader import Loader

LOADERS: Mapping[str, Loader] = {
    **vector_files.LOADERS,
    **adapter_files.LOADERS,
    **companions.LOADERS,
    **journals.LOADERS,
    **campaigns.LOADERS,
    **rounds.LOADERS,
    **certificates.LOADERS,
    **cache_files.LOADERS,
}


def feed(name: str, data: bytes, folder: Path) -> None:
    """Return a file to a loader, in a folder of its own.

    Raises:
        Exception: anything but a refusal.
    """
    try:
        LOADERS[name].load(data, folder)
    except UtfproofError:
        return

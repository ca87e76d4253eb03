"""Where the data is: beside the installed package, or in the checkout that it runs from."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent.parent


def _data(name: str) -> Path:
    root = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
    return root / name


def vectors() -> Path:
    """Give the folder of the vectors."""
    return _data("vectors")


def adapters() -> Path:
    """Give the folder of the shipped adapters."""
    return _data("adapters")


def cache() -> Path:
    """Give the folder for what is built; `UTFPROOF_CACHE` in the environment moves it."""
    own = os.environ.get("UTFPROOF_CACHE")
    return Path(own) if own else Path(platformdirs.user_cache_dir("utfproof", appauthor=False))

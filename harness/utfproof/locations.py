"""Where the data is: beside the installed package, or in the checkout that it runs from."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from utfproof.errors import UsageError

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent.parent


def _data(name: str) -> Path:
    root = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
    return root / name


def is_checkout() -> bool:
    """Return whether the data is that of a checkout, not of an installed package."""
    return not _INSTALLED.is_dir()


def vectors() -> Path:
    """Return the folder of the vectors."""
    return _data("vectors")


def adapters() -> Path:
    """Return the folder of the shipped adapters."""
    return _data("adapters")


def cache() -> Path:
    """Return the folder for builds and caches; `UTFPROOF_CACHE` in the environment moves it.

    Raises:
        UsageError: it is not moved, and the user has no home.
    """
    own = os.environ.get("UTFPROOF_CACHE")
    if own:
        # Builds run in folders of their own, from where a relative path would lead elsewhere.
        return Path(own).absolute()
    usual = Path(platformdirs.user_cache_dir("utfproof", appauthor=False))
    if not usual.is_absolute():  # a `~` that stands for nobody's home
        raise UsageError("this user has no home, where builds are kept", hint="set UTFPROOF_CACHE")
    return usual

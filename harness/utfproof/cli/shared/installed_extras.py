"""Whether the packages of an extra are installed, checked before they are used."""

from __future__ import annotations

from importlib.util import find_spec

from utfproof.errors import UsageError


def for_signing() -> None:
    """Make sure that certificates can be signed and verified here.

    Raises:
        UsageError: the libraries are not installed.
    """
    for library in ("securesystemslib", "cryptography"):
        if find_spec(library) is None:
            hint = 'run `pip install "utfproof[sign]"`'
            raise UsageError(f"signatures need {library}, which is not installed", hint=hint)

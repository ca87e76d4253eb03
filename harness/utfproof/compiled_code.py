"""Compiled modules that lie beside their sources, which others may have written: not used at all.

Python takes `__pycache__/x.pyc` for `x.py` where a time and a size in it fit, whoever wrote it. A
process that verifies or signs begins once more, with a fresh private folder in its place.

Nothing but the standard library is imported here: what is loaded before is loaded from there.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile

_VARIABLE = "PYTHONPYCACHEPREFIX"
_BEGUN = "UTFPROOF_COMPILES_INTO"
"""The variable by which the process that was begun again knows itself, and its folder."""


def is_trusted_with_keys(arguments: list[str]) -> bool:
    """Tell whether a command line verifies or signs, or makes the keys for it."""
    signs = any(one.startswith("--sign") for one in arguments)  # and --signer
    return signs or arguments[:1] in (["verify"], ["keygen"])


def compile_anew(arguments: list[str]) -> None:
    """Begin the process once more if it is trusted, so that each module is compiled anew.

    The programs of this one that it starts find what it has compiled.
    """
    own = f"{os.getpid()}:{sys.pycache_prefix}"
    if os.environ.get(_BEGUN) == own and sys.pycache_prefix:
        atexit.register(shutil.rmtree, sys.pycache_prefix, ignore_errors=True)
        return
    if not is_trusted_with_keys(arguments):
        return
    folder = tempfile.mkdtemp(prefix="utfproof-")
    os.environ[_VARIABLE] = folder
    os.environ[_BEGUN] = f"{os.getpid()}:{folder}"
    # An option as well: with -E or -I Python takes no notice of variables.
    words = [sys.executable, "-X", f"pycache_prefix={folder}", *sys.orig_argv[1:]]
    os.execv(sys.executable, words)  # noqa: S606  (no shell is wanted)

"""The work of a run as tasks of a Dask cluster: many machines, or this one as if it were many.

A task is pure: it names an adapter by its digest, builds and asks it, and gives back events, so
that one which is lost with its worker is done again and comes to the same.
"""

from __future__ import annotations

from utfproof.errors import UsageError

try:
    import distributed as _distributed  # noqa: F401
except ModuleNotFoundError:
    _HINT = "run `pip install 'utfproof[cluster]'`"
    raise UsageError("Dask is not installed", place="--cluster", hint=_HINT) from None

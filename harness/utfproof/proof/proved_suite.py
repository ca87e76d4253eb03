"""The suite, held against the reference before anything is asked of a codec."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from utfproof import locations
from utfproof.engine import suite_consistency
from utfproof.proof.families import sizes
from utfproof.vectors import loader, suite_cache
from utfproof.vectors.suite import InconsistentSuite, Suite


def load_consistent() -> Suite:
    """Load the suite and hold it against the reference before anything is run.

    Where this process, or this program with these vectors, has done so before, it is known.

    Raises:
        InconsistentSuite: the suite contradicts itself or the reference.
    """
    return _consistent(locations.vectors().resolve())


def prove_anew() -> Suite:
    """Load the suite from its own files and prove it, as if no cache were there.

    What is signed, and what a signature is held against, hangs on nothing that an earlier process
    left behind.

    Raises:
        InconsistentSuite: the suite contradicts itself or the reference.
    """
    return _proved(loader.load_anew())


@cache
def _consistent(root: Path) -> Suite:
    del root  # it decides, by what is in it, about the suite
    if kept := suite_cache.suite():
        return kept
    suite = _proved(loader.load())
    suite_cache.keep(suite)
    return suite


def _proved(suite: Suite) -> Suite:
    wrong = [*suite_consistency.disagreements(suite), *sizes.problems(suite)]
    if wrong:
        raise InconsistentSuite(wrong)
    return suite

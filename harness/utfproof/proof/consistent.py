"""The suite, held against the reference before anything is asked of a codec."""

from __future__ import annotations

from utfproof.engine import consistency
from utfproof.proof.families import sizes
from utfproof.vectors import loader
from utfproof.vectors.suite import InconsistentSuite, Suite


def load_consistent() -> Suite:
    """Load the suite and hold it against the reference before anything is run.

    Raises:
        InconsistentSuite: the suite contradicts itself or the reference.
    """
    suite = loader.load()
    wrong = [*consistency.disagreements(suite), *sizes.problems(suite)]
    if wrong:
        raise InconsistentSuite(wrong)
    return suite

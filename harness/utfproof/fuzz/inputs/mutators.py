"""Mutators: blocks of inputs made of a corpus and of the octets that codecs often get wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from utfproof.errors import UsageError
from utfproof.model.encoding import Scheme


class Mutator(Protocol):
    """Makes inputs of others."""

    def block(self, corpus: Sequence[bytes], count: int, most: int = ...) -> Sequence[bytes]:
        """Return `count` inputs of at most `most` octets."""
        ...


def make_mutator(scheme: Scheme, seed: int) -> Mutator:
    """Return the mutator of a scheme; the same seed and corpora give the same blocks.

    Raises:
        UsageError: numpy is not installed.
    """
    try:
        from utfproof.fuzz.inputs.batch_mutation import BatchMutator  # noqa: PLC0415  (loads numpy, an extra)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        hint = 'run `pip install "utfproof[fuzz]"`'
        raise UsageError("numpy is not installed", place="fuzz", hint=hint) from None
    return BatchMutator(scheme, seed)

"""Mutators: inputs by the block, made of a corpus and of what is known to go wrong in the field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from utfproof.errors import UsageError
from utfproof.model.encoding import Scheme

if TYPE_CHECKING:
    from utfproof.fuzz.targets.input_batch import InputBatch


class Mutator:
    """Makes inputs for codecs of one scheme; the same seed and corpora give the same blocks.

    Texts of the corpus are cut between parts, mostly, and their pieces spliced, crossed over,
    doubled, swapped and dropped; tokens of the dictionary come between; single octets are
    overwritten; padding shifts all by 0 to 63 octets. Most inputs are short.
    """

    def __init__(self, scheme: Scheme, seed: int) -> None:
        """Prepare for a scheme.

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
        self._breeding = BatchMutator(scheme, seed)

    def block(self, corpus: Sequence[bytes], count: int, most: int = 256) -> InputBatch:
        """Make `count` inputs of at most `most` octets; with an empty corpus, of tokens alone.

        The corpus may have grown since the last block, at its end; it must not change otherwise,
        and what was seen of it is not looked at again.
        """
        return self._breeding.block(corpus, count, most)

"""Identification: the policy and options that a codec follows, by fitting models to its answers.

`codec` asks one codec through `conversation`: `signatures` and unmarked text, how it refuses
(`refusals`), the `policies` by which it replaces and skips, and the output of `encoders`.
`corpora` have the strings on which policies differ, `fit` compares, `identified` is the result.
"""

from utfproof.proof.identify.codec import ENCODINGS, identify
from utfproof.proof.identify.identified import IdentifiedCodec

__all__ = ["ENCODINGS", "IdentifiedCodec", "identify"]

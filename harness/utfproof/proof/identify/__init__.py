"""Identify: which policy and options a codec really has, by fitting models to its answers.

`codec` asks everything of one codec by an `interview`: `signatures` and unmarked text, how it
refuses (`refusals`), the `policies` by which it replaces and skips, and what `encoders` write.
`corpora` have the strings on which policies part, `fit` compares, `identified` is the result.
"""

from utfproof.proof.identify.codec import ENCODINGS, identify
from utfproof.proof.identify.identified import Identified

__all__ = ["ENCODINGS", "Identified", "identify"]

"""Scalar values as inputs: written by runs as the reference writes each."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Scheme
from utfproof.proof.families import scalars
from utfproof.reference import schemes


@pytest.mark.parametrize("scheme", Scheme)
def test_values_are_written_as_the_reference_writes_each(scheme: Scheme) -> None:
    """The first blocks have every length and the surrogates; the others are alike to the last."""
    blocks = scalars.blocks(scheme)
    for _, values in {*blocks[:18], *blocks[-1:]}:
        alone = [(schemes.encode_value(scheme, value) or b"").hex().encode() for value in values]
        assert scalars._digits(scheme, values, 1).split() == [one for one in alone if one]
        rows = [b"".join(alone[at : at + scalars.ROW]) for at in range(0, len(alone), scalars.ROW)]
        assert scalars._digits(scheme, values, scalars.ROW).split() == rows
        few = scalars.alone(values)
        own = dict(zip(values, alone, strict=True))
        assert scalars._digits(scheme, few, 1).split() == [own[value] for value in few]

"""Overwriting: single octets of finished inputs become others that the field knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from utfproof.fuzz.inputs.arrangements import draw_below
from utfproof.fuzz.targets.octet_pool import Places
from utfproof.model.encoding import Scheme, facts
from utfproof.oracle.samples import pieces

_LEADS, _TAILS = range(0xC0, 0x100), range(0x80, 0xC0)

Octets = NDArray[np.uint8]


class Overwriting:
    """Overwrites octets: by a lead or a tail, a neighbour, one with a bit flipped, any.

    Leads and tails of UTF-16 and UTF-32 are the octets of units at the edges.
    """

    def __init__(self, scheme: Scheme) -> None:
        """Find out which octets the scheme knows."""
        units = sorted(set(b"".join(pieces(scheme).units)))
        wide = facts(scheme).unit > 1
        self._leads = np.array(units if wide else _LEADS, np.uint8)
        self._tails = np.array(units if wide else _TAILS, np.uint8)

    def __call__(self, octets: Octets, places: Places, rng: np.random.Generator) -> None:
        """Overwrite the octets at some places, each place in its own way."""
        count = len(places)
        old = octets[places]
        bit = np.left_shift(1, draw_below(rng, count, 8)).astype(np.uint8)
        new = (
            self._leads[draw_below(rng, count, len(self._leads))],
            self._tails[draw_below(rng, count, len(self._tails))],
            # Unsigned octets wrap around: FF becomes 00, and the reverse.
            old + np.uint8(1),
            old - np.uint8(1),
            old ^ bit,
            draw_below(rng, count, 0x100).astype(np.uint8),
        )
        octets[places] = np.choose(draw_below(rng, count, len(new)), new)

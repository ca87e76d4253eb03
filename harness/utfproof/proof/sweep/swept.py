"""The offers of a codec that a sweep asks, and the family that its shards belong to."""

from __future__ import annotations

from dataclasses import dataclass

from utfproof.model.operation import Offer

FAMILY = "families/sweep"


@dataclass(frozen=True, slots=True)
class SweptOffer:
    """The offer that sweeps, and the one that is asked the samples, if the codec has any.

    `name` is the codec's full name, `codec` its name within the adapter. `else_` is asked where
    `again` contradicts: a library may validate by another function than it decodes with, and
    either of them may be the one that sweeps.
    """

    name: str
    codec: str
    offer: Offer
    again: Offer | None
    else_: Offer | None = None

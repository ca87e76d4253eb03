"""When a decoder delivers is identified by its own answers, whatever its policy."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.mutants import catalogue
from utfproof.simulation.codec import SimulatedCodec

from .policy_codec import claiming, identified, option_of

MUTANTS = {mutant.id: mutant for mutant in catalogue()}


def says(codec: SimulatedCodec) -> Callable[[Offer, str], bytes]:
    """Return the function that answers for a codec in this process."""
    return lambda offer, line: codec.answer(offer, line).encode("ascii")


@pytest.mark.parametrize(
    ("fault", "fits", "nearest"),
    [
        ("", ("prompt",), "prompt"),
        ("a-character-is-held-back", (), "holds back one character"),
        ("an-error-is-held-back", (), "prompt"),
        ("all-comes-with-the-flush", ("at the end",), "at the end"),
    ],
)
@pytest.mark.parametrize("encoding", [Encoding.UTF_8, Encoding.UTF_16LE])
def test_the_time_of_delivery_is_identified(
    fault: str, fits: tuple[str, ...], nearest: str, encoding: Encoding
) -> None:
    right = SimulatedCodec.right(Claims(("whatwg",)), encoding)
    codec = MUTANTS[f"{encoding.lower()}/chunks/{fault}"].make() if fault else right
    found = identified(
        says(codec),
        f"decode-chunks {encoding} strict",
        f"decode-chunks {encoding} replace",
        codec=claiming("whatwg"),
    )
    item = option_of(found, "delivery", encoding)
    assert (item.fit.fits, item.fit.nearest) == (fits, nearest)
    assert (item.claimed, item.agrees) == ("prompt", not fault)


def test_one_character_that_is_always_held_back_is_named() -> None:
    codec = MUTANTS["utf-8/chunks/a-character-is-held-back"].make()
    found = identified(says(codec), "decode-chunks UTF-8 strict")
    item = option_of(found, "delivery")
    assert item.fit.fits == ("holds back one character",)
    assert (item.claimed, item.agrees) == (None, None)


def test_half_a_unit_decides_nothing() -> None:
    # In big-endian order DC alone shows that an error will come, whatever follows.
    codec = SimulatedCodec.right(Claims(("whatwg",)), Encoding.UTF_16BE)
    found = identified(says(codec), "decode-chunks UTF-16BE replace")
    assert option_of(found, "delivery", Encoding.UTF_16BE).fit.fits == ("prompt",)

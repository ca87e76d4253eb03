"""Cores of `edges` among other characters than letters: answered as the whole text is."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.fields import read_octets
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.oracle.whole import WholeInputGroup
from utfproof.proof.families import frames
from utfproof.proof.families.framed import FramedGroup

CLAIMS = {
    Encoding.UTF_8: "rfc3629",
    Encoding.CESU_8: "cesu-8",
    Encoding.MUTF_8: "mutf-8",
    Encoding.UTF_16BE: "rfc2781",
    Encoding.UTF_16LE: "whatwg",
    Encoding.UTF_32LE: "iso10646",
}
SOME = 11


@pytest.mark.parametrize("mode", [Mode.STRICT, Mode.REPLACE, Mode.SKIP])
@pytest.mark.parametrize("encoding", CLAIMS)
def test_answers_put_together_are_those_of_the_whole_text(encoding: Encoding, mode: Mode) -> None:
    own = Claims((CLAIMS[encoding],)).settings(encoding)
    assert own
    offer = Offer(Op.DECODE, encoding, mode)
    # A step that meets every place beside letters and beside others.
    around = frames.edges(own.scheme)[::SOME]
    assert {frame.behind for frame in around} >= set(frames.surroundings(own.scheme))
    for core in frames.cores(own.scheme):
        group = FramedGroup("edges", offer, own, core, around)
        texts = tuple(read_octets(line.decode("ascii")) for line in group.lines)
        whole = WholeInputGroup("whole", offer, own, texts)
        for one in group.answer_profiles if group.count else ():
            assert group.expected(one) == whole.expected(one), (core.hex(), one)


@pytest.mark.parametrize("scheme", [Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_32LE])
def test_a_core_has_every_place_of_a_block_that_holds_no_letter(scheme: Scheme) -> None:
    size = frames.block(scheme)
    for character in frames.surroundings(scheme):
        found = [frame for frame in frames.edges(scheme) if frame.behind == character]
        letter = frames.fillings(scheme)[0]
        letters = [frame.first * len(letter) for frame in found]
        places = [
            first + frame.before * len(character)
            for first, frame in zip(letters, found, strict=True)
        ]
        assert sorted(place % size for place in places) == list(range(0, size, len(letter)))
        assert all(
            first < place // size * size for first, place in zip(letters, places, strict=True)
        )
        assert all(frame.after * len(character) >= size for frame in found)

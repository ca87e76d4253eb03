"""The lines of a group as one text: it says the same as the lines one by one."""

from __future__ import annotations

from itertools import islice

import pytest

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.oracle.octets_cache import OctetsStore
from utfproof.proof.families import catalogue
from utfproof.proof.families.catalogue import FamilyRequest
from utfproof.vectors import loader

OFFERS = (
    Offer(Op.DECODE, Encoding.UTF_8, Mode.STRICT),
    Offer(Op.DECODE, Encoding.UTF_16LE, Mode.REPLACE),
    Offer(Op.VALIDATE, Encoding.UTF_16, Mode.STRICT),
    Offer(Op.ENCODE, Encoding.UTF_8, Mode.STRICT),
    Offer(Op.DECODE_CHUNKS, Encoding.UTF_8, Mode.STRICT),
)
EVERY = 97
"""Every so many groups of a family are looked at."""


@pytest.mark.parametrize("offer", OFFERS, ids=str)
def test_a_group_s_text_and_answers_are_its_lines_and_answers_joined(offer: Offer) -> None:
    suite = loader.load()
    settings = Claims(("iso10646", "rfc2781", "rfc3629")).settings(offer.encoding)
    assert settings
    own = settings.for_encoding() if offer.op is Op.ENCODE else settings.for_decoding()
    compared = 0
    for family in suite.families:
        groups = catalogue.groups(FamilyRequest(family.id, suite, own, offer))
        for group in islice(groups, 0, None, EVERY):
            assert group.count == len(group.lines)
            assert group.text == b"".join(line + b"\n" for line in group.lines)
            answer_profile = group.answer_profiles[0]
            whole = group.expected_text(answer_profile)
            if whole is not None:
                answers = group.expected(answer_profile)
                assert whole == b"".join((answer or b"?") + b"\n" for answer in answers)
                compared += 1
    assert compared or offer.op is Op.DECODE_CHUNKS


def test_octets_are_kept_up_to_a_total_and_those_used_last_stay() -> None:
    made: list[int] = []

    @OctetsStore(10, 0).cached
    def octets(length: int) -> bytes:
        made.append(length)
        return bytes(length)

    assert [len(octets(length)) for length in (4, 5, 4, 3, 4, 5)] == [4, 5, 4, 3, 4, 5]
    assert made == [4, 5, 3, 5]
    assert len(octets(11)) == 11


def test_octets_that_are_packed_come_back_as_they_were() -> None:
    made: list[int] = []

    @OctetsStore(3000, 40).cached
    def octets(start: int) -> bytes:
        made.append(start)
        return bytes(range(start, start + 3)) * 900

    expected = [bytes(range(start, start + 3)) * 900 for start in range(4)]
    assert [octets(start) for start in (0, 1, 0, 1, 0)] == [
        expected[one] for one in (0, 1, 0, 1, 0)
    ]
    assert made == [0, 1]
    assert [octets(start) for start in (2, 3, 0)] == [expected[2], expected[3], expected[0]]
    assert made == [0, 1, 2, 3, 0]

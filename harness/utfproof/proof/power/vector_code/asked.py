"""The questions of the suite that vector code is asked, and which of them meet a part of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from utfproof.model.encoding import Encoding
from utfproof.model.fields import read_octets, read_points
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Claims
from utfproof.oracle.question_group import QuestionGroup
from utfproof.proof.families import catalogue
from utfproof.proof.families.catalogue import FamilyRequest
from utfproof.vectors.suite import Suite

_PROFILE = "rfc3629"
_OK = b"ok"
SHORTEST = 16
"""Octets of the least text that is more than the end of one: below it all is read one by one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: the octets and values of a text, and whether it is well-formed.

    `values` are those of well-formed text that is decoded or encoded, else there are none.
    """

    octets: bytes
    values: Values
    well_formed: bool


def groups(suite: Suite, families: Iterable[str], op: Op) -> Iterator[QuestionGroup]:
    """Yield the groups of families for an operation on UTF-8."""
    offer = Offer(op, Encoding.UTF_8, Mode.STRICT)
    settings = Claims((_PROFILE,)).settings(Encoding.UTF_8)
    if settings is None:
        raise AssertionError(f"{_PROFILE} says nothing of UTF-8")
    for family in families:
        yield from catalogue.groups(FamilyRequest(family, suite, settings, offer))


def well_formed(suite: Suite, families: Iterable[str], op: Op) -> Iterator[Asked]:
    """Yield the well-formed texts that families ask of a decoder or an encoder."""
    for group in groups(suite, families, op):
        for line, answer in _answered(group):
            if not answer.startswith(_OK):
                continue
            if len(answer if op is Op.ENCODE else line) < 2 * SHORTEST:
                continue
            told = answer.removeprefix(_OK).strip().decode("ascii")
            asked = line.decode("ascii")
            if op is Op.ENCODE:
                yield Asked(read_octets(told), read_points(asked), well_formed=True)
            else:
                yield Asked(read_octets(asked), read_points(told), well_formed=True)


def validated(group: QuestionGroup) -> list[Asked]:
    """List what a group asks of a validator."""
    return [
        Asked(read_octets(line.decode("ascii")), (), answer.startswith(_OK))
        for line, answer in _answered(group)
    ]


def _answered(group: QuestionGroup) -> Iterator[tuple[bytes, bytes]]:
    """Yield the lines whose answer is the same for every codec, with it."""
    answers = group.expected(group.answer_profiles[0])
    for line, answer in zip(group.lines, answers, strict=True):
        if answer is not None:
            yield line, answer


class TextIndex:
    """Which texts meet a part of a codec."""

    def __init__(
        self, texts: Sequence[Asked], meets: Callable[[Asked], Iterable[Hashable]]
    ) -> None:
        """Note for every text the parts that it meets."""
        # The shortest first, which are answered soonest.
        self._texts = sorted(texts, key=lambda text: len(text.octets))
        self._numbers: defaultdict[Hashable, list[int]] = defaultdict(list)
        for number, text in enumerate(self._texts):
            for part in meets(text):
                self._numbers[part].append(number)

    def __call__(self, part: Hashable) -> Iterator[Asked]:
        """Yield the texts that meet a part."""
        return map(self._texts.__getitem__, self._numbers.get(part, ()))

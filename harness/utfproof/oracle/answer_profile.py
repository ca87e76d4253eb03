"""Answer profiles: the consistent ways in which a codec may answer.

It tells lengths or does not, it replaces by one policy, it reads unmarked text in one order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from utfproof.model.contract import Deviation
from utfproof.model.encoding import ByteOrder, Encoding, Scheme
from utfproof.model.profile import Settings
from utfproof.model.verdict import Verdict

_ERROR = b"error"
# A length that is not told is right where the wrong one is not: `?` is no length here.
_LENGTH = re.compile(rb"(error [0-9]+) [1-9][0-9]{0,5}(?= |$)")
_NO_LENGTH = rb"\1"
_PARTS = (b"@", b"|", b"/")
"""Signs of chunks, of rooms and of two uses of one object."""


@dataclass(frozen=True, slots=True)
class ErrorDetail:
    """How much is told of an error: the text before it, its offset, its length.

    `length` is True, False, or None for a length that is told only where the input goes on.
    """

    text: bool = True
    length: bool | None = True
    offset: bool = True

    def tells(self, truncated: bool) -> bool:
        """Tell whether a length is given."""
        return not truncated if self.length is None else self.length


# The fullest report comes first: of equally near profiles the first listed one is taken.
ERROR_DETAILS = (
    *(ErrorDetail(text, length) for text in (True, False) for length in (True, None, False)),
    ErrorDetail(text=False, length=False, offset=False),
    ErrorDetail(text=True, length=False, offset=False),
)


class SizeUnit(StrEnum):
    """The units in which a decoder may count the size of its output."""

    OCTETS = "octets of UTF-8"
    CODE_UNITS = "code units of UTF-16"
    CODE_POINTS = "code points"


class ReplacementReport(StrEnum):
    """The words in which a decoder may tell of the input that it replaced or dropped."""

    NUMBER = "number"
    YES_OR_NO = "yes or no"


@dataclass(frozen=True, slots=True)
class AnswerProfile:
    """One consistent way to answer, and the verdict of answering so.

    `order` is that of text which nothing marks, `policy` the unit of error (None: maximal
    subparts), `signed` that an encoder writes a signature. `other_length` is the verdict of an
    answer that differs in the length of an error alone: PASS where no document settles it,
    NON_STRICT where one recommends it. `not_recommended` are the policies against which a SHOULD
    speaks, and nothing else. `refuses` tells that whatever nothing marks is refused. `counts` is
    the unit of the sizes that a decoder predicts, `report` how it tells of replaced input.
    `deviations` are those by which input is read, where the codec's documentation announces some.
    """

    verdict: Verdict = Verdict.PASS
    order: ByteOrder = "big"
    policy: str | None = None
    detail: ErrorDetail = ERROR_DETAILS[0]
    signed: bool = False
    other_length: Verdict | None = None
    not_recommended: tuple[str, ...] = ()
    refuses: bool = False
    counts: SizeUnit = SizeUnit.CODE_POINTS
    report: ReplacementReport = ReplacementReport.NUMBER
    deviations: tuple[Deviation, ...] = ()

    def announcing(self, settings: Settings) -> AnswerProfile | None:
        """Return the profile of a codec that reads as its documentation announces, if it does.

        Beside an announcement other encodings than UTF-8 leave more open: of these it is given
        where the order is guessed, and then the profile of the other order.
        """
        if settings.scheme is Scheme.UTF_8 and settings.deviations:
            return replace(self, verdict=Verdict.BY_DESIGN, deviations=settings.deviations)
        unmarked = settings.encoding in (Encoding.UTF_16, Encoding.UTF_32)
        if unmarked and Deviation.ORDER_GUESSED in settings.deviations:
            other: ByteOrder = "big" if self.order == "little" else "little"
            return replace(self, verdict=Verdict.BY_DESIGN, order=other)
        return None

    def agrees(self, answer: object, expected: bytes | None) -> bool:
        """Tell whether an answer is as right as the profile's own."""
        return (
            answer == expected
            or delivers_less(answer, expected)
            or (self.other_length is Verdict.PASS and differ_in_length(answer, expected))
        )


def delivers_less(answer: object, expected: bytes | None) -> bool:
    """Tell whether two refusals are one but for text before the error, of which one gives less.

    Less is as right: how much is delivered before an error is no document's business. Answers of
    several parts are left to the judge.
    """
    if expected is None or not isinstance(answer, bytes):
        return False
    return (
        expected.startswith(answer)
        and answer.startswith(_ERROR)
        and expected[len(answer) :].startswith(b" ")
        # Two spaces at least: the offset and the length are told alike.
        and answer.count(b" ") > 1
        and not any(part in expected for part in _PARTS)
    )


def differ_in_length(answer: object, expected: bytes | None) -> bool:
    """Tell whether two answers are one but for the length of an error, which both tell."""
    if expected is None or not isinstance(answer, bytes):
        return False
    # A shortcut: without a refusal on both sides no length can differ, and most answers have none.
    if _ERROR not in answer or _ERROR not in expected:
        return False
    one, other = answer.split(b" ", 3), expected.split(b" ", 3)
    if one[0] == other[0] == _ERROR and one[1:2] != other[1:2]:
        return False  # the offset differs
    return _LENGTH.sub(_NO_LENGTH, answer) == _LENGTH.sub(_NO_LENGTH, expected)

"""Well-formed text of known values, decoded and encoded: rows of values, an input each.

Nothing of it has to be read to know what a decoder owes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from utfproof.engine.questions.placement import unordered
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import Scheme, signature_octets
from utfproof.model.fields import points
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings, Signatures
from utfproof.oracle import encoded
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.whole import close_question, scheme_of

_RULED = (Scheme.UTF_16, Scheme.UTF_32)


class TextRows(Protocol):
    """Texts of scalar values, each a row. They are small keys: caches hold their lines."""

    @property
    def count(self) -> int:
        """Count the rows."""
        ...

    @property
    def marked(self) -> frozenset[int]:
        """Return the numbers of the rows that begin with U+FEFF."""
        ...

    def row(self, index: int) -> Values:
        """Return one row."""
        ...

    def points(self) -> bytes:
        """Write each row as code points, with its newline."""
        ...

    def digits(self, scheme: Scheme) -> bytes:
        """Write the octets of each row in a scheme in hex digits, with its newline."""
        ...


@dataclass(frozen=True)
class DecodedTexts(PlainGroup):
    """A group: rows to be decoded or validated.

    Where a signature rules the order, one of big-endian order stands before each input.
    """

    id: str
    offer: Offer
    settings: Settings
    rows: TextRows

    @property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return self.text.split(b"\n")[:-1]

    @property
    def count(self) -> int:
        """Count the rows."""
        return self.rows.count

    @property
    def text(self) -> bytes:
        """Return the data lines end to end, each with its newline."""
        scheme = self.settings.scheme
        head = signature_octets(scheme, "big").hex().encode() if scheme in _RULED else b""
        return _headed(head, self.rows.digits(scheme))

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return one profile: nothing about well-formed text is left open."""
        return (AnswerProfile(),)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers; None where an initial signature has to be judged."""
        text = self.expected_text(answer_profile)
        if text is not None:
            return text.split(b"\n")[:-1]
        if self._marked_kept:
            return [None] * self.count
        answers, marked = self._answered.split(b"\n")[:-1], self.rows.marked
        return [None if at in marked else answer for at, answer in enumerate(answers)]

    def expected_text(self, answer_profile: AnswerProfile) -> bytes | None:
        """Return the answers; None where an initial signature has to be judged."""
        del answer_profile
        open_to = self.settings.scheme not in _RULED
        if self._marked_kept or (open_to and self.rows.marked):
            return None
        return self._answered

    @property
    def _marked_kept(self) -> bool:
        """True where the signature before each input may come out as a character."""
        return unordered(self.settings.encoding) and self.settings.signatures is Signatures.KEEP

    @property
    def _answered(self) -> bytes:
        if self.offer.op is Op.VALIDATE:
            return b"ok\n" * self.count
        return _headed(b"ok ", self.rows.points())

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        octets = bytes.fromhex(self.lines[index].decode("ascii"))
        return close_question(self.id, self.offer, self.settings, octets)


@dataclass(frozen=True)
class EncodedTexts(PlainGroup):
    """A group: rows to be encoded."""

    id: str
    offer: Offer
    settings: Settings
    rows: TextRows

    @property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return self.text.split(b"\n")[:-1]

    @property
    def count(self) -> int:
        """Count the rows."""
        return self.rows.count

    @property
    def text(self) -> bytes:
        """Return the data lines end to end, each with its newline."""
        return self.rows.points()

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return the ways in which all answers may be right: signatures that are written or not."""
        return encoded.answer_profiles(self.settings)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile."""
        return self.expected_text(answer_profile).split(b"\n")[:-1]

    def expected_text(self, answer_profile: AnswerProfile) -> bytes:
        """Return the answers of an answer profile end to end."""
        scheme = scheme_of(self.settings, answer_profile)
        signature = signature_octets(scheme, answer_profile.order) if answer_profile.signed else b""
        return _headed(b"ok " + signature.hex().encode("ascii"), self.rows.digits(scheme))

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        text = self.rows.row(index)
        choices = encoded.output(text, self.settings).acceptable(self.offer.mode)
        return Question(self.id, self.offer, "whole", points(text), choices)


def _headed(head: bytes, text: bytes) -> bytes:
    """Put a head before each line of a text that ends with a newline."""
    # Behind the last newline a head too many was put: it is cut off.
    return (head + text.replace(b"\n", b"\n" + head))[: -len(head)] if head else text

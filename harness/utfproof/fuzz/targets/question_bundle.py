"""Bundles: groups that are asked as one, and questions without an encoding, for a block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.questions.expected_answer import (
    Acceptable,
    ExpectedDetection,
    ExpectedLabel,
)
from utfproof.engine.questions.plan import (
    announced_names,
    label_question,
    possible_encodings,
)
from utfproof.engine.questions.question import Question
from utfproof.model.case import LabelCase
from utfproof.model.contract import Deviation
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.fields import render
from utfproof.model.operation import Offer
from utfproof.model.profile import WHATWG
from utfproof.model.verdict import Verdict
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.question_group import Expected, PlainGroup, QuestionGroup
from utfproof.reference import detect, labels, schemes
from utfproof.vectors.suite import Suite


@dataclass(frozen=True)
class QuestionBundle(PlainGroup):
    """Groups of one line each, as one group; all have the same offer and settings."""

    id: str
    offer: Offer
    groups: tuple[QuestionGroup, ...]

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return [group.lines[0] for group in self.groups]

    @property
    def answer_profiles(self) -> Sequence[AnswerProfile]:
        """Return the ways in which all answers may be right."""
        return self.groups[0].answer_profiles if self.groups else ()

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile."""
        return [group.expected(answer_profile)[0] for group in self.groups]

    def comparable(self, answers: Sequence[Answer]) -> Sequence[object]:
        """Bring answers into the form in which they are compared."""
        pairs = zip(self.groups, answers, strict=True)
        return [group.comparable([answer])[0] for group, answer in pairs]

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        return self.groups[index].question(0)


@dataclass(frozen=True)
class DetectionBatch(PlainGroup):
    """A group of inputs for a detector of signatures.

    `possible` is true where the codec announces to name possible encodings.
    """

    id: str
    offer: Offer
    inputs: tuple[bytes, ...]
    possible: bool = False

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return [render(octets).encode("ascii") for octets in self.inputs]

    @property
    def answer_profiles(self) -> Sequence[AnswerProfile]:
        """Return one profile: signatures alone decide."""
        return (AnswerProfile(),)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the encodings of the signatures."""
        del answer_profile
        return [_seen(octets) for octets in self.inputs]

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        octets = self.inputs[index]
        announced = possible_encodings(octets) if self.possible else []
        choices = [*_choices(octets), *announced]
        return Question(self.id, self.offer, "whole", render(octets), choices)


@dataclass(frozen=True)
class LabelBatch(PlainGroup):
    """A group of inputs that are taken for labels, by the table of one registry.

    That of the Encoding Standard is all that a label may be; beside the names that IANA knows a
    codec may have names of its own, but for the labels of `written`, which the vectors define.
    """

    id: str
    offer: Offer
    inputs: tuple[bytes, ...]
    registry: labels.Registry
    written: Mapping[bytes, Sequence[Encoding | None]]
    announced: Sequence[Deviation] = ()

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return [render(octets).encode("ascii") for octets in self.inputs]

    @property
    def answer_profiles(self) -> Sequence[AnswerProfile]:
        """Return one profile: the table alone decides."""
        return (AnswerProfile(),)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the names in the table; None for names that a codec may have of its own."""
        del answer_profile
        found = [self._names(octets) for octets in self.inputs]
        return [_named(names[0]) if len(names) == 1 else None for names in found]

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        octets = self.inputs[index]
        first, *others = self._names(octets)
        choices = [Acceptable(ExpectedLabel(first))]
        choices += [Acceptable(ExpectedLabel(other), Verdict.ALTERNATIVE) for other in others]
        choices += announced_names(first, self.announced)
        return label_question(self.id, self.offer, octets, choices)

    def _names(self, octets: bytes) -> Sequence[Encoding | None]:
        """List the encodings that a label may name, that of the table first."""
        name = labels.name(self.registry, octets)
        if name or self.registry == "encoding_standard":
            return [name]
        own = [encoding for encoding in Encoding if encoding is not Encoding.NONE]
        return self.written.get(octets) or [None, *own]


def written_labels(suite: Suite) -> dict[bytes, list[Encoding | None]]:
    """Return by label the names that the vectors accept for it by IANA's registry."""
    return {
        case.label: [case.names, *(other.names for other in case.others)]
        for case in suite.cases
        if isinstance(case, LabelCase) and case.about.profile != WHATWG
    }


def _named(name: Encoding | None) -> bytes:
    return f"ok {name or '?'}".encode("ascii")


def _choices(octets: bytes) -> Iterator[Acceptable]:
    """Yield the acceptable detections: the signature, or the result of reading the text behind.

    The Encoding Standard knows no UTF-32: FF FE 00 00 is UTF-16LE there, 00 00 FE FF is nothing.
    """
    encoding, length = detect.detect(octets) or (None, 0)
    yield Acceptable(ExpectedDetection(encoding, length))
    if encoding is None:
        if schemes.read(Scheme.UTF_8, octets).well_formed:
            yield Acceptable(ExpectedDetection(Encoding.UTF_8, 0), Verdict.ALTERNATIVE)
        return
    if encoding is Encoding.UTF_32LE:
        yield Acceptable(ExpectedDetection(Encoding.UTF_16LE, 2), Verdict.ALTERNATIVE)
    wide = encoding in (Encoding.UTF_32BE, Encoding.UTF_32LE)
    if wide or not schemes.read(Scheme(encoding.value), octets).well_formed:
        yield Acceptable(ExpectedDetection(None, 0), Verdict.ALTERNATIVE)


def _seen(octets: bytes) -> bytes:
    encoding, length = detect.detect(octets) or ("?", 0)
    return f"ok {encoding} {length}".encode("ascii")

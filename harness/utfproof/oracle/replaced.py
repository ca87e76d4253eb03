"""Texts for decoders that tell whether, or how often, they replaced ill-formed input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product

from utfproof.engine.questions import replacements
from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.expected_answer import Acceptable
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import REPLACEMENT, Scheme, facts, signature_octets
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Settings
from utfproof.oracle import octets_cache
from utfproof.oracle.answer_profile import AnswerProfile, ReplacementReport
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.samples import pieces
from utfproof.oracle.whole import WholeInputGroup
from utfproof.reference import latitude, schemes

Inputs = tuple[bytes, ...]

_PLACES = (*range(71), *range(120, 134), 255, 256, 257)
"""Characters before an error: the whole of a block of 64, and the borders of the next ones."""
_FAR = (1023, 1024, 4096, 8191)
_VERY_FAR = (65_535, 65_536)
"""Characters before an error of one kind, and of one that the end cuts off."""
_BEHIND = (0, 1, 17, 64)
_OFTEN = (2, 3, 16, 255, 256, 257)
_LOOKALIKES = (REPLACEMENT, ord("?"), 0x1A, 0xFFFE, 0xFFFF, 0xFEFF, 0x00)
"""Well-formed characters by which errors are replaced, or that are taken for errors."""


@cache
def told_inputs(scheme: Scheme) -> tuple[tuple[str, Inputs], ...]:
    """Return texts in groups: clean ones, lookalikes, signatures, and each kind of error.

    Where a signature rules the order, one stands before each text of the other groups.
    """
    found = pieces(scheme)
    mark = signature_octets(scheme, "big")
    head = mark if scheme in (Scheme.UTF_16, Scheme.UTF_32) else b""
    groups: list[tuple[str, Iterable[bytes]]] = [
        ("clean", _clean(scheme)),
        ("lookalikes", _lookalikes(scheme)),
    ]
    kinds = (*found.bad, *found.cut, *found.rests)
    groups.append(("far", _far(scheme)))
    groups += [(kind.hex(), _with_errors(scheme, kind)) for kind in dict.fromkeys(kinds)]
    groups.append(("pairs", (one + other for one, other in product(kinds, repeat=2))))
    behind_marks = [(name, (head + text for text in texts)) for name, texts in groups]
    every = (*behind_marks, ("signatures", _signatures(scheme, mark)))
    return tuple((name, tuple(dict.fromkeys(texts))) for name, texts in every)


def _clean(scheme: Scheme) -> Iterator[bytes]:
    """Yield well-formed texts of many lengths."""
    found = pieces(scheme)
    yield from found.characters
    for character in found.characters[:4]:
        yield from (character * length for length in (*_PLACES, *_FAR))
    yield b"".join(found.characters) * 40


def _far(scheme: Scheme) -> Iterator[bytes]:
    """Yield long texts: clean, and with an error at the end or at the beginning."""
    found = pieces(scheme)
    for error in (b"", found.bad[0], *(found.cut or found.rests)[:1]):
        yield from (found.letter * length + error for length in _VERY_FAR)
    yield found.bad[0] + found.letter * _VERY_FAR[0]


def _lookalikes(scheme: Scheme) -> Iterator[bytes]:
    found = pieces(scheme)
    errors = (*found.bad[:2], *found.cut[:1])
    for own in filter(None, (schemes.encode_value(scheme, value) for value in _LOOKALIKES)):
        yield from (own, own * 3, own * 80, own + found.letter * 80)
        yield from (found.letter * before + own + found.letter for before in _PLACES)
        for error in errors:
            yield from (own + error, error + own, own + error + own, error + own + error)


def _with_errors(scheme: Scheme, error: bytes) -> Iterator[bytes]:
    """Yield texts with an error at the beginning, at every place of a block, and at the end."""
    letter, *longer = pieces(scheme).characters[:4]
    for number, before in enumerate(_PLACES):
        yield letter * before + error
        yield letter * before + error + letter * _BEHIND[number % len(_BEHIND)]
        if number % 3 == 0:
            yield longer[number // 3 % len(longer)] * before + error
    # Behind an error that is told long ago.
    yield from (error + letter * behind for behind in (*_BEHIND, 16, 63, 128, *_FAR))
    yield from (letter * before + error for before in _FAR)
    yield from (error * often for often in _OFTEN)
    yield from ((error + letter) * often for often in _OFTEN)
    yield error + letter * 200 + error


def _signatures(scheme: Scheme, mark: bytes) -> Iterator[bytes]:
    """Yield signatures, alone and before text, errors and parts of another one."""
    found = pieces(scheme)
    errors = (*found.bad[:2], *found.cut[:1])
    rests = (b"", found.letter, found.characters[-1], mark, mark * 2, *errors)
    for rest in rests:
        yield from (mark + rest, mark + rest + found.letter, mark + found.letter * 64 + rest)
    # A part of one is ill-formed, as any other octets that the end cuts off.
    yield from (mark[:size] for size in range(1, len(mark)))
    yield from (mark + mark[:size] for size in range(1, len(mark)))
    if scheme in (Scheme.UTF_16, Scheme.UTF_32):
        unit = facts(scheme).unit
        little = signature_octets(scheme, "little")
        yield from (little, little + found.letter[::-1], little + b"\0" * (unit - 1))
        yield from (found.letter, found.letter * 3 + errors[0])


@dataclass(frozen=True)
class ReplacedTextGroup(PlainGroup):
    """A group of texts whose answers tell whether something was replaced, or how often."""

    id: str
    offer: Offer
    settings: Settings
    inputs: Inputs

    @property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return self.plain(Mode.REPLACE).lines

    def plain(self, mode: Mode) -> WholeInputGroup:
        """Return the group of the same texts, read in a mode and without a report."""
        offer = replace(self.offer, op=Op.DECODE, mode=mode)
        return WholeInputGroup(self.id, offer, self.settings, self.inputs)

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return the ways in which all answers may be right: each with a number, or yes and no."""
        plain = self.plain(self.offer.mode).answer_profiles
        return tuple(replace(one, report=report) for one in plain for report in ReplacementReport)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the texts of an answer profile with its reports; None where they are not sure."""
        if answer_profile.refuses:
            return self.plain(self.offer.mode).expected(answer_profile)
        return [line or None for line in _told(self, answer_profile).split(b"\n")[:-1]]

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        octets = self.inputs[index]
        choices = partial(self._choices, octets)
        line = render(octets)
        return Question(self.id, self.offer, "whole", line, choices, canonical=())

    def _choices(self, octets: bytes) -> list[Acceptable]:
        reads = schemes.read(self.settings.scheme, octets)
        others = latitude.others(self.settings.scheme, octets)
        found = DecodeInput.of(reads, others, self.settings)
        return replacements.told(found, self.offer.mode)


@octets_cache.ANSWERS.cached
def _told(group: ReplacedTextGroup, answer_profile: AnswerProfile) -> bytes:
    """Render the answers of an answer profile; an empty line stands where more than one passes."""
    own = replace(answer_profile, report=ReplacementReport.NUMBER)
    shown = group.plain(Mode.REPLACE).expected(own)
    dropped = group.plain(Mode.SKIP).expected(own)
    replaces = group.offer.mode is Mode.REPLACE
    lines = [
        b""
        if shown_text is None or dropped_text is None
        else _line(
            shown_text if replaces else dropped_text,
            # What one mode shows, the other drops.
            shown_text.count(b" ") - dropped_text.count(b" "),
            answer_profile.report,
        )
        for shown_text, dropped_text in zip(shown, dropped, strict=True)
    ]
    return b"\n".join([*lines, b""])


def _line(text: bytes, number: int, report: ReplacementReport) -> bytes:
    """Put the report of replaced input into an answer that tells the text alone."""
    if report is ReplacementReport.YES_OR_NO:
        told = b"yes" if number else b"no"
    else:
        told = b"%d" % number
    return b"ok %b%b" % (told, text.removeprefix(b"ok"))

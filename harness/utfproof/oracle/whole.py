"""Expected answers of a decoder to whole inputs, for a hundred thousand at a time.

Where an input may be read in more than one way (it begins with a signature), no answer is given,
and the engine judges it with all the ways it knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from utfproof.engine.questions.decode_input import DecodeInput, unmarked_answers
from utfproof.engine.questions.expected_answer import Acceptable
from utfproof.engine.questions.gap_pattern import GapPattern
from utfproof.engine.questions.placement import unordered
from utfproof.engine.questions.question import CanonicalAnswer, Question
from utfproof.model.encoding import ByteOrder, Scheme, facts, signature_octets
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Policy, Settings, Signatures, Unmarked
from utfproof.model.verdict import Verdict
from utfproof.oracle import octets_cache
from utfproof.oracle.answer_profile import ERROR_DETAILS, AnswerProfile, ErrorDetail
from utfproof.oracle.expected import (
    OWN_BRACKETS,
    DecodeResult,
    expected_result,
    expected_signed_result,
    gap_pattern,
    read_all,
)
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.reference import latitude, schemes

_OF_OCTETS = (
    "maximal-subpart", "byte", "java", "lead-4", "lead-4-single", "lead-6", "run", "two-byte",
)  # fmt: skip
_OF_UNITS = (Policy.WHATWG.value, Policy.UNIT.value)
_REFUSES = AnswerProfile(verdict=Verdict.ALTERNATIVE, refuses=True)
_REFUSED = b"error ? ?"
"""The profile of a decoder that wants a signature, and its answer without one."""
_FEW = 8
"""What part of a group's inputs is few, as a divisor: the answers to all are kept for others."""
_UNSURE = (Signatures.SNIFF, Signatures.FORBIDDEN)
# FF FE 00 00, the signature of UTF-32LE, needs no row: it begins like that of UTF-16LE.
_SIGNATURES = (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe", b"\x00\x00\xfe\xff")


@lru_cache(maxsize=1024)
def answer_profiles(settings: Settings, offer: Offer) -> tuple[AnswerProfile, ...]:
    """List the ways in which a decoder may answer consistently."""
    policies: Sequence[str | None] = (settings.replacement,)
    if offer.mode is Mode.REPLACE and settings.replacement is None:
        policies = _OF_OCTETS if facts(settings.scheme).unit == 1 else _OF_UNITS
    # Only a refusal has details to leave out, and a length.
    if offer.mode is Mode.STRICT:
        own = AnswerProfile(other_length=_other_length(settings))
        details = ERROR_DETAILS
    else:
        own = AnswerProfile(not_recommended=_not_recommended(settings, offer))
        details = ERROR_DETAILS[:1]
    return tuple(
        replace(own, verdict=verdict, order=order, policy=policy, detail=detail)
        for order, verdict in _orders(settings)
        for policy in policies
        for detail in details
    )


def _other_length(settings: Settings) -> Verdict | None:
    if not settings.fixes_length:
        return Verdict.PASS
    return Verdict.NON_STRICT if settings.recommended else None


def _not_recommended(settings: Settings, offer: Offer) -> tuple[str, ...]:
    """List the policies by which a codec breaks a SHOULD alone; those of units may break more."""
    if (
        not settings.recommended
        or offer.mode is not Mode.REPLACE
        or facts(settings.scheme).unit > 1
    ):
        return ()
    return tuple(policy for policy in _OF_OCTETS if policy != settings.replacement)


def _orders(settings: Settings) -> list[tuple[ByteOrder, Verdict]]:
    """List the orders in which unmarked text may be read (engine/interpretation.py)."""
    if not unordered(settings.encoding):
        return [(facts(settings.scheme).order or "big", Verdict.PASS)]
    match settings.unmarked:
        case Unmarked.REFUSE:
            return []
        case Unmarked.BIG:
            return [("big", Verdict.PASS)]
        case Unmarked.LITTLE:
            return [("little", Verdict.ALTERNATIVE)]
        case None:
            return [("big", Verdict.PASS), ("little", Verdict.ALTERNATIVE)]


def scheme_of(settings: Settings, answer_profile: AnswerProfile) -> Scheme:
    """Return the scheme in which an answer profile reads text that nothing marks."""
    if not unordered(settings.encoding):
        return settings.scheme
    return Scheme(f"{settings.encoding}{'BE' if answer_profile.order == 'big' else 'LE'}")


def ambiguous(settings: Settings, octets: bytes) -> bool:
    """Tell whether an initial signature has to be judged by the codec's settings."""
    return octets.startswith(signatures_of(settings))


def signatures_of(settings: Settings) -> tuple[bytes, ...]:
    """List the signatures that mean something to a codec."""
    if settings.signatures is Signatures.SNIFF or unordered(settings.encoding):
        return _SIGNATURES
    return (signature_octets(settings.scheme),)


def close_question(case: str, offer: Offer, settings: Settings, octets: bytes) -> Question:
    """Make the question of one whole input, with every reading that a document allows."""
    choices = partial(_choices, settings, offer, octets)
    if offer.op is Op.VALIDATE_CAUSE:  # no answer without a cause is one: each is read
        return Question(case, offer, "whole", render(octets), choices, canonical=())
    sure = _sure_answer(settings, offer, octets)
    pattern = sure if isinstance(sure, GapPattern) else None
    canonical = sure.lines() if isinstance(sure, CanonicalAnswer) else () if pattern else None
    line = render(octets)
    return Question(case, offer, "whole", line, choices, canonical=canonical, pattern=pattern)


def _sure_answer(
    settings: Settings, offer: Offer, octets: bytes
) -> CanonicalAnswer | GapPattern | None:
    """Return what passes for certain; None where all acceptable answers have to be known.

    It spares most answers the making of these, which takes ten times as long.
    """
    signed = ambiguous(settings, octets)
    unordered_text = unordered(settings.encoding)
    if signed and (settings.signatures in _UNSURE or (unordered_text and not settings.strips)):
        return None
    if unordered_text and not signed and settings.unmarked not in (None, Unmarked.BIG):
        return None
    if settings.unmarked is Unmarked.REFUSE and not octets:
        return None
    order = schemes.order_of(settings.scheme, octets)
    scheme, policy = schemes.ordered(settings.scheme, order), settings.replacement
    if signed and not octets.startswith(signature_octets(scheme)):
        return None  # it is that of the other width

    def read(mode: Mode) -> DecodeResult:
        if signed:
            keeps = not settings.strips
            return expected_signed_result(scheme, policy, mode, octets, keeps=keeps)
        return expected_result(scheme, policy, mode, octets)

    mode = Mode.STRICT if offer.op is Op.VALIDATE else offer.mode
    if mode is Mode.REPLACE and policy is None:  # its units of error are not known
        pattern = gap_pattern(scheme, octets, signed=signed, keeps=not settings.strips)
        return pattern if pattern.most else CanonicalAnswer(pattern.texts[0])
    found = read(mode)
    if offer.op is Op.VALIDATE and found.offset is None:
        return CanonicalAnswer("")
    return CanonicalAnswer(found.text, found.offset, found.length or None)


def _choices(settings: Settings, offer: Offer, octets: bytes) -> list[Acceptable]:
    refuses = settings.unmarked is Unmarked.REFUSE and unordered(settings.encoding)
    if refuses and octets and not octets.startswith(signatures_of(settings)):
        return unmarked_answers(len(octets), offer.mode)  # what it would read does not count
    reads = schemes.read(settings.scheme, octets)
    found = DecodeInput.of(reads, latitude.others(settings.scheme, octets), settings)
    if offer.op.validates:
        return found.valid(causes=settings.causes and offer.op is Op.VALIDATE_CAUSE)
    return found.acceptable(offer.mode)


@dataclass(frozen=True)
class WholeInputGroup(PlainGroup):
    """A group of whole inputs for a decoder or validator."""

    id: str
    offer: Offer
    settings: Settings
    inputs: tuple[bytes, ...]

    @property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        # Only the joined text is cached: an object for each line would take several times the
        # memory.
        return self.text.split(b"\n")[:-1]

    @property
    def count(self) -> int:
        """Count the inputs."""
        return len(self.inputs)

    @property
    def text(self) -> bytes:
        """Return the data lines end to end, each with its newline."""
        return _text(self.inputs)

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return the ways in which all answers may be right."""
        if self.settings.unmarked is Unmarked.REFUSE and unordered(self.settings.encoding):
            return (_REFUSES,)
        return answer_profiles(self.settings, self.offer)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile; None for inputs that begin with a signature."""
        found: list[bytes | None]
        if answer_profile.refuses:  # but for an empty text, which may be read
            found = [_REFUSED if octets else None for octets in self.inputs]
        else:
            found = [*self._answered(answer_profile).split(b"\n")[:-1]]
        for index in _marked(signatures_of(self.settings), self.inputs):
            found[index] = None
        return found

    def expected_text(self, answer_profile: AnswerProfile) -> bytes | None:
        """Return the answers of an answer profile; None where an input begins with a signature."""
        if answer_profile.refuses or _marked(signatures_of(self.settings), self.inputs):
            return None
        return self._answered(answer_profile)

    def _answered(self, answer_profile: AnswerProfile) -> bytes:
        scheme, mode = scheme_of(self.settings, answer_profile), self.offer.mode
        validates = self.offer.op is Op.VALIDATE
        return _rendered(
            scheme, answer_profile.policy, mode, answer_profile.detail, validates, self.inputs
        )

    def expected_at(
        self, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterable[bytes | None]:
        """Return the answers of an answer profile to some inputs; to few of them one by one."""
        # Many answers are cheaper together, where the cache may have them already.
        if answer_profile.refuses or len(indices) * _FEW > len(self.inputs):
            return super().expected_at(answer_profile, indices)
        return self._one_by_one(answer_profile, indices)

    def _one_by_one(
        self, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterator[bytes | None]:
        scheme, mode = scheme_of(self.settings, answer_profile), self.offer.mode
        policy = _deciding(answer_profile.policy, mode, answer_profile.detail)
        validates = self.offer.op is Op.VALIDATE
        signatures = signatures_of(self.settings)
        for octets in map(self.inputs.__getitem__, indices):
            if octets.startswith(signatures):
                yield None
            else:
                yield _cached_result(scheme, policy, mode, octets).line(
                    answer_profile.detail, validates=validates
                )

    def behind_signatures(self, answer_profile: AnswerProfile, expected: Expected) -> Expected:
        """Fill in the passing answer to inputs that begin with a signature, where there is one."""
        settings, mode = self.settings, self.offer.mode
        # Sniffing may lead to another encoding, and a forbidden signature may be refused: no one
        # answer passes.
        if settings.signatures in _UNSURE or unordered(settings.encoding):
            return expected
        found = list(expected)
        for index in _marked(signatures_of(settings), self.inputs):
            octets = self.inputs[index]
            read = expected_signed_result(
                settings.scheme, answer_profile.policy, mode, octets, keeps=not settings.strips
            )
            found[index] = read.line(answer_profile.detail, validates=self.offer.op is Op.VALIDATE)
        return found

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        return close_question(self.id, self.offer, self.settings, self.inputs[index])


@octets_cache.ANSWERS.cached
def _text(inputs: tuple[bytes, ...]) -> bytes:
    return "\n".join([*map(render, inputs), ""]).encode("ascii")


@lru_cache(maxsize=4096)
def _marked(signatures: tuple[bytes, ...], inputs: tuple[bytes, ...]) -> tuple[int, ...]:
    """List the inputs that begin with a signature."""
    return tuple(at for at, octets in enumerate(inputs) if octets.startswith(signatures))


@octets_cache.ANSWERS.cached
def _rendered(  # noqa: PLR0913, PLR0917  (a key of the cache: all that the answers depend on)
    scheme: Scheme,
    policy: str | None,
    mode: Mode,
    detail: ErrorDetail,
    validates: bool,
    inputs: tuple[bytes, ...],
) -> bytes:
    """Render the answers of an answer profile once for all codecs that take it."""
    read = read_all(scheme, _deciding(policy, mode, detail), mode, inputs)
    return b"\n".join([*(one.line(detail, validates=validates) for one in read), b""])


def _deciding(policy: str | None, mode: Mode, detail: ErrorDetail) -> str | None:
    """Return no policy where all that is said is the same without it."""
    same = mode is Mode.STRICT and (detail.length is False or policy in OWN_BRACKETS)
    return None if same else policy


_cached_result = lru_cache(maxsize=1 << 14)(expected_result)

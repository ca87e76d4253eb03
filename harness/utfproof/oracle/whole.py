"""Expected answers of a decoder to whole inputs, for a hundred thousand at a time.

Where an input may be read in more than one way (it begins with a signature that the codec sniffs,
forbids, or keeps where it rules the order), no answer is given, and the engine judges it with all
the ways it knows.
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
    announced_result,
    expected_result,
    expected_signed_result,
    gap_pattern,
    read_all,
)
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.reference import latitude, marked, schemes

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
    return schemes.ordered(settings.scheme, answer_profile.order)


def ambiguous(settings: Settings, octets: bytes) -> bool:
    """Tell whether an initial signature has to be judged by the codec's settings."""
    return octets.startswith(signatures_of(settings))


def signatures_of(settings: Settings) -> tuple[bytes, ...]:
    """List the signatures that mean something to a codec."""
    if settings.signatures is Signatures.SNIFF:
        return _SIGNATURES
    if unordered(settings.encoding):
        return tuple(marked.signatures(settings.scheme))
    return (signature_octets(settings.scheme),)


@dataclass(frozen=True, slots=True)
class SignedReading:
    """The way in which inputs are read that begin with one of the signatures.

    It is read as U+FEFF where a codec `keeps` it, else as nothing. `scheme` is None where more than
    one answer passes.
    """

    signatures: tuple[bytes, ...]
    scheme: Scheme | None
    keeps: bool

    @classmethod
    def of(cls, settings: Settings, verdict: Verdict = Verdict.PASS) -> SignedReading:
        """Return the reading that passes; none is sure beside answers of another verdict."""
        # Sniffing may lead to another encoding, and a forbidden signature may be refused.
        one = settings.signatures not in _UNSURE and (
            settings.strips or not unordered(settings.encoding)
        )
        scheme = settings.scheme if one and verdict is Verdict.PASS else None
        return cls(signatures_of(settings), scheme, not settings.strips)

    def read(self, policy: str | None, mode: Mode, octets: bytes) -> DecodeResult | None:
        """Read octets that begin with a signature; None where more than one answer passes."""
        if self.scheme is None:
            return None
        scheme = schemes.ordered(self.scheme, schemes.order_of(self.scheme, octets))
        return expected_signed_result(scheme, policy, mode, octets, keeps=self.keeps)


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
    signed_reading = SignedReading.of(settings)
    if signed and signed_reading.scheme is None:
        return None
    unmarked = unordered(settings.encoding) and not signed
    if unmarked and settings.unmarked not in (None, Unmarked.BIG):
        return None
    if settings.unmarked is Unmarked.REFUSE and not octets:
        return None
    policy = settings.replacement
    scheme = schemes.ordered(settings.scheme, schemes.order_of(settings.scheme, octets))
    mode = Mode.STRICT if offer.op is Op.VALIDATE else offer.mode
    if mode is Mode.REPLACE and policy is None:  # its units of error are not known
        pattern = gap_pattern(scheme, octets, signed=signed, keeps=not settings.strips)
        return pattern if pattern.most else CanonicalAnswer(pattern.texts[0])
    found = signed_reading.read(policy, mode, octets) if signed else None
    found = found or expected_result(scheme, policy, mode, octets)
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
        """Return the answers of an answer profile; None where more than one passes."""
        if answer_profile.refuses:  # but for an empty text, which may be read
            known = signatures_of(self.settings)
            return [
                None if not octets or octets.startswith(known) else _REFUSED
                for octets in self.inputs
            ]
        found = self._answered(answer_profile).split(b"\n")[:-1]
        return found if self._all_sure(answer_profile) else [line or None for line in found]

    def expected_text(self, answer_profile: AnswerProfile) -> bytes | None:
        """Return the answers of an answer profile; None where more than one passes."""
        sure = not answer_profile.refuses and self._all_sure(answer_profile)
        return self._answered(answer_profile) if sure else None

    def _all_sure(self, answer_profile: AnswerProfile) -> bool:
        signed = self._signed(answer_profile)
        return signed is None or signed.scheme is not None

    def _signed(self, answer_profile: AnswerProfile) -> SignedReading | None:
        """Return how inputs behind signatures are read; None where there are none."""
        if not _has_marked(signatures_of(self.settings), self.inputs):
            return None
        return SignedReading.of(self.settings, answer_profile.verdict)

    def _answered(self, answer_profile: AnswerProfile) -> bytes:
        scheme, mode = scheme_of(self.settings, answer_profile), self.offer.mode
        detail, validates = answer_profile.detail, self.offer.op is Op.VALIDATE
        signed = self._signed(answer_profile)
        return rendered(scheme, answer_profile.policy, mode, detail, validates, signed, self.inputs)

    def expected_at(
        self, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterable[bytes | None]:
        """Return the answers of an answer profile to some inputs; to few of them one by one."""
        # Many answers are cheaper together, where the cache may have them already.
        many = len(indices) * _FEW > len(self.inputs) and not answer_profile.deviations
        if answer_profile.refuses or many:
            return super().expected_at(answer_profile, indices)
        return self._one_by_one(answer_profile, indices)

    def announced_profile(self, answer_profile: AnswerProfile) -> AnswerProfile | None:
        """Return the profile of a codec that reads as its documentation announces."""
        return answer_profile.announcing(self.settings)

    def _one_by_one(
        self, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterator[bytes | None]:
        scheme, mode = scheme_of(self.settings, answer_profile), self.offer.mode
        policy = _deciding(answer_profile.policy, mode, answer_profile.detail)
        validates = self.offer.op is Op.VALIDATE
        signed = SignedReading.of(self.settings, answer_profile.verdict)
        announced = answer_profile.deviations
        for octets in map(self.inputs.__getitem__, indices):
            if octets.startswith(signed.signatures):
                found = signed.read(policy, mode, octets)
            elif announced:
                found = announced_result(scheme, announced, mode, octets)
            else:
                found = _cached_result(scheme, policy, mode, octets)
            yield found and found.line(answer_profile.detail, validates=validates)

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        return close_question(self.id, self.offer, self.settings, self.inputs[index])


@octets_cache.ANSWERS.cached
def _text(inputs: tuple[bytes, ...]) -> bytes:
    return "\n".join([*map(render, inputs), ""]).encode("ascii")


@lru_cache(maxsize=4096)
def _has_marked(signatures: tuple[bytes, ...], inputs: tuple[bytes, ...]) -> bool:
    """Tell whether any input begins with a signature."""
    return any(octets.startswith(signatures) for octets in inputs)


@octets_cache.ANSWERS.cached
def rendered(  # noqa: PLR0913, PLR0917  (a key of the cache: all that the answers depend on)
    scheme: Scheme,
    policy: str | None,
    mode: Mode,
    detail: ErrorDetail,
    validates: bool,
    signed: SignedReading | None,
    inputs: tuple[bytes, ...],
) -> bytes:
    """Render the answers of an answer profile once for all codecs that take it.

    An empty line stands where more than one answer passes.
    """
    policy = _deciding(policy, mode, detail)
    read: list[DecodeResult | None] = [*read_all(scheme, policy, mode, inputs)]
    if signed:
        for index, octets in enumerate(inputs):
            if octets.startswith(signed.signatures):
                read[index] = signed.read(policy, mode, octets)
    lines = [one.line(detail, validates=validates) if one else b"" for one in read]
    return b"\n".join([*lines, b""])


def _deciding(policy: str | None, mode: Mode, detail: ErrorDetail) -> str | None:
    """Return no policy where all that is said is the same without it."""
    same = mode is Mode.STRICT and (detail.length is False or policy in OWN_BRACKETS)
    return None if same else policy


_cached_result = lru_cache(maxsize=1 << 14)(expected_result)

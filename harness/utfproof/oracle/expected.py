"""The reference's answers to many octet strings at a time, for decoders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from utfproof.engine.questions.gap_pattern import GapPattern
from utfproof.model.contract import Deviation
from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Scheme, facts, signature_octets
from utfproof.model.fields import spaced
from utfproof.model.operation import Mode
from utfproof.model.profile import Policy
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.oracle.answer_profile import ErrorDetail
from utfproof.reference import deviations, replacement, schemes
from utfproof.reference.scanner import scanner

OWN_BRACKETS = (None, Policy.MAXIMAL_SUBPART.value, Policy.WHATWG.value)
"""The policies whose units of error are the parts that the reference reads."""
_Stretches = tuple[list[str], list[tuple[bytes, ...]]]
"""Texts, and the ill-formed parts between each and the next."""
_ERROR = "!"
_INSTEAD = f" {REPLACEMENT:x}"
REMEMBERED = 1 << 17
"""Parts of a scheme whose text is remembered: more than all strings of up to two octets, which are
parts of their own in UTF-16 and UTF-32, and come before all others."""


class DecodeResult(NamedTuple):
    """The text up to the first error or in all, with the error's place and length.

    `text` has a space before each field; `offset` is None where nothing is refused.
    """

    text: str
    offset: int | None = None
    length: int = 0
    truncated: bool = False

    def line(self, detail: ErrorDetail, *, validates: bool = False) -> bytes:
        """Render it at a level of error detail."""
        if self.offset is None:
            return b"ok" if validates else f"ok{self.text}".encode("ascii")
        text = self.text if detail.text and not validates else ""
        return f"{self.head(detail)}{text}".encode("ascii")

    def head(self, detail: ErrorDetail, moved: int = 0) -> str:
        """Render the refusal without text, at an offset that is moved."""
        offset = "?" if detail.offset is False or self.offset is None else self.offset + moved
        return f"error {offset} {self.length if detail.tells(self.truncated) else '?'}"


def expected_result(scheme: Scheme, policy: str | None, mode: Mode, octets: bytes) -> DecodeResult:
    """Read octets in which no signature is looked for, as one mode delivers them."""
    scan = scanner(scheme)
    if scan is None:
        return _read(scheme, policy, mode, octets)
    tokens = scan(octets)
    shown = _shown(scheme)
    text = "".join(map(shown.__getitem__, tokens))
    error = text.find(_ERROR)
    if error < 0:
        return DecodeResult(text)
    if mode is not Mode.STRICT:
        if policy in OWN_BRACKETS:
            return DecodeResult(text.replace(_ERROR, _INSTEAD if mode is Mode.REPLACE else ""))
        if facts(scheme).unit > 1:
            return _read_by_units(scheme, str(policy), mode, octets, tokens)
        if mode is Mode.SKIP:
            return DecodeResult(text.replace(_ERROR, ""))
        return DecodeResult(_regrouped(str(policy), *_stretches(shown, tokens)))
    # Each part before the error has put exactly one space into the text.
    index = text.count(" ", 0, error)
    token = tokens[index]
    offset = sum(map(len, tokens[:index]))
    length = len(token)
    if policy not in OWN_BRACKETS:
        # The policy's first unit of error is taken from the ill-formed parts that follow each
        # other.
        bad = takewhile(lambda one: shown[one] == _ERROR, islice(tokens, index, None))
        wide = facts(scheme).unit > 1
        near = octets[offset:] if policy == Policy.JAVA else token
        own = _length(scheme, policy, near, length) if wide else None
        length = own or replacement.first_length(str(policy), bad)
    # Only the last part can be truncated: the input ends with it.
    return DecodeResult(text[:error], offset, length, index == len(tokens) - 1 and shown.cut(token))


def _read_by_units(
    scheme: Scheme, policy: str, mode: Mode, octets: bytes, tokens: Iterable[bytes]
) -> DecodeResult:
    """Read wider units under a policy that has its own units of error."""
    if policy == Policy.JAVA:  # a unit of error may take in the character behind it
        return _read(scheme, policy, mode, octets)
    shown = _shown(scheme)
    texts = (
        _instead(scheme, policy, mode, token) if shown[token] == _ERROR else shown[token]
        for token in tokens
    )
    return DecodeResult("".join(texts))


@lru_cache(maxsize=1 << 14)
def _instead(scheme: Scheme, policy: str, mode: Mode, part: bytes) -> str:
    """Render the output for an ill-formed part of wider units, whatever stands around it."""
    return _read(scheme, policy, mode, part).text


def _stretches(shown: _Shown, tokens: Sequence[bytes]) -> _Stretches:
    """Part well-formed text from the errors between, those that are neighbours together."""
    shown_as = list(map(shown.__getitem__, tokens))
    texts, errors = [""], list[tuple[bytes, ...]]()
    start = 0
    while _ERROR in islice(shown_as, start, None):
        at = shown_as.index(_ERROR, start)
        texts[-1] = "".join(shown_as[start:at])
        behind = (end for end in range(at, len(tokens)) if shown_as[end] != _ERROR)
        start = next(behind, len(tokens))
        errors.append(tuple(tokens[at:start]))
        texts.append("")
    texts[-1] = "".join(shown_as[start:])
    return texts, errors


def _regrouped(policy: str, texts: Sequence[str], errors: Sequence[tuple[bytes, ...]]) -> str:
    """Render text of an encoding in octets, whose policies regroup neighbouring errors only."""
    pieces = [texts[0]]
    for parts, text in zip(errors, texts[1:], strict=True):
        pieces += (_INSTEAD * _unit_count(policy, parts), text)
    return "".join(pieces)


_unit_count = lru_cache(maxsize=1 << 14)(replacement.unit_count)


def expected_signed_result(
    scheme: Scheme, policy: str | None, mode: Mode, octets: bytes, *, keeps: bool
) -> DecodeResult:
    """Read octets behind a signature, which is U+FEFF or nothing, as one mode delivers them."""
    signature = signature_octets(scheme)
    read = expected_result(scheme, policy, mode, octets[len(signature) :])
    text = f" {SIGNATURE:x}{read.text}" if keeps else read.text
    offset = None if read.offset is None else read.offset + len(signature)
    return read._replace(text=text, offset=offset)


def gap_pattern(scheme: Scheme, octets: bytes, *, signed: bool, keeps: bool) -> GapPattern:
    """Return the pattern of octets in replace mode.

    Octets that are `signed` begin with a signature, which is U+FEFF or nothing.

    Raises:
        ValueError: a scheme in which the signature rules the order.
    """
    scan = scanner(scheme)
    if scan is None:
        raise ValueError(scheme)
    text = octets[len(signature_octets(scheme)) :] if signed else octets
    texts, errors = _stretches(_shown(scheme), scan(text))
    head = f" {SIGNATURE:x}" if signed and keeps else ""
    most = tuple(sum(map(len, parts)) for parts in errors)
    return GapPattern((head + texts[0], *texts[1:]), most)


# What is read is kept for the other levels of detail of the same group only: it takes much memory.
@lru_cache(maxsize=16)
def read_all(
    scheme: Scheme, policy: str | None, mode: Mode, inputs: tuple[bytes, ...]
) -> list[DecodeResult]:
    """Read all inputs of a group once for all codecs that promise the same."""
    regroups = mode is Mode.REPLACE and policy not in OWN_BRACKETS and facts(scheme).unit == 1
    parted = _all_stretches(scheme, inputs) if regroups else None
    if parted is None:
        return [expected_result(scheme, policy, mode, octets) for octets in inputs]
    return [DecodeResult(_regrouped(str(policy), *own)) for own in parted]


# The policies are tried one after the other on one group.
@lru_cache(maxsize=4)
def _all_stretches(scheme: Scheme, inputs: tuple[bytes, ...]) -> list[_Stretches] | None:
    """Read all inputs of a group once for all policies; None for a scheme without a scanner."""
    scan, shown = scanner(scheme), _shown(scheme)
    return [_stretches(shown, scan(octets)) for octets in inputs] if scan else None


class _Shown(dict[bytes, str]):
    """The text of each part, which the reference reads once; `!` for one that is ill-formed."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self._scheme = scheme
        self._cuts: dict[bytes, bool] = {}

    def __missing__(self, token: bytes) -> str:
        part = self._part(token)
        text = f" {part.value:x}" if isinstance(part, Value) else _ERROR
        if len(self) < REMEMBERED:
            self[token] = text
        return text

    def cut(self, token: bytes) -> bool:
        """Tell whether an ill-formed part is one only because the input ends with it."""
        known = self._cuts.get(token)
        if known is None:
            part = self._part(token)
            known = isinstance(part, IllFormed) and part.truncated
            if len(self._cuts) < REMEMBERED:
                self._cuts[token] = known
        return known

    def _part(self, token: bytes) -> Part:
        (part,) = schemes.read_text(self._scheme, token).parts
        return part


_shown = cache(_Shown)


def _read(scheme: Scheme, policy: str | None, mode: Mode, octets: bytes) -> DecodeResult:
    parts = schemes.read_text(scheme, octets).parts
    if mode is Mode.STRICT:
        return _strict(scheme, policy, octets, parts)
    if policy not in OWN_BRACKETS and any(isinstance(part, IllFormed) for part in parts):
        parts = replacement.segments(str(policy), scheme, octets).parts
    return _text(parts, mode)


@lru_cache(maxsize=1 << 12)
def announced_result(
    scheme: Scheme, announced: tuple[Deviation, ...], mode: Mode, octets: bytes
) -> DecodeResult | None:
    """Read octets as a codec's documentation announces; None where that changes nothing."""
    found = deviations.reading(scheme, octets, announced)
    if found is None:
        return None
    return (
        _strict(scheme, None, octets, found.parts)
        if mode is Mode.STRICT
        else _text(found.parts, mode)
    )


def _text(parts: Iterable[Part], mode: Mode) -> DecodeResult:
    shown = REPLACEMENT if mode is Mode.REPLACE else None
    return DecodeResult(
        spaced([value for part in parts if (value := _value(part, shown)) is not None])
    )


def _value(part: Part, shown: int | None) -> int | None:
    if isinstance(part, Value):
        return part.value
    if isinstance(part, Signature):  # some policies read with signatures: here it is a character
        return SIGNATURE
    return None if isinstance(part, replacement.Dropped) else shown


def _strict(
    scheme: Scheme, policy: str | None, octets: bytes, parts: Sequence[Part]
) -> DecodeResult:
    values: list[int] = []
    offset = 0
    for part in parts:
        if isinstance(part, IllFormed):
            length = _length(scheme, policy, octets[offset:], len(part.octets))
            return DecodeResult(spaced(values), offset, length, part.truncated)
        values += [part.value] if isinstance(part, Value) else []
        offset += len(part.octets)
    return DecodeResult(spaced(values))


def _length(scheme: Scheme, policy: str | None, octets: bytes, own: int) -> int:
    """Return the length that is told of the error at the beginning of octets.

    It is that of the policy's own unit of error, if it has one there, else the part's `own`.
    """
    if policy in OWN_BRACKETS:
        return own
    first = replacement.first_unit(str(policy), scheme, octets)
    return first[1] if first and not first[0] else own

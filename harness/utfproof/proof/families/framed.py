"""Inputs in frames: one core at every place among other characters, each answer put together.

What a decoder makes of the core is read once; characters before it move the result and the
offset, and characters behind it follow. So a million placements cost no million readings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from utfproof.engine.questions.question import Question
from utfproof.model.contract import Deviation
from utfproof.model.encoding import Scheme, facts
from utfproof.model.fields import read_octets
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Settings
from utfproof.oracle import octets_cache
from utfproof.oracle.answer_profile import AnswerProfile, ErrorDetail
from utfproof.oracle.expected import DecodeResult, announced_result, expected_result
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.samples import pieces
from utfproof.oracle.whole import ambiguous, answer_profiles, close_question, scheme_of
from utfproof.proof.families.frames import Frames, InputFrame
from utfproof.reference import schemes


class _Beside(NamedTuple):
    """Whether something stands before a core, and the character behind it; empty for none."""

    before: bool
    behind: bytes


_AROUND = frozenset({Deviation.NUL_REFUSED, Deviation.NONCHARACTERS_REFUSED})
"""Deviations by which characters around a core are refused."""
_CORE = b"\x01"
_TEXTS = bytes(range(0x80, 0x90))
_LENGTHS = bytes(range(0x90, 0xA0))
"""One mark for each way in which something may stand beside a core; answers are ASCII."""
_SWALLOWED = "\0"
_TAKEN_OUT = re.compile(rb"\0 \w+")


@dataclass(frozen=True)
class FramedGroup(PlainGroup):
    """A group: one core in many frames.

    No letters stand behind a core that ends inside a code unit: they would be cut themselves.
    """

    id: str
    offer: Offer
    settings: Settings
    core: bytes
    frames: Frames

    @cached_property
    def _possible(self) -> Frames:
        whole = len(self.core) % facts(self.settings.scheme).unit == 0
        return tuple(frame for frame in self.frames if whole or not frame.after)

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        letter = pieces(self.settings.scheme).letter
        core = self.core.hex().encode("ascii")
        found = _around(self._possible, letter).replace(_CORE, core).split(b"\n")
        # An empty line would end the block: no octets at all are written `-`.
        return found if core else [line or b"-" for line in found]

    @property
    def count(self) -> int:
        """Count the frames, without a line being rendered."""
        return len(self._possible)

    @cached_property
    def text(self) -> bytes:
        """Put the core in all frames at once."""
        if not self.core:
            return b"\n".join((*self.lines, b""))
        letter = pieces(self.settings.scheme).letter
        core = self.core.hex().encode("ascii")
        return _around(self._possible, letter).replace(_CORE, core) + b"\n"

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return the ways in which all answers may be right."""
        return answer_profiles(self.settings, self.offer)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return an answer profile's answers; None where an initial signature has to be judged."""
        text = self._answered(answer_profile)
        if text is None:  # read in the other order the letter is none
            return [None] * len(self._possible)
        answers = text.split(b"\n")
        if not ambiguous(self.settings, self.core):
            return list(answers)
        # Behind a letter U+FEFF is a character; only at the very start it has to be judged.
        pairs = zip(answers, self._possible, strict=True)
        return [answer if frame.before + frame.first else None for answer, frame in pairs]

    def expected_text(self, answer_profile: AnswerProfile) -> bytes | None:
        """Return the answers of an answer profile, of which none is looked at."""
        if ambiguous(self.settings, self.core):
            return None
        text = self._answered(answer_profile)
        return None if text is None else text + b"\n"

    def _answered(self, answer_profile: AnswerProfile) -> bytes | None:
        scheme, policy, mode = (
            scheme_of(self.settings, answer_profile),
            answer_profile.policy,
            self.offer.mode,
        )
        letter = pieces(self.settings.scheme).letter
        if not schemes.read_text(scheme, letter).well_formed:
            return None
        cores = tuple(
            _core(scheme, policy, mode, answer_profile.deviations, self.core, letter, beside)
            for beside in _ways(self._possible, letter)
        )
        validates = self.offer.op is Op.VALIDATE
        detail = replace(answer_profile.detail, text=False) if validates else answer_profile.detail
        return _answers(scheme, self._possible, letter, cores, detail, validates)

    def announced_profile(self, answer_profile: AnswerProfile) -> AnswerProfile | None:
        """Return the profile of a codec that reads as its documentation announces.

        None where it refuses U+0000 or U+10FFFF, which stand around cores.
        """
        refused = not _AROUND.isdisjoint(self.settings.deviations)
        return None if refused else answer_profile.announcing(self.settings)

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        line = self.lines[index]
        octets = read_octets(line.decode("ascii"))
        return close_question(self.id, self.offer, self.settings, octets)


@octets_cache.ANSWERS.cached
def _around(frames: Frames, letter: bytes) -> bytes:
    """Render the lines of all frames as hex digits, with a mark where the core stands."""
    behind = letter.hex().encode("ascii")
    return b"\n".join(
        [
            behind * frame.first
            + frame.filling.hex().encode("ascii") * frame.before
            + _CORE
            + (frame.behind.hex().encode("ascii") or behind) * frame.after
            for frame in frames
        ]
    )


def _beside(frame: InputFrame, letter: bytes) -> _Beside:
    behind = (frame.behind or letter) if frame.after else b""
    return _Beside(frame.before + frame.first > 0, behind)


@lru_cache(maxsize=64)
def _ways(frames: Frames, letter: bytes) -> tuple[_Beside, ...]:
    """Return each way in which something stands beside a core once."""
    return tuple(dict.fromkeys(_beside(frame, letter) for frame in frames))


@lru_cache(maxsize=8192)
def _core(  # noqa: PLR0913, PLR0917  (a key of the cache: all that the reading depends on)
    scheme: Scheme,
    policy: str | None,
    mode: Mode,
    deviations: tuple[Deviation, ...],
    core: bytes,
    letter: bytes,
    beside: _Beside,
) -> DecodeResult:
    """Read a core with characters before and behind it, or not, and take these out again.

    Where the core swallows the character behind it, or a half of it, its text ends with an octet
    00, which takes out one character more.
    """
    before, behind = beside
    octets = letter * before + core + behind
    read = announced_result(scheme, deviations, mode, octets) if deviations else None
    read = read or expected_result(scheme, policy, mode, octets)
    text = read.text
    if before:
        text = text[len(expected_result(scheme, policy, mode, letter).text) :]
    if read.offset is not None:
        return read._replace(text=text, offset=read.offset - len(letter) * before)
    if behind:
        shown = expected_result(scheme, policy, mode, behind).text
        text = text.removesuffix(shown) if text.endswith(shown) else text + _SWALLOWED
    return read._replace(text=text)


def _answers(  # noqa: PLR0913, PLR0917  (all that the answers depend on)
    scheme: Scheme,
    frames: Frames,
    letter: bytes,
    cores: tuple[DecodeResult, ...],
    detail: ErrorDetail,
    validates: bool,
) -> bytes:
    """Put the answers to a core in all frames together, with newlines between."""
    if validates and all(core.offset is None for core in cores):
        return b"\n".join([b"ok"] * len(frames))
    offsets = tuple(core.offset for core in cores)
    text = _shown(scheme, frames, letter, offsets, detail, validates)
    for number, core in enumerate(cores):
        length = core.length if detail.tells(core.truncated) else "?"
        shown = b"" if validates else core.text.encode("ascii")
        text = text.replace(_LENGTHS[number : number + 1], str(length).encode("ascii"))
        text = text.replace(_TEXTS[number : number + 1], shown)
    if any(_SWALLOWED in core.text for core in cores):
        return _TAKEN_OUT.sub(b"", text)
    return text


@octets_cache.ANSWERS.cached
def _shown(  # noqa: PLR0913, PLR0917  (a key of the cache)
    scheme: Scheme,
    frames: Frames,
    letter: bytes,
    offsets: tuple[int | None, ...],
    detail: ErrorDetail,
    validates: bool,
) -> bytes:
    """Render the answers of all frames, with marks for the text and the length of the core's.

    What a core reads as depends on what stands before and behind it, so each way has its marks.
    """
    characters = {letter, *(frame.filling for frame in frames), *(one.behind for one in frames)}
    texts = {
        octets: expected_result(scheme, None, Mode.STRICT, octets).text.encode("ascii")
        for octets in characters
    }
    ways: dict[_Beside, int] = {way: index for index, way in enumerate(_ways(frames, letter))}
    lines = []
    for frame in frames:
        number = ways[_beside(frame, letter)]
        offset, mark = offsets[number], _TEXTS[number : number + 1]
        before = texts[letter] * frame.first + texts[frame.filling] * frame.before
        if offset is None:
            whole = b"ok" + before + mark + texts[frame.behind or letter] * frame.after
            lines.append(b"ok" if validates else whole)
            continue
        octets = len(letter) * frame.first + len(frame.filling) * frame.before
        at = offset + octets if detail.offset else "?"
        head = f"error {at} ".encode("ascii") + _LENGTHS[number : number + 1]
        lines.append(head + before + mark if detail.text else head)
    return b"\n".join(lines)

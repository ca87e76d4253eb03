"""Spelling: the protocol's lines for many inputs at once, by array operations.

Every word (a code point, a number, a line's end) is eight octets with zeros behind; the words are
put in order, and the zeros taken out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from utfproof.adapters.session.blocks import JoinedLines
from utfproof.fuzz.targets.bulk_reading import BatchParts, Flags, Octets
from utfproof.fuzz.targets.octet_pool import Places
from utfproof.model.encoding import REPLACEMENT
from utfproof.oracle.answer_profile import ErrorDetail

LONGEST = 999
"""The octets of the longest input whose answer is spelt: its places and lengths are one word."""
_VALUES = 0x110000
# The table has lengths 0 to 6, and 7 for `?`; longer ones are rare and spelt one by one.
_LENGTHS = 8
_UNTOLD_LENGTH = 7
_WORD = 8
_END = 0x0A

Words = NDArray[np.uint64]


def spell_octets(octets: Octets, ends: Places) -> JoinedLines:
    """Spell inputs as data lines: two digits an octet, `-` for none."""
    lengths = np.diff(ends, prepend=0)
    bare = lengths == 0
    sizes = lengths + bare
    lasts = np.cumsum(sizes + 1) - 1
    # Two digits are one word of sixteen bits.
    words = np.zeros(len(octets) + int(bare.sum()) + len(ends), np.uint16)
    words[lasts] = _END
    words[(lasts - 1)[bare]] = ord("-")
    # 0 marks the words that are not written yet: no word of an octet is zero.
    words[words == 0] = _octets().take(octets)
    text = words.tobytes().translate(None, b"\0")
    return JoinedLines(text, (np.cumsum(2 * lengths + bare + 1)).tolist())


@dataclass(frozen=True, slots=True, eq=False)
class SpelledTexts:
    """The words of the texts of all inputs, two places before each for how its line begins."""

    words: Words
    heads: Places


def spell_texts(read: BatchParts, shown: Flags) -> SpelledTexts:
    """Spell the shown parts, ill-formed ones as U+FFFD."""
    owners = read.owners[shown]
    values = read.values[shown]
    sizes = np.bincount(owners, minlength=len(read.ends)) + 2
    heads = np.cumsum(sizes) - sizes
    words = np.zeros(int(sizes.sum()), np.uint64)
    places = np.arange(len(values)) + 2 * owners + 2
    words[places] = _numbers().take(np.where(values < 0, REPLACEMENT, values))
    return SpelledTexts(words, heads)


def spell_answers(
    read: BatchParts, spelt: SpelledTexts, detail: ErrorDetail | None, unsure: Places
) -> JoinedLines:
    """Spell the answer to each input; `?` for inputs in `unsure`.

    `detail` is that of errors, None where none is reported.
    """
    words, heads = spelt.words.copy(), spelt.heads
    words[heads] = _word("\nok")
    if detail:
        wrong = np.flatnonzero(read.offsets >= 0)
        words[heads[wrong]] = _word("\nerror ")
        words[heads[wrong] + 1] = _error_words(read, detail)[wrong]
    words[heads[unsure]] = _word("\n?")
    text = words.tobytes().translate(None, b"\0")
    text = text[1:] + text[:1]  # the first newline ends the last line
    return JoinedLines(text, (np.flatnonzero(np.frombuffer(text, np.uint8) == _END) + 1).tolist())


def _error_words(read: BatchParts, detail: ErrorDetail) -> Words:
    """Return the words of the first errors' places and lengths."""
    lengths = read.sizes
    hidden = read.truncated if detail.length is None else not detail.length
    offsets = read.offsets if detail.offset else np.full(len(lengths), LONGEST + 1)
    shown = np.where(hidden, _UNTOLD_LENGTH, lengths)
    # Inputs without an error have the offset -1: it is clipped, and the word is not used.
    found: Words = _places().take(offsets * _LENGTHS + shown, mode="clip")
    for long in np.flatnonzero((lengths >= _UNTOLD_LENGTH) & ~np.array(hidden)):
        offset = read.offsets[long] if detail.offset else "?"
        found[long] = _word(f"{offset} {lengths[long]}")
    return found


@cache
def _octets() -> NDArray[np.uint16]:
    return np.array([int.from_bytes(b"%02x" % one, "little") for one in range(0x100)], np.uint16)


@cache
def _places() -> Words:
    """Spell offset and length, `?` for one that is not reported."""
    places = [*map(str, range(LONGEST + 1)), "?"]
    lengths = [*map(str, range(_UNTOLD_LENGTH)), "?"]
    return np.array([_word(f"{place} {length}") for place in places for length in lengths])


@cache
def _numbers() -> Words:
    """Spell each value that a scheme here can express, with a space before it."""
    values = np.arange(_VALUES, dtype=np.uint64)
    digits = np.array([_word(digit) for digit in "0123456789abcdef"])
    found = np.zeros(_VALUES, np.uint64)
    for count in range(1, 7):
        first = 16 ** (count - 1) if count > 1 else 0
        own = values[first : 16**count]
        words = np.full(len(own), _word(" "), np.uint64)
        for at in range(count):
            digit = digits[own >> np.uint64(4 * (count - 1 - at)) & np.uint64(15)]
            words |= digit << np.uint64(8 * (at + 1))
        found[first : 16**count] = words
    return found


def _word(text: str) -> np.uint64:
    return np.uint64(int.from_bytes(text.encode("ascii"), "little"))

"""The lines of a group that a codec's format excludes, found in all lines at once."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, partial
from itertools import accumulate

from utfproof.engine.questions.domain import all_outside
from utfproof.engine.questions.plan import excluded
from utfproof.model.profile import Settings
from utfproof.oracle import octets_cache
from utfproof.oracle.question_group import QuestionGroup

_OF_NO_OCTET = b" -|"
_MARK = b"\1"


def excluded_lines(group: QuestionGroup, settings: Settings) -> set[int]:
    """Return the indices of the lines with excluded characters, or with too many octets.

    They are those of `plan.excluded`, which looks at one line in the time of ten here.
    """
    # With a limit the first field is the room, which is no data.
    if group.offer.op.bounded:
        lines = enumerate(group.lines)
        return {index for index, line in lines if excluded(group.offer, line, settings)}
    if group.offer.op.encodes:
        return _with_values(group.text, settings.excludes)
    digits = group.text.translate(None, _OF_NO_OCTET)
    lengths = list(map(len, digits.split(b"\n")[:-1]))
    found = _with_octets(digits, lengths, settings.excludes)
    if settings.longest is not None and max(lengths, default=0) > 2 * settings.longest:
        most = 2 * settings.longest
        found |= {index for index, length in enumerate(lengths) if length > most}
    return found


def lines_outside(group: QuestionGroup, settings: Settings) -> set[int]:
    """Return the indices of the lines that the codec's contract excludes."""
    op = group.offer.op
    demands = settings.encoder_demands if op.encodes else settings.demands
    if not demands:
        return set()
    # The same lines are asked in several modes, and of several codecs with one contract. A digest
    # of the text stands for it: the text itself would lie in memory as long as the key.
    digest = hashlib.sha256(group.text).digest()
    key = lines_outside, digest, op, demands, settings.scheme, settings.units
    marks = octets_cache.ANSWERS.kept(key, partial(_outside_marks, group, settings))
    return {index for index, mark in enumerate(marks) if mark}


def _outside_marks(group: QuestionGroup, settings: Settings) -> bytes:
    """Return an octet for each line: 1 where the contract excludes it, else 0."""
    return bytes(all_outside(group.offer, group.lines, settings))


def _with_octets(digits: bytes, lengths: Iterable[int], excludes: frozenset[int]) -> set[int]:
    """Return the lines with an octet of those; after each, the rest of its line is skipped."""
    found: set[int] = set()
    if not excludes:
        return found
    octets = bytes.fromhex(digits.decode("ascii"))  # white space between octets is skipped
    marked = octets.translate(_marks(excludes))
    ends = [digits // 2 for digits in accumulate(lengths)]
    at = marked.find(_MARK)
    while at >= 0:
        # An empty line ends where it begins: bisect_right passes it.
        line = bisect_right(ends, at)
        found.add(line)
        at = marked.find(_MARK, ends[line])
    return found


@cache
def _marks(excludes: frozenset[int]) -> bytes:
    """Return the table that turns an octet that is excluded into a mark, any other into zero."""
    return bytes(octet in excludes for octet in range(256))


def _with_values(text: bytes, excludes: frozenset[int]) -> set[int]:
    """Return the lines with a code point of those."""
    found: set[int] = set()
    line = start = 0
    for match in _values(excludes).finditer(text) if excludes else ():
        line += text.count(b"\n", start, match.start())
        start = match.start()
        found.add(line)
    return found


@cache
def _values(excludes: frozenset[int]) -> re.Pattern[bytes]:
    """Match a field that is one of these code points."""
    fields = b"|".join(b"%x" % value for value in sorted(excludes))
    return re.compile(rb"(?m)(?:^|(?<= ))0*(?:%b)(?=[ \n])" % fields)

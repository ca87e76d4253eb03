"""The oracle: a document with hostile words is one with harmless words, in which they stand.

A reader takes a document apart into its elements and its texts. The elements have to be those of
the document with harmless words, and each text the same with the words in the place of the
harmless ones, as the medium may show them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from utfproof.adapters.session.process import printable
from utfproof.report.text import one_line, visible

from .words import HARMLESS, Words

_CUT = "…"
_OF_WORDS = re.compile(r"\b[0-9a-f]{64}\b|[a-z0-9_-]*[-_][0-9a-f]{6}\b")
"""Digests, and the names of findings, which end with one: other words have others."""
_QUOTED = re.compile(
    r"utfproof (?:certify|findings|explain|requirements) | --case |printf '"
    "|(?:RIGHT|WRONG|TARGET|CODEC) = "
)
_MOST_OF_DIGESTS = (10, 12, 16)
_QUOTES = str.maketrans("", "", "'\"")
_SHOWN = 300


class ActedError(Exception):
    """A word did more in a document than to be shown."""


@dataclass(slots=True)
class Reading:
    """A document as its reader sees it: the elements in their order, and the texts."""

    elements: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def forms(word: str) -> list[str]:
    """Return all ways to write a word: in lines or in one, without blanks, as a part of words."""
    first = (word.splitlines() or [""])[0]
    sentence = re.split(r"[.;:](?: |$)", word, maxsplit=1)[0]
    every = [word, word.rstrip("."), first, sentence, sentence.rstrip("."), word.strip()]
    every += [word[:most] for most in _MOST_OF_DIGESTS]
    # Of ids there are topics, and names of codecs have no slash.
    every += [word.replace("/", ""), word.partition("/")[0]]
    # A sign that a spreadsheet hides; two halves of a pair that JSON writes side by side.
    every += [
        re.sub(r"""(^|[;\t\n][ "]*)'""", r"\1", word),
        word.encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
    ]
    vanishes = not all(every)  # of a word that is a slash, a codec's name has nothing
    every.append(word.partition("/")[2])
    shown = [write(text) for text in every for write in (visible, one_line, _in_one, str)]
    quoted = [write(text)[1:-1] for text in every for write in (ascii, repr)]
    shown += [*quoted, *(text.replace("%", "%%") for text in quoted)]
    ascii_only = word.encode("ascii", "backslashreplace").decode()
    pattern = re.escape(ascii_only).replace(r"\ ", " ")
    shown += [re.escape(word), re.escape(word).replace(r"\ ", " "), ascii_only, pattern]
    literal = (ascii_only, pattern, re.escape(word), re.escape(word).replace(r"\ ", " "))
    shown += [write(text)[1:-1] for text in literal for write in (repr, ascii)]
    path = PurePath(word).as_posix()
    shown += [
        path,
        ascii(path)[1:-1],
        visible(word.replace(" ", "-")),
        one_line(word.replace(" ", "-")),
    ]
    shown += [write(printable(text)).rstrip() for text in every for write in (str, visible)]
    shown += ["\n".join(map(one_line, word.split("\n")))]
    shown += [re.sub(blanks, " ", text) for text in shown for blanks in (r"[ \t\n]+", r"\s+")]
    code = [text.replace("`", "'").replace("|", "¦") for text in shown]
    every_way = {*shown, *code} if vanishes else {*shown, *code} - {""}
    return sorted(every_way, key=len, reverse=True)


def _in_one(text: str) -> str:
    return " ".join(visible(text).split())


def compare(harmless: Reading, hostile: Reading, words: Words) -> None:
    """Hold a document with hostile words against the one with harmless words.

    Raises:
        ActedError: they differ in more than the words.
    """
    wanted, seen = harmless.elements, hostile.elements
    if wanted != seen:
        at = _first_difference(wanted, seen)
        problem = f"element {at}: {seen[at : at + 3]!a}, not {wanted[at : at + 3]!a}"
        raise ActedError(problem[:_SHOWN])
    if len(harmless.texts) != len(hostile.texts):
        raise ActedError(f"{len(hostile.texts)} texts, not {len(harmless.texts)}")
    if not words.is_short:
        return  # reports cut them, each in its way; their elements were compared
    gaps = _gaps(words)
    for one, other in zip(harmless.texts, hostile.texts, strict=True):
        template, text = _OF_WORDS.sub("#", one), _OF_WORDS.sub("#", other)
        if not fits(template, text, gaps):
            raise ActedError(_unlike(template, text, gaps))


def _first_difference(some: Sequence[str], others: Sequence[str]) -> int:
    pairs = zip(some, others, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), len(others) - 1)


def _unlike(template: str, text: str, gaps: dict[str, str]) -> str:
    lines = zip(template.split("\n"), text.split("\n"), strict=False)
    wrong = ((one, other) for one, other in lines if not fits(one, other, gaps))
    one, other = next(wrong, (template, text))
    return f"{other[:_SHOWN]!a}, not {one[:_SHOWN]!a}"


def _gaps(words: Words) -> dict[str, str]:
    return {
        HARMLESS.text: _either(forms(words.text)),
        HARMLESS.name: _either(forms(words.name)),
    }


def _either(texts: Iterable[str]) -> str:
    return f"(?:{'|'.join(re.escape(text) for text in texts)})"


def fits(template: str, text: str, gaps: dict[str, str]) -> bool:
    """Tell whether a text is a template whose harmless words are exchanged for hostile ones."""
    parts = re.split(f"({HARMLESS.text}|{HARMLESS.name})", template)
    if len(parts) == 1:
        return text == template
    # What is too long is cut in the middle or at its end; what it is made of is seen elsewhere.
    if text.count(_CUT) > template.count(_CUT):
        return True
    pattern = "".join(gaps.get(part) or re.escape(part) for part in parts)
    if re.fullmatch(pattern, text, re.DOTALL):
        return True
    # How a command is quoted for a shell is seen by a shell's rules: the medium `shell`.
    return bool(_QUOTED.search(template) and re.fullmatch(_bare(pattern), _bare(text), re.DOTALL))


def _bare(text: str) -> str:
    return re.sub(r"""\br(?=")""", "", text).translate(_QUOTES)


def inert(text: str, allowed: str = "\n\t") -> None:
    """Check that no character of a text is obeyed by a screen, or hidden.

    Raises:
        ActedError: one is.
    """
    for character in text:
        if visible(character) != character and character not in allowed:
            raise ActedError(f"{character!a} is written")
        if character in "\r\x85\u2028\u2029\x1b" or "\ud800" <= character <= "\udfff":
            raise ActedError(f"{character!a} is written")

"""Strict YAML: a tree of mappings, lists and words in which every word knows its line.

YAML reads `80` as a number, `NO` as false and `12:30` as 750, keeps the last of two equal keys
and follows aliases without end. Here every scalar is the text that was written, equal keys are
errors, and anchors, tags and further documents are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Self

import yaml

from utfproof.errors import UtfproofError, VectorError

_DEEPEST = 16
_TOO_DEEP = f"nested deeper than {_DEEPEST} levels", "flatten it"
_LARGEST = 8 * 1024 * 1024
# The parser in C is several times as fast; not every build of PyYAML has it.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Word(str):
    """A scalar as written; `quoted` tells whether quotation marks stood around it."""

    __slots__ = ("line", "quoted")
    line: int
    quoted: bool

    def __new__(cls, text: str, line: int, *, quoted: bool) -> Self:
        """Keep the line and the quotes with the text."""
        word = super().__new__(cls, text)
        word.line = line
        word.quoted = quoted
        return word


class Sequence(list["Node"]):
    """A YAML sequence with the line where it starts."""

    line: int = 0


class Mapping(dict[str, "Node"]):
    """A YAML mapping with the line where it starts and the line of each key."""

    line: int = 0

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.lines: dict[str, int] = {}


Node = Word | Sequence | Mapping


class _Builder:
    """Builds the tree from parser events, refusing features that the vectors do not use."""

    def __init__(
        self, place: str, events: Iterator[yaml.Event], error: type[UtfproofError]
    ) -> None:
        self.place = place
        self.events = events
        self.error = error

    def fail(self, line: int, problem: str, hint: str) -> UtfproofError:
        return self.error(problem, place=f"{self.place}:{line}", hint=hint)

    def next(self) -> yaml.Event:
        event = next(self.events)
        line = _line(event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self.fail(line, "anchors and aliases are not allowed", "write the value out")
        tag = getattr(event, "tag", None)
        # A lone `!` only says that a word is text, which every word is here.
        if tag is not None and tag != "!":
            raise self.fail(line, f"the tag {tag} is not allowed", "remove it")
        return event

    def value(self, event: yaml.Event, depth: int = 0) -> Node:
        line = _line(event)
        if depth > _DEEPEST:
            raise self.fail(line, *_TOO_DEEP)
        if isinstance(event, yaml.ScalarEvent):
            return Word(self.text(event), line, quoted=event.style in ("'", '"'))
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(line, depth)
        return self.mapping(line, depth)

    def text(self, event: yaml.ScalarEvent) -> str:
        """Return the text of a scalar; PyYAML without its C parser makes surrogates of escapes."""
        text: str = event.value
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise self.fail(_line(event), "an escape makes a surrogate", "write U+ and digits")
        return text

    def sequence(self, line: int, depth: int) -> Sequence:
        items = Sequence()
        items.line = line
        while not isinstance(event := self.next(), yaml.SequenceEndEvent):
            items.append(self.value(event, depth + 1))
        return items

    def mapping(self, line: int, depth: int) -> Mapping:
        items = Mapping()
        items.line = line
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            at = _line(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise self.fail(at, "a key must be a word", "write the key as plain text")
            key = self.text(event)
            if key in items:
                raise self.fail(
                    at, f"the key {key} stands twice (line {items.lines[key]})", "remove one"
                )
            items.lines[key] = at
            items[key] = self.value(self.next(), depth + 1)
        return items


def parse(text: str, place: str, error: type[UtfproofError] = VectorError) -> Mapping:
    """Read one YAML document whose top is a mapping; `place` names it in errors.

    Raises:
        UtfproofError: (the class given) not YAML, or YAML with aliases, tags, equal keys or a
            second document.
    """
    try:
        events = yaml.parse(text, Loader=_LOADER)
        return _only_document(_Builder(place, iter(events), error))
    except (yaml.YAMLError, UnicodeError) as problem:
        line = _line_of(problem)
        # libyaml looks ahead, and newer versions meet a limit of their own before ours is seen.
        if "nesting depth" in str(problem):
            words, hint = _TOO_DEEP
            raise error(words, place=f"{place}:{line}", hint=hint) from None
        raise error(
            f"not YAML: {_first_line(problem)}", place=f"{place}:{line}", hint="correct the syntax"
        ) from None


def _only_document(builder: _Builder) -> Mapping:
    top: Node | None = None
    while not isinstance(event := builder.next(), yaml.StreamEndEvent):
        if isinstance(event, (yaml.StreamStartEvent, yaml.DocumentEndEvent)):
            continue
        line = _line(event)
        if top is not None:
            raise builder.fail(line, "a second document starts here", "one document for each file")
        top = builder.value(builder.next())
    if not isinstance(top, Mapping):
        raise builder.fail(1, "the file is not a mapping", "start with `key: value` lines")
    return top


def _line(event: yaml.Event) -> int:
    mark = event.start_mark
    return mark.line + 1 if mark else 1


def _line_of(error: Exception) -> int:
    mark = getattr(error, "problem_mark", None)
    return mark.line + 1 if mark else 1


def _first_line(error: Exception) -> str:
    return str(getattr(error, "problem", None) or error).splitlines()[0]


def line_at(node: Node, path: list[str | int]) -> int:
    """Return the line that a path leads to, or of its last step that exists."""
    line = 1
    for step in path:
        if isinstance(node, Mapping) and isinstance(step, str) and step in node:
            line, node = node.lines[step], node[step]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node):
            node = node[step]
            line = node.line
    return line


def plain(node: Node) -> object:
    """Return the tree as plain dicts, lists and strings."""
    if isinstance(node, Word):
        return str(node)
    if isinstance(node, Sequence):
        return [plain(item) for item in node]
    return {key: plain(item) for key, item in node.items()}


def load(path: Path, place: str, error: type[UtfproofError] = VectorError) -> Mapping:
    """Read a YAML file; `place` is its name in errors.

    Raises:
        UtfproofError: (the class given) unreadable, larger than 8 MiB, not UTF-8, or refused by
            `parse`.
    """
    try:
        with path.open("rb") as file:
            octets = file.read(_LARGEST + 1)
    except OSError as problem:
        raise error(str(problem.strerror), place=place, hint="check the path") from None
    if len(octets) > _LARGEST:
        raise error("larger than 8 MiB", place=place, hint="split the file")
    try:
        text = octets.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = octets[: problem.start].count(b"\n") + 1
        hint = "save it as UTF-8"
        raise error("the file itself is not UTF-8", place=f"{place}:{line}", hint=hint) from None
    return parse(text, place, error)

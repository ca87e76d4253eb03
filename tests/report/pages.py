"""A page as a browser's tokeniser sees it, and the answers in its data."""

from __future__ import annotations

import base64
import json
import zlib
from html.parser import HTMLParser
from typing import NamedTuple

from utfproof.report.run.page import render
from utfproof.report.run.summary import Summary
from utfproof.vectors.suite import Suite

from .made import suite


class Element(NamedTuple):
    tag: str
    attributes: dict[str, str | None]


class Answer(NamedTuple):
    """An answer as the data of a page has it, with the case and the offer that it belongs to."""

    case: str
    why: str
    clauses: list[str]
    flags: list[str]
    options: str
    op: str
    passed: int
    verdict: str
    way: str
    input: str
    expected: str
    actual: str
    known: int
    codecs: list[int]
    pieces: list[object]


class Page(HTMLParser):
    """A page as a browser's tokeniser sees it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[Element] = []
        self.data: dict[str, str] = {}
        self.words: list[str] = []
        self._open = Element("", {})
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = Element(tag, dict(attrs))
        self.elements.append(self._open)

    def handle_endtag(self, tag: str) -> None:
        del tag
        self._open = Element("", {})

    def handle_data(self, data: str) -> None:
        if self._open.tag == "script":
            self.data[self._open.attributes.get("id") or "program"] = data
        elif self._open.tag != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def shape(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(item.tag, tuple(item.attributes)) for item in self.elements]

    def all(self, attribute: str) -> list[str]:
        return [
            item.attributes.get(attribute) or ""
            for item in self.elements
            if attribute in item.attributes
        ]

    def block(self, name: str) -> object:
        """Open a block of the page's data."""
        return json.loads(zlib.decompress(base64.b64decode(self.data[f"data-{name}"])))

    def answers(self) -> list[Answer]:
        """Return every answer of the data."""
        shared = self.block("shared")
        assert isinstance(shared, dict)
        found = []
        for number in range(len(shared["blocks"])):
            block = self.block(f"topic-{number}")
            assert isinstance(block, dict)
            for *told, asked in block["cases"]:
                for op, option, mask, answers in asked:
                    passed = int(block["masks"][mask], 16)
                    options = told[4] + option
                    asked_of = [*told[:4], options, op, passed]
                    found += [Answer._make([*asked_of, *one]) for one in answers]
        return found


def page(summary: Summary, vectors: Suite | None = None) -> Page:
    return Page(render(summary, vectors or suite()))

"""Real readers of each medium: they take a document apart as its consumer does."""

from __future__ import annotations

import ast
import base64
import csv
import io
import json
import re
import shlex
import tokenize
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .readings import ActedError, Reading, inert

_MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_SPACER = "<!-- -->"
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_ADDRESSES = re.compile(r"(?:https?://|#|data:,$|data:image/)")
_SGR = re.compile(r"\x1b\[[0-9;]*m")
_DRAWN = re.compile(r"[ ─━┏┓┗┛┃│┡┩├┤┼┴┬┳╇┻╋└┘┌┐]+")


def html(page: str) -> Reading:
    """Read a page; its packed data is read too."""
    inert(page)
    reader = _Page()
    reader.feed(page)
    reader.close()
    return reader.reading


class _Page(HTMLParser):
    """The elements of a page with the names of their attributes, and all texts."""

    def __init__(self) -> None:
        super().__init__()
        self.reading = Reading()
        self._text = ""
        self._packed = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_text()
        self.reading.elements.append(" ".join((tag, *(name for name, _ in attrs))))
        for name, value in attrs:
            text = value or ""
            if name in ("href", "src") and not _ADDRESSES.match(text):
                raise ActedError(f"{tag} leads to {text[:80]!a}")
            # A place within the page is written with the escapes of addresses.
            address = name in ("href", "id", "for") or name.startswith("aria-")
            self.reading.texts.append("" if address else text)
        self._packed = tag == "script" and ("type", "application/octet-stream") in attrs

    def handle_endtag(self, tag: str) -> None:
        self._end_text()
        self.reading.elements.append(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        raise ActedError(f"a comment: {data[:80]!a}")

    def handle_decl(self, decl: str) -> None:
        self.reading.elements.append(decl)

    def handle_pi(self, data: str) -> None:
        raise ActedError(f"an instruction: {data[:80]!a}")

    def unknown_decl(self, data: str) -> None:
        raise ActedError(f"a declaration: {data[:80]!a}")

    def handle_data(self, data: str) -> None:
        self._text += data

    def _end_text(self) -> None:
        text, self._text = self._text, ""
        if self._packed and text.strip():
            data = zlib.decompress(base64.b64decode(text))
            _values(json.loads(data), self.reading, "", inert)
        else:
            self.reading.texts.append(text)

    def close(self) -> None:
        super().close()
        self._end_text()


def _values(node: object, reading: Reading, at: str, check: Callable[[str], None]) -> None:
    """Read values of JSON: their kinds are elements, strings and keys are texts."""
    if isinstance(node, dict):
        reading.elements.append(f"object of {len(node)}")
        for key, value in node.items():
            check(key)
            reading.texts.append(key)
            _values(value, reading, key, check)
    elif isinstance(node, list):
        reading.elements.append(f"list of {len(node)}")
        for value in node:
            _values(value, reading, at, check)
    elif isinstance(node, str) and at == "markdown":
        found = markdown(node)
        reading.elements += found.elements
        reading.texts += found.texts
    elif isinstance(node, str):
        check(node)
        reading.elements.append("text")
        # Digests of words, and places, are other ones for other words.
        digests = re.fullmatch(r"[0-9a-f]{32,64}|[0-9a-f]{16}:1", node) or at in ("uri", "path")
        reading.texts.append("" if digests else node)
    else:
        reading.elements.append(repr(node))


def json_of_texts(text: str) -> Reading:
    """Read JSON whose strings are shown to people."""
    reading = Reading()
    _values(json.loads(text), reading, "", inert)
    return reading


def json_of_data(text: str) -> Reading:
    """Read JSON that programs read: ASCII, in which strings are as they were told."""
    if not text.isascii():
        raise ActedError("more than ASCII is written")
    inert(text)
    reading = Reading()
    _values(json.loads(text), reading, "", lambda _: None)
    return reading


def xml(text: str) -> Reading:
    """Read XML; an external entity or a control in it would not be well-formed."""
    inert(text)
    reading = Reading()
    for element in ET.fromstring(text).iter():  # noqa: S314  (written by this program)
        reading.elements.append(" ".join((element.tag, *element.attrib)))
        reading.texts += [*element.attrib.values(), element.text or "", element.tail or ""]
    for shown in reading.texts:
        inert(shown)
    return reading


def markdown(text: str) -> Reading:
    """Read Markdown as CommonMark with the tables of GitHub."""
    inert(text)
    reading = Reading()
    for token in _MARKDOWN.parse(text):
        reading.elements.append(f"{token.type} {token.tag}".strip())
        if token.type == "inline":
            _inline(token.children or [], reading)
        elif token.type in ("html_block", "fence", "code_block"):
            reading.texts.append(token.content)
    return reading


def _inline(tokens: list[Token], reading: Reading) -> None:
    text = ""
    for token in tokens:
        if token.type == "text":
            text += token.content
        elif token.type == "html_inline" and token.content == _SPACER:
            continue
        else:
            reading.texts.append(_folded(text))
            text = ""
            reading.elements.append(token.type)
            address = str(token.attrs.get("href", ""))
            if token.type == "image" or (address and not _ADDRESSES.match(address)):
                raise ActedError(f"{token.type} of {address[:80]!a}")
            reading.texts.append(_folded(token.content))
    if re.search(r"[@#](?=[^\W_])", text) and _SPACER not in "".join(one.content for one in tokens):
        raise ActedError(f"somebody is called: {text[:80]!a}")
    reading.texts.append(_folded(text))


def _folded(text: str) -> str:
    return " ".join(text.split())


def table(text: str) -> Reading:
    """Read CSV; no cell may be a formula, whatever a spreadsheet takes for the separator."""
    inert(text.replace("\r\n", "\n"))
    reading = Reading()
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        reading.elements.append(f"{len(row)} cells")
        # A sign that makes a cell no formula is no part of what was told.
        reading.texts += [re.sub(r"""(^|[;\t\n][ "]*)'""", r"\1", cell) for cell in row]
    for separator in ",;\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            for cell in row:
                if cell.strip(' "').startswith(_FORMULAS) and cell != "-":
                    raise ActedError(f"a formula: {cell[:80]!a}")
    return reading


def screen(text: str) -> Reading:
    """Read what a terminal is sent: text, line feeds, and colours, which are the elements."""
    # Blanks that fill a column up have its colour, and there are none behind a long word.
    text = re.sub(r"\x1b\[[0-9;]+m *\x1b\[0m", "", text)
    # A text of several lines, or with a tab, is coloured piece by piece.
    pieces = re.compile(r"(\x1b\[[0-9;]+m)([^\x1b]*)\x1b\[0m(\s*)\1")
    while (merged := pieces.sub(r"\1\2\3", text)) != text:
        text = merged
    plain = _SGR.sub("", text)
    inert(plain, "\n")
    # Columns are as wide as their words: blanks and frames of any length are one.
    return Reading(_SGR.findall(text), [re.sub(r" ?(\n|$)", r"\1", _DRAWN.sub(" ", plain))])


def shell(text: str) -> Reading:
    """Read commands as a shell does: how many words each has, and whether one would be more."""
    reading = Reading()
    for line in json.loads(text):
        words = shlex.split(line, comments=True)
        reading.elements.append(f"{len(words)} words")
        reading.texts += words
        # Quoted as a word is to be quoted: nothing that a shell expands or runs stands open.
        if shlex.join(words) != re.sub(r'(?<= )"([\w -]*)"(?= |$)', r"'\1'", line):
            raise ActedError(f"{line[:120]!a} is more than words")
    return reading


def python(text: str) -> Reading:
    """Read modules of Python: the kinds of their parts, their constants and their comments."""
    reading = Reading()
    for module in text.split("\0"):
        for node in ast.walk(ast.parse(module)):
            reading.elements.append(type(node).__name__)
            if isinstance(node, ast.Constant):
                reading.texts.append(str(node.value))
        tokens = tokenize.generate_tokens(io.StringIO(module).readline)
        reading.texts += [one.string for one in tokens if one.type == tokenize.COMMENT]
    return reading


def runner_log(text: str) -> Reading:
    """Read a log as the runner of GitHub Actions does, by GitHub's documentation and its lines.

    A line that begins with `::name ` or `::name::`, or that holds `##[name]`, is a command unless
    commands are stopped; the token that stopped them is a command that lets them go on.
    """
    reading = Reading()
    stopped = ""
    for line in re.split(r"\r\n|\r|\n", text):
        found = _command(line)
        if stopped:
            if found and found[0] == stopped:
                stopped = ""
            else:
                inert(line)
            continue
        inert(line)
        if found is None:
            if line:
                reading.elements.append("line")
                reading.texts.append(line)
            continue
        name, properties, data = found
        if name == "stop-commands":
            stopped = data
            continue
        reading.elements.append(" ".join((name, *properties)))
        reading.texts += [*_but_places(properties), data]
        for value in (*properties.values(), data):
            inert(value)
    return reading


def _but_places(properties: dict[str, str]) -> Iterator[str]:
    yield from (value for name, value in properties.items() if name != "file")


def _command(line: str) -> tuple[str, dict[str, str], str] | None:
    if found := re.fullmatch(r"\s*::([^\s:][^:\s]*)(?: ((?:(?!::).)*))?::(.*)", line):
        pairs = (part.partition("=") for part in (found[2] or "").split(",") if part.strip())
        properties = {name.strip(): _decoded(value, ":,") for name, _, value in pairs}
        return found[1], properties, _decoded(found[3])
    if found := re.search(r"##\[([a-z-]+)[^\]]*\](.*)", line):
        return found[1], {}, found[2]
    return None


def _decoded(text: str, also: str = "") -> str:
    for character in ("\r", "\n", *also):
        text = text.replace(f"%{ord(character):02X}", character)
    return text.replace("%25", "%")

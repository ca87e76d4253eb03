"""A page as a browser's tokeniser sees it."""

from __future__ import annotations

from html.parser import HTMLParser


class Elements(HTMLParser):
    """The elements and texts of a page, and every attribute."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        self.text += " " if tag in ("td", "th", "li", "p", "dd") else ""

    def handle_data(self, data: str) -> None:
        self.text += data

"""The cells and links of a matrix in Markdown."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt


def cells(text: str) -> list[list[str]]:
    """Return the cells of every row of a table; a backslash takes a bar's meaning away."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def links(text: str) -> list[str]:
    """Return the addresses of the links that a reader of Markdown finds."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return [
        str(child.attrs["href"])
        for token in tokens
        for child in token.children or ()
        if child.type == "link_open"
    ]

"""Text that codecs and adapters wrote, made safe for terminals, readers and Markdown.

All of it is hostile input: nothing in it may steer a terminal, reorder a line or end a quotation.
"""

from __future__ import annotations

import re

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\`*_{}[]<>|#&~"})
# At the beginning of a line: a list, a line across the page, the underline of a heading.
_BEGINNING = re.compile(r"^(?:\d+(?=[.)](?:\s|$))|(?=[-+=]))")
# Platforms tell the person or the thread, also where a backslash stands before the sign.
_MENTION = re.compile(r"[@#](?=\w)")
_UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))

# C0 and C1 controls except tab and newline, format characters (soft hyphen, marks of direction,
# zero width, isolates), separators U+2028 and U+2029, surrogates, U+FEFF, and U+E0000..U+E0FFF,
# tags and variation selectors: characters that a screen obeys or does not show. U+FFFE and U+FFFF
# are none of XML.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
)

UNBOUNDED = 1_000_000
"""The width of a screen that has none: a pipe or a file."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 case`, `2,476 cases`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def visible(text: str) -> str:
    """Return the text with controls, format characters and surrogates written as escapes."""
    return _HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def one_line(text: str) -> str:
    """Return the text in one line, with all that could deceive a reader written as escapes."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def shortened(text: str, most: int) -> str:
    """Return both ends of a text of more than `most` characters, and how long it is."""
    text = one_line(text)
    # Both ends, as an answer often differs from the expected one at its end.
    if len(text) <= most:
        return text
    end = most // 3
    return f"{text[: most - end]} … {text[-end:]} ({len(text):,} characters)"


def escaped(text: str) -> str:
    """Return the text in one line, escaped so that Markdown reads it as plain text.

    It stays so wherever it is put: at the beginning of a line, in a cell of a table, in a heading.
    """
    # Made visible first: what `split` takes for a blank may be a control.
    words = " ".join(visible(text.translate(_SPECIAL)).split())
    return _BEGINNING.sub(r"\g<0>\\", _MENTION.sub(r"\g<0><!-- -->", words))


def code_span(text: str, most: int = 120) -> str:
    """Return the text as a code span of Markdown, in one line of at most `most` characters.

    Backticks and bars are replaced: one would end the span, the other a cell of a table.
    """
    # Cut before it is escaped: the limit counts characters of the text, not of the escapes.
    short = text if len(text) <= most else f"{text[:most]}…"
    words = " ".join(visible(short.replace("`", "'").replace("|", "¦")).split())
    return f"`{words or ' '}`"  # two backticks alone would open a span that ends anywhere


def cut_to_fit(text: str, octets: int, rest: str) -> str:
    """Return Markdown of at most `octets` octets, cut at the end of a line where it is longer.

    A note at the end counts the lines left out; `rest` says there where all of them are.
    """
    if len(text.encode()) <= octets:
        return text
    lines = text.splitlines(keepends=True)
    note = f"\n**Cut: {{}} of {len(lines):,} lines are left out; {rest}.**\n"
    # The note may be as long as the one that names all lines: its number has the most digits.
    room = octets - len(note.format(f"{len(lines):,}").encode())
    kept = 0
    for line in lines:
        room -= len(line.encode())  # the limit of a platform counts octets, not characters
        if room < 0:
            break
        kept += 1
    return "".join(lines[:kept]) + note.format(f"{len(lines) - kept:,}") if kept else ""


def duration(seconds: float) -> str:
    """Write a time as people do: `12.0 s`, `3 min 5 s`, `2 h 10 min`."""
    if seconds < 60:
        return f"{max(seconds, 0):.1f} s"
    left, words = round(seconds), []
    for size, name in _UNITS:
        count, left = divmod(left, size)
        words += [f"{count} {name}"] if count else []
    return " ".join(words[:2])

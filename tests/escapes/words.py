"""Hostile words: what an adapter, a manifest, a journal or a build may say to act in a report.

A *text* may hold anything. A *name* is made of the characters that the names of a journal may have
(`utfproof.engine.journal.word_forms`), which are enough for some attacks.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

_PIECES = (
    "\x00", "\x07", "\x08", "\x1b", "\x1b[2J", "\x1b[31m", "\x1b]0;owned\x07",
    "\x1b]8;;https://evil.example\x1b\\", "\x7f", "\x85", "\x9b31m", "\r", "\n", "\r\n", "\t",
    "\x0b", "\x0c", "\x1c", "\u2028", "\u2029",
    "\u202e", "\u2066", "\u200b", "\u200f", "\u061c", "\u00ad", "\ufeff", "\ufff9", "\ufffe",
    "\uffff", "\ud800", "\udfff", "\U000e0041", "\U000e0100", "\U0010ffff", "\U0001f600", "é", "漢",
    "::error::owned", "::set-env name=PATH::/evil", "::stop-commands::x", "##[error]owned",
    "::add-mask::a", "%0A::error::owned", "%0D", "%25", "%3A", ",title=x",
    "=cmd()", "=1+1", "+1", "-1", "@SUM(1)", ";=1+1", "\t=1+1", ",=1+1", "＝1", "|x",
    '"=1+1', "'=1",
    "]]>", "<![CDATA[", "<!--", "-->", "--!>", "<!ENTITY x SYSTEM 'file:///'>", "&x;", "&lt;",
    "&#60;", "&#x1b;", "&#0;", "<?xml?>", "</testcase>", "</text></svg>",
    "<script>window.owned=1</script>", "</script><script>window.owned=1</script>",
    "<img src=x onerror=window.owned=1>", '"><svg onload=window.owned=1>',
    "' onmouseover='window.owned=1", "<base href=//evil.example>", "</title>", "</style>",
    "</textarea>", "</pre>", "</details>", "<plaintext>", "javascript:alert(1)",
    "data:text/html,x", "//evil.example/", "https://evil.example/",
    "{{ 7 * 7 }}", "{% raw %}", "${7*7}", "\\u003cscript>", "\\x3c", "\\",
    "`", "``", "````", "~~~", "~~", "**", "__", "_", "*", "# ", "## x", "===", "---", "- ", "1. ",
    "> ", "|", "| a | b |", "|---|", "[x](https://evil.example)", "![x](https://evil.example/x)",
    "[x]: https://evil.example", "<https://evil.example>", "@everyone", "#12", "    code", "\\|",
    "[bold]x", "[/]", "[link=https://evil.example]x[/link]", ":smile:",
    "$(owned)", "`owned`", "; owned", "| owned", "&& owned", "'", '"', "$HOME", "--help", "-rf",
    "../", "../../etc/passwd", "/dev/null", "/proc/self/mem", "..", ".", "~", "~root", "CON", "NUL",
    "aux.txt", "a:b", "C:\\x", " ", "  ",
)  # fmt: skip
_NAME_PIECES = (
    "::error::owned", "::stop-commands::x", "##", "#12", "# ", "- ", "-", "--help", "+1", "+",
    "1. ",
    "__", "_", "--", "---", "..", "../", "../../etc", "/", "//", ".", ";", ";+1", ":", ",",
    "(", ")",
    "C:", "CON", "NUL", "javascript:alert(1)", "//evil.example", " ", "; owned", "a", "x9",
)  # fmt: skip
_LETTERS = "abcXYZ089"
_ANY = (0x20, 0x7F, 0xA0, 0x2000, 0x2070, 0xD800, 0xE000, 0xFE00, 0xFF00, 0x10000, 0xE0000)
_SHORT = 60


@dataclass(frozen=True, slots=True)
class Words:
    """A text and a name that are said wherever a stranger has a say."""

    text: str
    name: str

    @property
    def is_short(self) -> bool:
        """Tell whether no report has to cut the text."""
        return len(self.text) <= _SHORT


HARMLESS = Words("zqtextqz", "zqnameqz")


def drawn(dice: random.Random) -> Words:
    """Draw hostile words."""
    text = "".join(_piece(dice) for _ in range(dice.choice((1, 1, 2, 3))))
    if dice.random() < 0.05:
        text *= dice.choice((10, 100))
    name = "".join(dice.choice(_NAME_PIECES) for _ in range(dice.choice((1, 2))))
    # Blanks at an end may be dropped, and then there would be nothing to look for.
    text = text if text.rstrip() == text else f"{text}x"
    text = f"x{text}" if text.startswith("\n") else text
    return Words(text, name if name.strip() == name else f"{name}x")


def _piece(dice: random.Random) -> str:
    match dice.randrange(8):
        case 0:
            return "".join(dice.choice(_LETTERS) for _ in range(dice.randrange(1, 6)))
        case 1:
            return chr(dice.choice(_ANY) + dice.randrange(16))
        case _:
            return dice.choice(_PIECES)

"""The pattern of a replacing decoder's answer where the number of U+FFFD is not judged."""

from __future__ import annotations

from dataclasses import dataclass

from utfproof.engine.questions.expected_answer import SHOWN_AS

_FIELDS = tuple(f" {value:x}" for value in sorted(SHOWN_AS))
_HEAD = b"ok"


@dataclass(frozen=True, slots=True)
class GapPattern:
    """Well-formed texts with an ill-formed stretch between each and the next.

    Each text has a space before each field; `most` has the octets of each stretch, which shows as
    one replacement at least and as one for each octet at most.
    """

    texts: tuple[str, ...]
    most: tuple[int, ...]

    def surely_fits(self, line: bytes) -> bool:
        """Tell whether an answer line is sure to pass.

        A stretch takes all replacements that it may, so that a no takes a closer look: text behind
        it may begin as a replacement looks.
        """
        if not line.startswith(_HEAD):
            return False
        found = line.decode("ascii", "replace")
        at = _behind(found, len(_HEAD), self.texts[0])
        for most, text in zip(self.most, self.texts[1:], strict=True):
            start = at
            for _ in range(most):
                end = max(_behind(found, at, one) for one in _FIELDS)
                if end < 0:
                    break
                at = end
            if at <= start:
                return False
            at = _behind(found, at, text)
        return at == len(found)


def _behind(found: str, at: int, text: str) -> int:
    """Return the place behind a text that stands at a place, with whole fields; else -1."""
    if at < 0 or not found.startswith(text, at):
        return -1
    end = at + len(text)
    return end if end == len(found) or found[end] == " " else -1

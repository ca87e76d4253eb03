"""Text of others, with what would steer a terminal or deceive a reader written out."""

from __future__ import annotations

import re

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff0-\ufffb\U000e0000-\U000e0fff]"
)


def visible(text: str) -> str:
    """Write as escapes what would hide, reorder or break text: controls, surrogates, tags."""
    return _HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)

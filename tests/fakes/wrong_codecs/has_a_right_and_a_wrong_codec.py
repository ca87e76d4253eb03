"""Two codecs in one adapter: `table` is right, `lax` reads overlong forms."""

from __future__ import annotations

import reads_by_the_table as right
import reads_overlong_forms as wrong


def answer(header: str, line: str) -> str:
    if header.split(" ")[1] == "lax":
        return wrong.answer(header, line)
    return right.answer(header, line)


if __name__ == "__main__":
    right.converse(answer, right.hello("table", "lax"))

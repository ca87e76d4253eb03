"""Two dozen codecs in one adapter, which all read overlong forms."""

from __future__ import annotations

import reads_by_the_table as right
import reads_overlong_forms as wrong

if __name__ == "__main__":
    right.converse(wrong.answer, right.hello(*(f"table{number}" for number in range(24))))

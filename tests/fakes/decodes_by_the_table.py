"""Is right, and only decodes, strictly: a whole run is short."""

from __future__ import annotations

import reads_by_the_table as right

if __name__ == "__main__":
    right.converse(right.answer, right.hello("table", offers=["decode UTF-8 strict"]))

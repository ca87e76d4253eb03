"""Reads overlong forms of two octets, and only decodes, strictly: a whole run is short."""

from __future__ import annotations

import reads_by_the_table as right
import reads_overlong_forms as wrong

if __name__ == "__main__":
    right.converse(wrong.answer, right.hello("table", offers=["decode UTF-8 strict"]))

"""A codec with the old fault of C0 and C1 that notes its parent's process when it starts.

It notes it in the file that its first argument names.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import reads_by_the_table
import reads_overlong_forms

if __name__ == "__main__":
    with Path(sys.argv[1]).open("a", encoding="ascii") as file:
        file.write(f"{os.getppid()}\n")
    reads_by_the_table.converse(reads_overlong_forms.answer)

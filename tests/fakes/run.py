"""Run a fake by its name: `run.py NAME [ARGUMENT ...]`.

A fake stands in a folder for its fault, and imports what fakes share from the folder of this file.
"""

from __future__ import annotations

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120  (as below)


def find(name: str) -> str:
    """Return the only program of that name."""
    folders = [HERE, *(entry.path for entry in os.scandir(HERE) if entry.is_dir())]
    paths = [f"{folder}/{name}.py" for folder in folders]
    [path] = filter(os.path.exists, paths)
    return path


if __name__ == "__main__":
    del sys.argv[0]
    path = find(sys.argv[0])
    # Neither pathlib nor runpy: each of them doubles the time that a fake takes to start.
    with open(path, "rb") as file:  # noqa: PTH123  (as above)
        code = compile(file.read(), path, "exec", dont_inherit=True)
    exec(code, {"__name__": "__main__", "__file__": path})  # noqa: S102  (a program of this folder)

"""Fuzz the escapes: `python -m escapes SECONDS [MEDIUM…] [--seed N]`, run in the folder `tests`."""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import tempfile
import time
from pathlib import Path

from . import browser, media, words

_VISITED = 10
"""The words whose pages are opened in a browser, at the end."""


def main() -> int:
    """Draw words until the time is up; a word that acts is told with the number that draws it."""
    parser = argparse.ArgumentParser(prog="python -m escapes", description=__doc__)
    parser.add_argument("seconds", type=float)
    parser.add_argument("media", nargs="*", choices=[*media.MEDIA, []], metavar="MEDIUM")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 32))
    asked = parser.parse_args()
    names, seed = asked.media or list(media.MEDIA), asked.seed
    end, done = time.monotonic() + asked.seconds, 0
    print(f"seed {seed}")
    found: dict[str, int] = dict.fromkeys(names, 0)
    while time.monotonic() < end:
        drawn = words.drawn(random.Random(seed + done))  # noqa: S311  (no secret)
        for name in names:
            try:
                media.check(name, drawn)
            except Exception as error:  # noqa: BLE001  (whatever is raised is a fault)
                found[name] += 1
                print(f"seed {seed + done}: {drawn!a:.300}\n  {type(error).__name__}: {error}")
        done += 1
    if "html" in names and browser.PROGRAM:
        batch = [words.drawn(random.Random(seed + number)) for number in range(_VISITED)]  # noqa: S311
        with tempfile.TemporaryDirectory() as folder:
            for told in browser.acted(batch, Path(folder)):
                found["html"] += 1
                print(told)
    print(f"{done} words in {len(names)} media; faults: {found}")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main())

"""Disturb runs for some time: `make soak`, or `python -m soak` in the folder `tests`."""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import tempfile
import time
from pathlib import Path

from .faults import FAULTS
from .rounds import CASES, TARGETS, Soak, table

_RUNS = Path(__file__).resolve().parents[2] / "reports" / "runs"


def main() -> int:
    """Draw faults until the time is up; print what became of them."""
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 32))
    parser.add_argument("--fault", action="append", choices=[*FAULTS], help="only this kind")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    end, number = time.monotonic() + 60 * asked.minutes, 0
    names = asked.fault or list(FAULTS)
    with tempfile.TemporaryDirectory(prefix="utfproof-soak-") as scratch:
        soak = Soak(Path(scratch), TARGETS, CASES, _RUNS / f"soak-{asked.seed}")
        quiet = soak.quiet
        print(
            f"undisturbed: {quiet.seconds:.1f} s, exit {quiet.status}, result {quiet.digest[:16]}",
            flush=True,
        )
        try:
            while time.monotonic() < end:
                dice = random.Random(f"{asked.seed}/{number}")  # noqa: S311  (no secret)
                # Each kind in its turn: a short time has all of them.
                name = names[number % len(names)]
                if wrong := soak.round(dice, name):
                    print(f"round {number}, {name}: {wrong}", flush=True)
                number += 1
        finally:
            print(table(soak.tallies), flush=True)
    never = [name for name, one in soak.tallies.items() if one.never_hit]
    for name in never:
        print(f"{name}: never hit, so that its rounds tell nothing")
    return int(bool(never) or any(one.different for one in soak.tallies.values()))


if __name__ == "__main__":
    sys.exit(main())

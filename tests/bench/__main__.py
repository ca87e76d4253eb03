"""`make bench`: every measurement, one line each; exit status 1 when an asserted ratio is missed."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from tests.bench import session, wire


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the bench."""

    name: str
    value: str
    aim: str
    missed: bool


def main() -> int:
    """Run all measurements."""
    missed = False
    for measure in (wire.through_the_wire, session.parts, session.everything):
        for line, failed in measure():
            print(line, flush=True)
            missed |= failed
    return int(missed)


sys.exit(main())

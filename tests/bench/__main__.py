"""`make bench`: a line for each measurement; exit status 1 when an asserted ratio is missed.

`make bench ARGS=cluster` measures what that file has, and nothing else.
"""

from __future__ import annotations

import sys

from bench import (
    atheris_engine,
    breadth,
    campaign,
    cluster,
    mutators,
    session,
    states,
    sweep,
    wire,
)

_MEASURES = (
    wire.through_the_wire,
    states.through_the_wire,
    sweep.against_a_bare_loop,
    session.parts,
    session.everything,
    session.complete,
    session.power,
    mutators.blocks,
    campaign.rate,
    campaign.faults,
    atheris_engine.beside_an_empty_target,
    cluster.scaling,
    cluster.sweeping,
    cluster.against_jobs,
    breadth.second_build,
    breadth.each_codec,
)


def main(files: list[str]) -> int:
    """Run all measurements, or those of the files named."""
    missed = False
    for measure in _MEASURES:
        if files and measure.__module__.removeprefix("bench.") not in files:
            continue
        for line, failed in measure():
            print(line, flush=True)
            missed |= failed
    return int(missed)


if __name__ == "__main__":  # not in the workers that a measurement starts
    sys.exit(main(sys.argv[1:]))

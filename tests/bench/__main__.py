"""`make bench`: a line for each measurement; exit status 1 when an asserted ratio is missed."""

from __future__ import annotations

import sys

from bench import atheris_engine, breadth, campaign, mutators, session, states, sweep, wire


def main() -> int:
    """Run all measurements."""
    missed = False
    for measure in (
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
        breadth.second_build,
        breadth.each_codec,
    ):
        for line, failed in measure():
            print(line, flush=True)
            missed |= failed
    return int(missed)


sys.exit(main())

"""`make bench`: a line for each measurement; exit status 1 when an asserted ratio is missed.

`make bench ARGS="campaign sweep"` runs some of them, by module or by `module.function`.
"""

from __future__ import annotations

import sys

from bench import (
    atheris_engine,
    breadth,
    campaign,
    cluster,
    mutators,
    ratios,
    session,
    states,
    sweep,
    wire,
)

_MEASURES = (
    ratios.of_help,
    ratios.of_complete,
    ratios.of_power,
    wire.through_the_wire,
    states.through_the_wire,
    sweep.against_a_bare_loop,
    session.parts,
    session.everything,
    session.complete,
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


def main(wanted: list[str]) -> int:
    """Run the measurements that are wanted, all without any."""
    names = {f"{one.__module__.partition('.')[2]}.{one.__name__}": one for one in _MEASURES}
    chosen = [
        measure
        for name, measure in names.items()
        if not wanted or {name, name.partition(".")[0]} & set(wanted)
    ]
    if not chosen:
        print(f"nothing is called {' '.join(wanted)}: {', '.join(names)}", file=sys.stderr)
        return 2
    missed = False
    for measure in chosen:
        for line, failed in measure():
            print(line, flush=True)
            missed |= failed
    return int(missed)


if __name__ == "__main__":  # not in the workers that a measurement starts
    sys.exit(main(sys.argv[1:]))

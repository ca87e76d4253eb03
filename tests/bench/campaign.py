"""The campaign: inputs a second of the batch engine, and faults found in a minute."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from utfproof.adapters import needs, registry
from utfproof.adapters.registry import Chosen
from utfproof.engine.plan import Narrowing
from utfproof.fuzz.campaign import Campaign
from utfproof.fuzz.supervisor import Moment, Supervisor
from utfproof.model.operation import Op
from utfproof.proof import served
from utfproof.proof.mutants import catalogue

_CODECS = (
    "rust/std",
    "rust/encoding_rs",
    "rust/simdutf8-compat",
    "rust/bstr",
    "rust/simdutf",
    "go/unicode-utf8",
    "go/bufio",
    "go/x-text",
    "c_glibc/iconv",
    "c_glibc/mbrtoc32",
    "c_libraries/libunistring-u8_to_u32",
)
"""Eleven native decoders of UTF-8."""
_SECONDS = 60.0
_GROUPS, _IN_A_GROUP = 4, 10
_AIM_INPUTS = 150_000
_AIM_FOUND = 0.95
_OF_ONE_INPUT = frozenset({Op.DECODE, Op.VALIDATE, Op.ENCODE, Op.DETECT})


def rate() -> Iterator[tuple[str, bool]]:
    """Play eleven native decoders of UTF-8 for a minute, on two cores."""
    chosen = [item for item in registry.choose(_CODECS) if not needs.missing(item.manifest)]
    narrowing = Narrowing(ops=("decode UTF-8 strict",))
    moments = list(_played(chosen, narrowing, guided=True))
    later = moments[len(moments) // 2 :]
    first, last = later[0].statistics, later[-1].statistics
    inputs = (last.inputs - first.inputs) / max(last.seconds - first.seconds, 0.001)
    codecs = len(last.codecs)
    asked = f"each asked of {codecs} native decoders (aim {_AIM_INPUTS:,})"
    yield f"campaign: {inputs:,.0f} inputs a second, {asked}", False


def faults() -> Iterator[tuple[str, bool]]:
    """Count the faults found in a minute, ten mutants at a time, with guidance and without."""
    fitting = [mutant.id for mutant in catalogue() if mutant.exposed_by[0].op in _OF_ONE_INPUT]
    some = random.Random(1).sample(fitting, _GROUPS * _IN_A_GROUP)  # noqa: S311
    for guided in (False, True):
        found = 0
        for start in range(0, len(some), _IN_A_GROUP):
            found += _found(some[start : start + _IN_A_GROUP], guided=guided)
        guidance = "tuples" if guided else "no guidance"
        aim = f" (aim {_AIM_FOUND:.0%})" if guided else ""
        yield f"campaign: {guidance}: {found} of {len(some)} mutants found in a minute{aim}", False


def _found(mutants: list[str], *, guided: bool) -> int:
    with tempfile.TemporaryDirectory() as folder:
        served.write_adapter(Path(folder), mutants)
        *_, last = _played(registry.choose([folder]), Narrowing(), guided=guided)
        return len({finding.codec for finding in last.findings})


def _played(chosen: list[Chosen], narrowing: Narrowing, *, guided: bool) -> Iterator[Moment]:
    with tempfile.TemporaryDirectory() as folder:
        one = Campaign(
            Path(folder), tuple(chosen), narrowing, seconds=_SECONDS, jobs=2, guided=guided
        )
        yield from Supervisor(one).run()

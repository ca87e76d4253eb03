"""The faults: each is put into a run, and says whether it hit."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .processes import Run

_RUN, _CACHE = "run", "cache"


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault.

    `before` returns what is executed in front of the program, `during` disturbs a run that goes
    on and tells whether it hit, `between` damages files when it was cut off. A run may be refused
    only where `damages`.
    """

    before: Callable[[random.Random, int], str] = lambda _dice, _size: ""
    during: Callable[[random.Random, Run], bool] | None = None
    between: Callable[[random.Random, Path], bool] = lambda _dice, _home: True
    damages: bool = False
    on_cluster: bool = False


def _kill_run(_dice: random.Random, run: Run) -> bool:
    return _sent(run.pid, signal.SIGKILL)


def _kill_worker(dice: random.Random, run: Run) -> bool:
    found = run.harness()
    return bool(found) and _sent(dice.choice(found), signal.SIGKILL)


def _kill_adapter(dice: random.Random, run: Run) -> bool:
    found = run.adapters()
    return bool(found) and _sent(dice.choice(found), signal.SIGKILL)


def _stop(dice: random.Random, run: Run) -> bool:
    """Stop the run, or an adapter, for a moment, as a terminal or a debugger does."""
    pid = dice.choice([run.pid, *run.adapters()])
    hit = _sent(pid, signal.SIGSTOP)
    time.sleep(dice.uniform(0.1, 1.5))
    _sent(pid, signal.SIGCONT)
    return hit


def _sent(pid: int, number: signal.Signals) -> bool:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
        return True
    return False


def _full_disk(dice: random.Random, size: int) -> str:
    """Let no file grow beyond a size: writing fails there, as on a full disk."""
    most = dice.randrange(1, max(2, size))
    return (
        "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, resource.RLIM_INFINITY))"
    )


_SLOW = """
import os, time
def slow(real):
    def called(*given, **named):
        time.sleep({pause})
        return real(*given, **named)
    return called
for name in ("open", "fsync", "replace", "rename", "ftruncate"):
    setattr(os, name, slow(getattr(os, name)))
"""


def _slow_disk(dice: random.Random, _size: int) -> str:
    return _SLOW.format(pause=round(dice.uniform(0.001, 0.01), 4))


_JUMPS = """
import datetime, random, time
dice, real = random.Random({seed}), time.time
offset = [0.0]
def jumping():
    if dice.random() < 0.2:
        offset[0] = dice.choice((0.0, -86400.0 * 400, 86400.0 * 400, -3600.0, 3600.0))
    return real() + offset[0]
class Moment(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(jumping(), tz)
time.time = jumping
time.time_ns = lambda: int(jumping() * 1e9)
datetime.datetime = Moment
"""


def _clock(dice: random.Random, _size: int) -> str:
    return _JUMPS.format(seed=dice.randrange(1 << 30))


def _files(home: Path, part: str) -> list[Path]:
    every = (path for path in sorted((home / part).rglob("*")) if path.is_file())
    return [path for path in every if not path.is_symlink()]


def _put(path: Path, octets: bytes) -> None:
    """Put a new file in the place of one, with its rights.

    It may be a program that an adapter of the killed run still is for a moment: nobody can write
    to the file of such a one.
    """
    mode = path.stat().st_mode
    path.unlink()
    path.write_bytes(octets)
    path.chmod(mode)


def _truncated(part: str) -> Callable[[random.Random, Path], bool]:
    def damage(dice: random.Random, home: Path) -> bool:
        files = [path for path in _files(home, part) if path.stat().st_size]
        if not files:
            return False
        path = dice.choice(files)
        octets = path.read_bytes()
        _put(path, octets[: dice.randrange(len(octets))])
        return True

    return damage


def _swapped(part: str) -> Callable[[random.Random, Path], bool]:
    """Exchange two parts of a file, or two files where there are two."""

    def damage(dice: random.Random, home: Path) -> bool:
        files = [path for path in _files(home, part) if path.stat().st_size > 1]
        if not files:
            return False
        one, other = dice.choice(files), dice.choice(files)
        first, second = one.read_bytes(), other.read_bytes()
        if one == other:
            at = dice.randrange(1, len(first))
            _put(one, first[at:] + first[:at])
        else:
            _put(one, second)
            _put(other, first)
        return True

    return damage


def _removed(part: str) -> Callable[[random.Random, Path], bool]:
    def damage(dice: random.Random, home: Path) -> bool:
        files = _files(home, part)
        if not files:
            return False
        path = dice.choice(files)
        if dice.random() < 0.2 and path.parent != home / part:
            shutil.rmtree(path.parent)
        else:
            path.unlink()
        return True

    return damage


def _damaging(change: Callable[[str], Callable[[random.Random, Path], bool]], part: str) -> Fault:
    return Fault(during=_kill_run, between=change(part), damages=True)


FAULTS: Mapping[str, Fault] = {
    "run killed": Fault(during=_kill_run),
    "worker killed": Fault(during=_kill_worker),
    "adapter killed": Fault(during=_kill_adapter),
    "stopped and continued": Fault(during=_stop),
    "disk full": Fault(before=_full_disk),
    "disk slow, run killed": Fault(before=_slow_disk, during=_kill_run),
    "clock jumps, run killed": Fault(before=_clock, during=_kill_run),
    "file of the run truncated": _damaging(_truncated, _RUN),
    "files of the run swapped": _damaging(_swapped, _RUN),
    "file of the run removed": _damaging(_removed, _RUN),
    "file of the cache truncated": _damaging(_truncated, _CACHE),
    "files of the cache swapped": _damaging(_swapped, _CACHE),
    "file of the cache removed": _damaging(_removed, _CACHE),
    "worker of a cluster lost": Fault(during=_kill_worker, on_cluster=True),
}

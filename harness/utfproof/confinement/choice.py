"""The choice of a confinement: the best that works here, as far as the user wants one."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from errno import ENOENT
from pathlib import Path

from utfproof.confinement import bubblewrap, landlock, seccomp_filter
from utfproof.confinement.access import Access, toolchains
from utfproof.errors import UsageError

VARIABLE = "UTFPROOF_CONFINE"
"""The variable of the environment with the user's wish: it reaches all processes of a run."""
MEANS_VARIABLE = "UTFPROOF_CONFINE_BY"
"""The one means that may be used, where it is set: `bubblewrap` or `landlock`."""
NETWORK_VARIABLE = "UTFPROOF_BUILD_NETWORK"
"""1 lets every build fetch over the network, 0 none; otherwise the shipped adapters' alone may."""
_ABOVE_PIPES = 3
NONE = "none: adapters run with the rights of the user"


class Wish(StrEnum):
    """Whether codecs have to be confined, should be, or must not be."""

    REQUIRE = "require"
    PREFER = "prefer"
    OFF = "off"


class Means(StrEnum):
    """The ways to confine a program, the best first."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"


def wish() -> Wish:
    """Return the user's wish for this process and for all that it starts.

    Raises:
        UsageError: the variable has another value.
    """
    text = os.environ.get(VARIABLE) or Wish.PREFER
    try:
        return Wish(text)
    except ValueError:
        hint = f"set {VARIABLE} to {', '.join(Wish)}"
        raise UsageError(f"{VARIABLE}={text}: no such wish", hint=hint) from None


def means() -> Means | None:
    """Return the means that is used; None for none.

    Raises:
        UsageError: one is required, and none works here.
    """
    wanted = wish()
    if wanted is Wish.OFF:
        return None
    only = os.environ.get(MEANS_VARIABLE)
    if only in (None, "", Means.BUBBLEWRAP) and bubblewrap.version():
        return Means.BUBBLEWRAP
    if only in (None, "", Means.LANDLOCK) and landlock.version():
        return Means.LANDLOCK
    if wanted is Wish.REQUIRE:
        hint = "install bubblewrap, or use a kernel with Landlock; --confine prefer runs without"
        raise UsageError("codecs cannot be confined on this machine", hint=hint)
    return None


def name() -> str:
    """Name the confinement of this process's codecs with its version, for reports.

    Raises:
        UsageError: one is required, and none works here.
    """
    chosen = means()
    if chosen is None:
        return NONE
    calls = (
        "seccomp"
        if seccomp_filter.program(sockets=True, modes=True, others=True)
        else "no filter of calls"
    )
    own = bubblewrap.version() if chosen is Means.BUBBLEWRAP else landlock.version()
    return f"{chosen} {own}, {calls}"


@dataclass(slots=True)
class ConfinedCommand:
    """A command as it is started, confined or not.

    Attributes:
        arguments: The whole command, with the program that confines in front.
        environment: The environment of the program.
        descriptors: Open files that the command inherits.
        is_confined: Whether anything is in front.
        ends_on_sigterm: Whether the first process ends all others when it is asked to.
    """

    arguments: list[str]
    environment: dict[str, str]
    descriptors: list[int] = field(default_factory=list)
    is_confined: bool = False
    ends_on_sigterm: bool = False
    _scratch: Path | None = None

    def started(self) -> None:
        """Close the files that only the start needed."""
        while self.descriptors:
            os.close(self.descriptors.pop())

    def ended(self) -> None:
        """Remove the private folder; no process of the command is left."""
        self.started()
        if self._scratch:
            shutil.rmtree(self._scratch, ignore_errors=True)


def confined(
    access: Access, folder: Path, arguments: Sequence[str], environment: Mapping[str, str]
) -> ConfinedCommand:
    """Return the start of a command that may read and write only where it is given access.

    It runs in `folder`, which it can read. Its home is a private, empty folder unless its
    environment names one that it may write to.

    Raises:
        FileNotFoundError: there is no such program.
        UsageError: a confinement is required, and none works here.
    """
    chosen = means()
    own = dict(environment)
    if chosen is None:
        return ConfinedCommand(list(arguments), own)
    # The program that confines is always found: a missing codec must not look like a failed one.
    if not shutil.which(
        folder / arguments[0] if "/" in arguments[0] else arguments[0], path=own.get("PATH")
    ):
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), arguments[0])
    access = replace(access, readable=(*access.readable, folder, *toolchains()))
    home = Path(own.get("HOME", "/"))
    keeps_home = any(home.is_relative_to(path) for path in (*access.readable, *access.writable))
    # Namespaces hold off by themselves what Landlock has no rights for.
    alone = chosen is Means.LANDLOCK
    descriptors = _filter(
        sockets=access.network or not alone,
        modes=bool(access.writable) or not alone,
        others=not alone,
    )
    number = descriptors[0] if descriptors else None
    if chosen is Means.BUBBLEWRAP:
        if not keeps_home:
            own["HOME"] = "/tmp"  # noqa: S108  (inside: of this program alone)
        words = bubblewrap.arguments(access, folder, number, arguments)
        return ConfinedCommand(words, own, descriptors, is_confined=True)
    private = Path(tempfile.mkdtemp(prefix="utfproof-private-"))
    # Landlock cannot give a /tmp of its own: another private folder stands for it.
    own.setdefault("TMPDIR", str(private))
    if not keeps_home:
        own["HOME"] = str(private)
    access = replace(access, writable=(*access.writable, private))
    words = landlock.arguments(access, number, arguments, landlock.version() or 0)
    return ConfinedCommand(
        words, own, descriptors, is_confined=True, ends_on_sigterm=True, _scratch=private
    )


def _filter(*, sockets: bool, modes: bool, others: bool) -> list[int]:
    program = seccomp_filter.program(sockets=sockets, modes=modes, others=others)
    if program is None:
        return []
    first = os.memfd_create("utfproof-filter")
    # Where stdin is closed this one has its number, which the pipes of the program take.
    descriptor = fcntl.fcntl(first, fcntl.F_DUPFD_CLOEXEC, _ABOVE_PIPES)
    os.close(first)
    os.write(descriptor, program)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return [descriptor]
